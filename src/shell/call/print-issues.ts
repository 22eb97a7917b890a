import type { ArgumentIssue } from "../../bridge/provider.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";

/** One way in which arguments are not what a tool takes. */
export type Issue = Pick<ArgumentIssue, "path" | "expected" | "found" | "nearMiss">;

/** Prints every issue, with its place, and what would be right there. */
export function printIssues(terminal: Terminal, tool: string, issues: readonly Issue[]): void {
  printError(terminal, `${terminal.errorColors.red("error:")} invalid arguments for ${visible(tool)}`);
  for (const { path, expected, found, nearMiss } of issues) {
    const near = nearMiss === undefined ? "" : `; did you mean '${nearMiss}'?`;
    const place = path === "" ? "the arguments" : path;
    printError(terminal, visible(`       ${place}: expected ${expected}, found ${found}${near}`));
  }
}
