import type { Json } from "../../../contract/json.ts";

/** Something that an API's schemas can't express. */
export interface Dropped {
  readonly tool: string;
  /** JSON Pointer into the tool's published input schema; "" is the whole. */
  readonly at: string;
  readonly keyword: string;
  /** The value that was dropped. */
  readonly value: Json;
  /**
   * How the set of arguments that the API lets through changes. `wider`: more, and the server rejects the rest.
   * `narrower`: fewer; the server would have accepted the others. `same`: only texts or form were lost.
   */
  readonly effect: "wider" | "narrower" | "same";
  readonly why: string;
  /** The words in the description that replace it, where there are any. */
  readonly said?: string;
}
