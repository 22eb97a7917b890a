import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-pegboard.ts";

/** The text of every `tools` array that was sent, as it was sent. */
export function toolArrays(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const start = line.indexOf('"tools":[');
    return start === -1 ? [] : [arrayAt(line, start + '"tools":'.length)];
  });
}

function arrayAt(text: string, start: number): string {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === "\\") at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "[") depth++;
    else if (character === "]" && --depth === 0) return text.slice(start, at + 1);
  }
  return "";
}

/** That of the list that is served by default, as the compiler wrote it. */
export const publishedTools: readonly string[] = toolArrays([
  readFileSync(join(root, "generated", ".cache", "wire", "core.json"), "utf8"),
]);
