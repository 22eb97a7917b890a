import type { Loss } from "../../compiler/import/loss.ts";
import type { ToolList } from "../read-tool-list.ts";

/** A list of tools that was made of code, with what was lost on the way to it. */
export interface CodeList extends ToolList {
  /** All that was lost, with places in the code: of what the import of the list reports, too. */
  readonly lostOf: (lost: readonly Loss[]) => readonly Loss[];
}
