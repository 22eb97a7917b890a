export interface Case {
  readonly group: string;
  readonly name: string;
  /** By which part of which specification the answer is right. */
  readonly why: string;
  readonly transports: readonly ("stdio" | "http")[];
  readonly wants?: unknown;
  readonly status?: unknown;
  readonly ends?: boolean;
}

export const cases: readonly Case[];
