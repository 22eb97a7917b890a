/** One way in which arguments break their contract, with all that a model needs to correct the call. */
export interface Violation {
  /** JSON Pointer into the arguments; "" is the arguments object itself. */
  readonly path: string;
  /** What was expected there, e.g. "an integer from 1 to 10". */
  readonly expected: string;
  /** What was found, shortened, never the value of a sensitive param. */
  readonly found: string;
  /** The nearest valid name or value. */
  readonly nearMiss?: string;
}
