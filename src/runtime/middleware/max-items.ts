interface Attempt {
  readonly fits: boolean;
}

/**
 * Finds the longest beginning of a list that fits; the first item alone where not even that does.
 * @param items of the whole list, which does not fit
 * @param attempt makes an answer with the first items, 1 to `items` - 1
 */
export async function withMaxItems<Answer extends Attempt>(
  items: number,
  attempt: (items: number) => Promise<Answer>,
): Promise<Answer> {
  let found = await attempt(1);
  if (!found.fits) return found;
  let fitting = 1;
  let tooMany = items;
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    const tried = await attempt(middle);
    if (tried.fits) {
      found = tried;
      fitting = middle;
    } else tooMany = middle;
  }
  return found;
}
