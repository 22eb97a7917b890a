/** How many tools have been taken, in memory that two threads see. */
export type TakenTools = Int32Array<SharedArrayBuffer>;

export function noToolsTaken(): TakenTools {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** @returns the index of the next one; no two calls of either thread return the same */
export function takeTool(taken: TakenTools): number {
  return Atomics.add(taken, 0, 1);
}
