import { truncateValue } from "../../contract/cut-value.ts";
import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import type { CallState } from "../call-state.ts";
import { type TruncatedPlace, truncatedErrorNotice } from "../notice-texts.ts";
import { placeName } from "../place-name.ts";
import type { RaisedError } from "../result.ts";
import { noticeBytes, twice } from "./truncate-large.ts";
import { frameBytes } from "./truncate-result.ts";

/**
 * Truncates a declared error to a size that can be sent: its texts are clipped, its data is cut like a result. A notice says what
 * was cut. The whole is not kept: the ends of long lists do not help to handle an error.
 */
export function truncateLargeError<Deps>(call: CallState<Deps>, error: RaisedError, maxBytes: number): RaisedError {
  // As a result an error is sent twice: as data, and as text.
  if (frameBytes + twice(JSON.stringify(error)) <= maxBytes) return error;
  const message = clip(error.message, limits.errorLength);
  const hint = error.hint === undefined ? undefined : clip(error.hint, limits.errorLength);
  const clipped = { ...error, message, ...(hint === undefined ? {} : { hint }) };
  const left = maxBytes - noticeBytes - twice(JSON.stringify({ ...clipped, data: {} }));
  // The catalog declares the data for the types of handlers; on the wire no schema applies to it.
  const cut = truncateValue(error.data, { schema: {}, budget: left, cost: twice });
  const isCut = cut.cost <= left;
  const places = isCut
    ? cut.cuts.map(({ path, ...rest }) => ({ place: placeName(`/data${path}`, "data"), ...rest }))
    : [];
  const total = Object.keys(error.data).length;
  const dataPlaces: readonly TruncatedPlace[] = isCut ? places : [{ place: "data", unit: "entries", shown: 0, total }];
  const texts = [
    ["message", error.message, message],
    ["hint", error.hint, hint],
  ] as const;
  const cutTexts = texts.flatMap(([place, whole = "", shown = ""]): readonly TruncatedPlace[] =>
    shown === whole ? [] : [{ place, unit: "characters", shown: shown.length - 1, total: whole.length }],
  );
  call.notices.unshift(truncatedErrorNotice([...cutTexts, ...dataPlaces]));
  return { ...clipped, data: isCut ? cut.value : {} };
}
