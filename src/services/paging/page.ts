/** One page of a list in a fixed order. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; undefined when the list ends here. */
  readonly nextCursor: string | undefined;
}

/** What every list takes. */
export interface PageRequest {
  /** 1 to 200. */
  readonly limit: number;
  readonly cursor?: string;
}

/** The cursor belongs to a list with other filters, or is malformed. */
export interface BadCursor {
  readonly status: "bad_cursor";
}
