import { limits } from "../../contract/limits.ts";
import { normalise as bringIntoForm, type Normalised } from "../../contract/normalise.ts";
import { deprecationNotice, unknownParamNotice } from "../notice-texts.ts";
import type { CallAnswer } from "../result.ts";
import type { RoadCall } from "../station.ts";
import { loadedOf } from "./stage.ts";

/** Trims, settles spellings and letter case, fills in defaults, drops what the tool does not know. */
export async function normalise<Deps>(
  call: RoadCall<Deps>,
  next: (call: RoadCall<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { shape, shapes } = loadedOf(call).validator;
  const normalised = bringIntoForm(shape, shapes, call.arguments);
  tellNormalised(call, normalised);
  return next({ ...call, normalised, arguments: normalised.value });
}

/** Notices of what was on its way out, and of what was dropped where the catalog wants that told. */
export function tellNormalised<Deps>(call: RoadCall<Deps>, normalised: Normalised): void {
  for (const use of normalised.deprecated) {
    call.notices.push(deprecationNotice(use.kind, use.name, use.deprecation, use.current));
  }
  if (call.registry.unknownParams !== "warn" || (call.older ?? call.entry)?.effects.destructive === true) return;
  const told = normalised.unknown.slice(0, limits.unknownNames);
  for (const unknown of told) call.notices.push(unknownParamNotice(unknown));
  const rest = normalised.unknown.length - told.length;
  if (rest > 0) call.notices.push({ kind: "ignored", text: `${rest} more unknown params were ignored` });
}
