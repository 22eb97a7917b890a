const shortest = 4;

/** How many ids that begin alike are shown. */
export const maxIdsShown = 5;

/** The beginning of an id that a text may be; undefined when it can't be one, or is too short to mean one thing. */
export function idPrefix(text: string): string | undefined {
  const folded = text.toLowerCase();
  return folded.length >= shortest && /^[0-9a-f-]+$/.test(folded) ? folded : undefined;
}

export function withId(name: string, id: string): string {
  return `${name} (${id})`;
}
