import type { Change } from "../../src/compiler/diff/change.ts";
import type { Pair } from "./cases/build.ts";

/** What an author can't do anything about; each says why. */
export const withoutHelp: { readonly [rule: string]: string } = {};

/** Findings that ask for action, an error or a warning, and do not say what to do. */
export function helpless(id: string, changes: readonly Change[]): readonly string[] {
  const lacking = changes.filter(
    (change) => change.id === id && change.severity !== "INFO" && (change.help ?? "").trim() === "",
  );
  if (Object.hasOwn(withoutHelp, id))
    return lacking.length > 0 ? [] : [`${id} has a waiver for its help and needs none`];
  return lacking.map(({ severity, message }) => `${severity} ${id} does not say what to do: ${message}`);
}

/** Helps that show our YAML to the author of a server that has none. */
export function foreignYaml([, head]: Pair, changes: readonly Change[]): readonly string[] {
  if (head.listed !== true) return [];
  return changes
    .filter(({ help = "" }) => /\.yaml|\b[a-z_]+: (?:\[|\{|true|false)/.test(help))
    .map(({ id, help = "" }) => `${id} shows YAML to the author of a list: ${help}`);
}
