const shortLength = 8;

/** The beginning of an id, which every tool takes in place of the whole. */
export function shortId(id: string): string {
  return id.slice(0, shortLength);
}
