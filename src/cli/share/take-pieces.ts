/** How many pieces have been taken, in memory that two threads see. */
export type TakenPieces = Int32Array<SharedArrayBuffer>;

export function nothingTaken(): TakenPieces {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/**
 * Takes one piece after another. One thread begins at the first one and the other at the last one, until they meet: so each prints
 * pieces of one kind as long as it can, for which its code is optimised.
 * @returns a function that gives the place of the next piece, the same to no two calls in either thread; undefined: all are taken
 */
export function takePieces(taken: TakenPieces, count: number, from: "first" | "last"): () => number | undefined {
  let own = 0;
  return () => {
    if (Atomics.add(taken, 0, 1) >= count) return undefined;
    const place = own++;
    return from === "first" ? place : count - 1 - place;
  };
}
