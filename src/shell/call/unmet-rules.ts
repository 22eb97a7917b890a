import { serverNamedBy } from "../../bridge/policy.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { printWarning, type Terminal } from "../../terminal/terminal.ts";

export interface DenyRules {
  /** Of the command line: each is meant for this very command. */
  readonly given?: readonly string[] | undefined;
  /** Of files: one of them may well be for another catalog, so only those are reported that are nearly right. */
  readonly found?: readonly string[];
  /** Every server that there is. */
  readonly names: readonly string[];
}

/** A deny rule that names no server denies nothing, and its author believes that it does. */
export function reportUnmetRules(terminal: Terminal, { given = [], found = [], names }: DenyRules): void {
  for (const rule of new Set([...given, ...found])) {
    const server = serverNamedBy(rule);
    if (server === undefined || names.includes(server)) continue;
    const near = nearMiss(server, names);
    if (near === undefined && !given.includes(rule)) continue;
    const hint = near === undefined ? "" : `; did you mean '${near}'?`;
    const reported = `the deny rule '${rule}' is for a server '${server}', which does not exist${hint}`;
    printWarning(terminal, reported);
  }
}
