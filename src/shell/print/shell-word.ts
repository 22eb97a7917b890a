import { visible } from "../../diagnostics/display-text.ts";

/** A text as one word of a POSIX shell: what is shown to be copied must do nothing else than it says, whoever named it. */
export function shellWord(text: string): string {
  const shown = visible(text);
  return /^[\w./:@%+-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
