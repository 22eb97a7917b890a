import { pathKeys } from "../../contract/json-pointer.ts";
import { limits } from "../../contract/limits.ts";
import { normalise as bringIntoForm, type DeprecatedUse, type Normalised } from "../../contract/normalise.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { CallState } from "../call-state.ts";
import { createTextFilter } from "../denied-names.ts";
import { deprecationNotice, unknownParamNotice } from "../notice-texts.ts";
import type { Use } from "../ports.ts";
import type { CallAnswer } from "../result.ts";
import { entryOf, loadedOf } from "./stage.ts";

/** Trims, settles spellings and letter case, fills in defaults, drops what the tool does not know. */
export async function normalise<Deps>(
  call: CallState<Deps>,
  next: (call: CallState<Deps>) => Promise<CallAnswer>,
): Promise<CallAnswer> {
  const { plan, plans } = loadedOf(call).validator;
  const normalised = bringIntoForm(plan, plans, call.arguments);
  reportNormalised(call, normalised, contractName(call));
  return next({ ...call, normalised, arguments: normalised.value });
}

/**
 * Notices of what was on its way out, and of what was dropped where the catalog wants that told.
 * @param contract name of the one that the arguments were held against
 */
export function reportNormalised<Deps>(call: CallState<Deps>, normalised: Normalised, contract: string): void {
  const { deprecation } = createTextFilter(call.registry, call.policy);
  for (const use of normalised.deprecated) {
    const instead = { current: use.current, reported: use.current };
    call.notices.push(deprecationNotice(use.kind, use.name, deprecation(use.deprecation), instead));
    call.uses.push(useOf(use, contract));
  }
  if (call.registry.unknownParams !== "warn" || (call.older ?? call.entry)?.effects.destructive === true) return;
  const reported = normalised.unknown.slice(0, limits.unknownNames);
  for (const unknown of reported) call.notices.push(unknownParamNotice(unknown));
  const rest = normalised.unknown.length - reported.length;
  if (rest > 0) call.notices.push({ kind: "ignored", text: `${rest} more unknown params were ignored` });
}

/** The tool's own name, or `note_create.v1` for an older version with a handler of its own. */
function contractName<Deps>(call: CallState<Deps>): string {
  const { name, version } = entryOf(call);
  return ownValue(call.registry.tools, name)?.version === version ? name : versionName(name, version);
}

/** What an older version is called in the catalog. */
export function versionName(tool: string, version: number): string {
  return `${tool}.v${version}`;
}

/** Of its place only the param is kept: further down, keys of maps are the caller's own words. */
function useOf({ kind, path, name, current }: DeprecatedUse, contract: string): Use {
  const [root = name, ...below] = pathKeys(path);
  if (below.length > 0 || kind === "value") return { kind, tool: contract, name, param: root };
  return kind === "spelling" && current !== undefined
    ? { kind, tool: contract, name, param: current }
    : { kind, tool: contract, name };
}
