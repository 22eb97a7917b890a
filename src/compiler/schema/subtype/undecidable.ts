/** Thrown inside the engine where no certain answer exists; its message is the reason given to people. */
export class Undecidable extends Error {}

/** What can be computed; where there is no certain answer, what follows from the reason. */
export function decided<T, U>(compute: () => T, otherwise: (reason: string) => U): T | U {
  try {
    return compute();
  } catch (problem) {
    if (problem instanceof Undecidable) return otherwise(problem.message);
    throw problem;
  }
}

/** The reason as an answer of the search. */
export function unknownBecause(reason: string): { readonly kind: "unknown"; readonly reason: string } {
  return { kind: "unknown", reason };
}
