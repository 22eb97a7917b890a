import { ok } from "pegboard/runtime";
import type { MemoryCheckDuplicate } from "../../../generated/contracts/memory_check_duplicate.ts";
import type { ToolHandler } from "../deps.ts";
import { notSearchedNotice, ofMemories } from "../encryption.ts";
import { invalidNamespace, whereOf } from "../memory/invalid-namespace.ts";

export const memoryCheckDuplicate: ToolHandler<MemoryCheckDuplicate> = async (input, deps, call) => {
  const { title, content, namespace, threshold } = input;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const request = { title, content, namespace, threshold };
  const { nearest, isDuplicate, compared, notCompared } = await deps
    .upkeep(call.session?.agent)
    .checkDuplicate(request, { signal: call.signal });
  const left = notSearchedNotice(notCompared, ofMemories, "compared");
  if (left !== undefined) call.notice(left);
  const value = {
    is_duplicate: isDuplicate,
    threshold,
    // Further digits cost tokens and say nothing; rounding up would show a duplicate that is none.
    nearest: nearest === undefined ? null : { ...nearest, similarity: Math.floor(nearest.similarity * 1_000) / 1_000 },
    suggested_merge: isDuplicate ? (nearest?.id ?? null) : null,
    candidates_scanned: compared,
    method: "words" as const,
  };
  return ok(value, { where: whereOf(namespace) });
};
