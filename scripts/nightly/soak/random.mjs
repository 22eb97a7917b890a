/** Numbers that look random and are the same for a seed, so that a run can be had again (mulberry32). */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** From 0 up to, but not, `below`. */
    integer: (below) => Math.floor(next() * below),
    pick: (list) => list[Math.floor(next() * list.length)],
    chance: (share) => next() < share,
    /** One of `[weight, value]`, as often as its weight says. */
    weighted(rows) {
      let left = next() * rows.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of rows) {
        left -= weight;
        if (left < 0) return value;
      }
      return rows.at(-1)[1];
    },
  };
}
