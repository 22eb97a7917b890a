/** What one request wants of its answer. */
export type Wanted =
  | { readonly result: (result: Record<string, unknown>) => boolean; readonly onResult?: (result: never) => void }
  /** A JSON-RPC error. */
  | { readonly code: number }
  /** A result that is an error of this code. */
  | { readonly error: string };

export interface Ledger {
  /** A request went out. */
  expect(id: string | number, title: string, wanted: Wanted): void;
  /** A line went out that has no id, and is answered with `id: null`. */
  expectUnnamed(code: number): void;
  /** A request was cancelled: from here on it may be answered or not. */
  cancel(id: string | number): void;
  /** A line came. */
  receive(line: string): void;
  /** Requests that wait for an answer; cancelled ones are not waited for. */
  waiting(): number;
  /** Nothing more will come: what is missing now is lost. */
  close(): void;
  /** Something else went wrong. */
  fault(text: string): void;
  readonly counts: { answered: number; refused: number; cancelled: number; busy: number; faults: number };
  /** The first twenty, in words. */
  readonly faults: readonly string[];
}

export function createLedger(): Ledger;
