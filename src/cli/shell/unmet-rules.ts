import { serverNamedBy } from "../../bridge/policy.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { printError, type Terminal } from "../terminal.ts";

export interface DenyRules {
  /** Of the command line: each is meant for this very command. */
  readonly given?: readonly string[] | undefined;
  /** Of files: one of them may well be for another catalog, so only those are told of that are nearly right. */
  readonly found?: readonly string[];
  /** Every server that there is. */
  readonly names: readonly string[];
}

/** A deny rule that names no server denies nothing, and whoever wrote it believes that it does. */
export function reportUnmetRules(terminal: Terminal, { given = [], found = [], names }: DenyRules): void {
  for (const rule of new Set([...given, ...found])) {
    const server = serverNamedBy(rule);
    if (server === undefined || names.includes(server)) continue;
    const near = nearMiss(server, names);
    if (near === undefined && !given.includes(rule)) continue;
    const hint = near === undefined ? "" : `; did you mean '${near}'?`;
    const reported = `the deny rule '${rule}' is for a server '${server}', which is not there${hint}`;
    printError(terminal, `${terminal.errorColors.yellow("warning:")} ${visible(reported)}`);
  }
}
