import type { JsonObject } from "../../contract/json.ts";

/** A schema file that is to be written, as the value that it will hold. */
export interface Draft {
  readonly path: string;
  readonly value: JsonObject;
  /** Original names of the tools that need it. */
  readonly tools: readonly string[];
}
