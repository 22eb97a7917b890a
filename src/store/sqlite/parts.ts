/** All of them in lists of one length; the last may be shorter. */
export function* parts<Item>(all: Iterable<Item>, length: number): Generator<readonly Item[]> {
  let part: Item[] = [];
  for (const each of all) {
    part.push(each);
    if (part.length < length) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
