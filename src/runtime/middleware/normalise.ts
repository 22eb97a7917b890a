import { pathKeys } from "../../contract/json-pointer.ts";
import { limits } from "../../contract/limits.ts";
import { normalise as bringIntoForm, type DeprecatedUse, type Normalised } from "../../contract/normalise.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { CallInProgress, CallState } from "../call-state.ts";
import { unknownParamsOf } from "../invalid-arguments.ts";
import { deprecationNotice, unknownParamNotice } from "../notice-texts.ts";
import type { Use } from "../ports.ts";
import { entryOf, loadedOf } from "./stage.ts";

/** Trims texts, replaces other spellings and letter case, fills in defaults, drops unknown params. */
export function normalise<Deps>(call: CallInProgress<Deps>): undefined {
  const { plan, plans } = loadedOf(call).validator;
  const normalised = bringIntoForm(plan, plans, call.arguments);
  if (normalised.deprecated.length > 0 || normalised.unknown.length > 0) {
    reportNormalised(call, normalised, contractName(call));
  }
  call.normalised = normalised;
  // A preview and the call that it precedes get arguments of their own.
  const isShared = normalised.value === call.request.arguments && entryOf(call).confirm !== undefined;
  call.arguments = isShared ? { ...normalised.value } : normalised.value;
}

/**
 * Adds notices of deprecated uses, and of dropped params where the catalog wants them.
 * @param contract name of the contract of the arguments
 */
export function reportNormalised<Deps>(call: CallState<Deps>, normalised: Normalised, contract: string): void {
  const { deprecation } = call.textFilter;
  for (const use of normalised.deprecated) {
    const replacement = { current: use.current, shownAs: use.current };
    call.notices.push(deprecationNotice(use.kind, use.name, deprecation(use.deprecation), replacement));
    call.uses.push(useOf(use, contract));
  }
  if (unknownParamsOf(call) !== "warn") return;
  const shown = normalised.unknown.slice(0, limits.unknownNames);
  for (const unknown of shown) call.notices.push(unknownParamNotice(unknown));
  const rest = normalised.unknown.length - shown.length;
  if (rest > 0) call.notices.push({ kind: "ignored", text: `${rest} more unknown params were ignored` });
}

/** The tool's own name, or `note_create.v1` for an older version with a handler of its own. */
function contractName<Deps>(call: CallState<Deps>): string {
  const { name, version } = entryOf(call);
  return ownValue(call.registry.tools, name)?.version === version ? name : versionName(name, version);
}

/** The name of an older version in the catalog. */
export function versionName(tool: string, version: number): string {
  return `${tool}.v${version}`;
}

/** Of its path only the top-level param is kept: further down, keys of maps come from the caller. */
function useOf({ kind, path, name, current }: DeprecatedUse, contract: string): Use {
  const [root = name, ...below] = pathKeys(path);
  if (below.length > 0 || kind === "value") return { kind, tool: contract, name, param: root };
  return kind === "spelling" && current !== undefined
    ? { kind, tool: contract, name, param: current }
    : { kind, tool: contract, name };
}
