import type { ReadableRows } from "../../store/store.ts";
import { withoutControls } from "../namespaces/control-characters.ts";

export const maxTitleLength = 512;

/** The highest number that is added to a taken title: "Ports (1024)". */
const maxNumber = 1024;

/** The first line that is not blank, without control characters, cut to the length of a title at the end of a word. */
export function titleFrom(content: string): string {
  for (const line of content.split(/[\r\n\u2028\u2029]/u)) {
    const shown = withoutControls(line).trim();
    if (shown !== "") return cutAtWord(shown, maxTitleLength);
  }
  return "Untitled";
}

/** Cuts to so many code points, at the last white space if there is one in the second half. */
export function cutAtWord(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length).join("");
  if (/\s/u.test(characters[length] ?? "")) return kept.trimEnd();
  const lastSpace = kept.search(/\s\S*$/u);
  return lastSpace > kept.length / 2 ? kept.slice(0, lastSpace).trimEnd() : kept;
}

/** The titles to try when one is taken: "Ports (2)", "Ports (3)", … each within the length of a title. */
export function numberedTitles(title: string): readonly string[] {
  return Array.from({ length: maxNumber - 1 }, (_, index) => {
    const suffix = ` (${index + 2})`;
    return `${[...title]
      .slice(0, maxTitleLength - suffix.length)
      .join("")
      .trimEnd()}${suffix}`;
  });
}

/** The first of the numbered titles that is free in the namespace; undefined when all are taken. */
export async function freeTitle(
  { memories }: ReadableRows,
  namespace: string,
  title: string,
): Promise<string | undefined> {
  const titles = numberedTitles(title);
  const taken = await memories.titlesTaken(namespace, titles);
  return titles.find((candidate) => !taken.has(candidate));
}
