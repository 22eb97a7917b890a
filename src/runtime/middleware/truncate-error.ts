import { cutValue } from "../../contract/cut-value.ts";
import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import type { CallState } from "../call-state.ts";
import { type CutPlace, cutErrorNotice } from "../notice-texts.ts";
import { placeName } from "../place-name.ts";
import type { RaisedError } from "../result.ts";
import { frameBytes, noticeBytes, twice } from "./truncate-result.ts";

/**
 * A declared error in a size that can be sent: its texts end early, and its data is cut as a result is. A notice says what
 * was cut. The whole is not kept: an error tells what to do, and that is not in the ends of long lists.
 */
export function truncateError<Deps>(call: CallState<Deps>, error: RaisedError): RaisedError {
  const { results } = call;
  if (results === undefined) return error;
  const maxBytes = Math.max(results.maxBytes, limits.minResultBytes);
  // As a result an error is told twice: as data, and as text.
  if (frameBytes + twice(JSON.stringify(error)) <= maxBytes) return error;
  const message = clip(error.message, limits.errorLength);
  const hint = error.hint === undefined ? undefined : clip(error.hint, limits.errorLength);
  const texts = { ...error, message, ...(hint === undefined ? {} : { hint }) };
  const left = maxBytes - noticeBytes - twice(JSON.stringify({ ...texts, data: {} }));
  // What the catalog says of the data is for handlers and their types: on the wire it has no schema that it must fit.
  const cut = cutValue(error.data, { schema: {}, budget: left, cost: twice });
  const isCut = cut.cost <= left;
  const places = isCut
    ? cut.cuts.map(({ path, ...rest }) => ({ place: placeName(`/data${path}`, "data"), ...rest }))
    : [];
  const total = Object.keys(error.data).length;
  const reported: readonly CutPlace[] = isCut ? places : [{ place: "data", unit: "entries", shown: 0, total }];
  const ofTexts = [
    ["message", error.message, message],
    ["hint", error.hint, hint],
  ] as const;
  const cutTexts = ofTexts.flatMap(([place, whole = "", shown = ""]): readonly CutPlace[] =>
    shown === whole ? [] : [{ place, unit: "characters", shown: shown.length - 1, total: whole.length }],
  );
  call.notices.unshift(cutErrorNotice([...cutTexts, ...reported]));
  return { ...texts, data: isCut ? cut.value : {} };
}
