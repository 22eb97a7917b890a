/** A figure that a host knows, for the operator's monitoring. */
export interface Figure {
  /** As Prometheus wants names: small letters, digits and `_`, with a unit last; of a counter with `_total`. */
  readonly name: string;
  /** counter: it only grows while the process runs. */
  readonly type: "counter" | "gauge";
  /** One line. */
  readonly help: string;
  readonly value: number;
}

/** Calls under way and in line. */
export interface CallLoad {
  readonly running: number;
  readonly waiting: number;
}
