/** Time and ids for one operation. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly newId: () => string;
}
