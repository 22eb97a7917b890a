import type { Json } from "../../../contract/json.ts";

/** Something that an API's schemas can't say. */
export interface Dropped {
  readonly tool: string;
  /** JSON Pointer into the tool's published input schema; "" is the whole. */
  readonly at: string;
  readonly keyword: string;
  /** What stood there. */
  readonly value: Json;
  /**
   * What became of the set of arguments that the API lets through. `wider`: more, and the server refuses the rest.
   * `narrower`: fewer; the server would have taken the others. `same`: only words or form were lost.
   */
  readonly effect: "wider" | "narrower" | "same";
  readonly why: string;
  /** The words in which the description says it now, where it does. */
  readonly said?: string;
}
