import { sameJson } from "../../contract/alias.ts";
import type { ComparedTool } from "./compared.ts";

/** The counterpart that a tool was compared with last, and whether they were equal. */
const known = new WeakMap<ComparedTool, { readonly other: ComparedTool; readonly same: boolean }>();

/** Are two tools equal to the last word? Several walks ask this of the same pairs, so the answer is remembered. */
export function sameTool(base: ComparedTool, head: ComparedTool): boolean {
  const before = known.get(base);
  if (before?.other === head) return before.same;
  const same = sameJson(base, head);
  known.set(base, { other: head, same });
  return same;
}
