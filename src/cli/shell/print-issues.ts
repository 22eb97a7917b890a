import { visible } from "../../diagnostics/display-text.ts";
import { printError, type Terminal } from "../terminal.ts";

/** One way in which arguments are not what a tool takes. */
export interface Issue {
  /** JSON Pointer; "" is all of them. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly nearMiss?: string;
}

/** Tells every flaw, with its place, and what would be right there. */
export function printIssues(terminal: Terminal, tool: string, issues: readonly Issue[]): void {
  printError(terminal, `${terminal.errorColors.red("error:")} the arguments don't fit ${visible(tool)}`);
  for (const { path, expected, found, nearMiss } of issues) {
    const near = nearMiss === undefined ? "" : `; did you mean '${nearMiss}'?`;
    const place = path === "" ? "all of them" : path;
    printError(terminal, visible(`       ${place}: expected ${expected}, found ${found}${near}`));
  }
}
