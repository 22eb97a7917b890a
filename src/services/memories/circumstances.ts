/** What a piece of work may know of the world. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly newId: () => string;
}
