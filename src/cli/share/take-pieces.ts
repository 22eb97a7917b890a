/** How many pieces of the shared work have been taken, in memory that two threads see. */
export type TakenPieces = Int32Array<SharedArrayBuffer>;

export function nothingTaken(): TakenPieces {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** @returns the index of the next one; no two calls of either thread return the same */
export function takePiece(taken: TakenPieces): number {
  return Atomics.add(taken, 0, 1);
}
