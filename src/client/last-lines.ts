/** Characters of what a program printed that a message repeats. */
const maxRepeated = 600;

/**
 * The end of what a program printed, in one line. Of an error that ended it the frames of the stack are left out: they would fill
 * the space, and the line that says what went wrong stands before them.
 * @param text without secrets: half a secret is one too
 */
export function lastLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const shown = lines.filter((line) => line !== "" && !isFrame(line)).join(" | ");
  return shown.length > maxRepeated ? `…${shown.slice(-maxRepeated)}` : shown;
}

/** A frame of a JavaScript stack, or the mark below the line of code that it begins with. */
function isFrame(line: string): boolean {
  return /^at .*(?::\d+:\d+|<anonymous>|index \d+)\)?(?: \{)?$/.test(line) || /^\^+$/.test(line);
}
