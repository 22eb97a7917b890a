// Texts of servers that are not trusted, on a terminal. What goes into a pipe stays as it is. Pure.

import { visible, visibleText } from "../../diagnostics/display-text.ts";
import { isTerminal } from "../../terminal/terminal.ts";

/** As it is in a pipe, and harmless on a terminal. */
export function shownOn(stream: object, text: string): string {
  return isTerminal(stream) ? visibleText(text) : text;
}

/** One line: the first that says something, shortened. */
export function firstLine(text: string, most = 160): string {
  const line = visible(text.trim().split(/\r?\n/, 1)[0] ?? "");
  const letters = [...line];
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join("")}…`;
}

/** A text as one word of a POSIX shell: what is shown to be copied must do nothing else than it says, whatever its source. */
export function shellWord(text: string): string {
  const shown = visible(text);
  return /^[\w./:@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
