import { ok } from "pegboard/runtime";
import type { MemoryDetectContradiction } from "../../../generated/contracts/memory_detect_contradiction.ts";
import type { ToolHandler } from "../deps.ts";
import { findMemory } from "../find.ts";
import { namedMemory } from "../memory/wire-memory.ts";
import { noticeWordsAlone } from "./words-alone.ts";

export const memoryDetectContradiction: ToolHandler<MemoryDetectContradiction> = async (input, deps, call) => {
  const agent = call.session?.agent;
  const a = await findMemory(deps.memories(agent), input.id_a);
  if (!a.ok) return a;
  const b = await findMemory(deps.memories(agent), input.id_b);
  if (!b.ok) return b;
  const made = await deps.upkeep(agent).contradiction(a.thing, b.thing, { signal: call.signal });
  const { found, method } = made;
  noticeWordsAlone(call, made);
  const [first = "", second = ""] = found?.sentences ?? [];
  const link = call.toolName("memory_link");
  if (found !== undefined && link !== undefined) call.notice(`${link} with the relation contradicts keeps it`);
  const value = {
    contradicts: found !== undefined,
    reason: found?.reason ?? null,
    ...(found === undefined ? {} : { sentence_a: first, sentence_b: second }),
    memory_a: namedMemory(a.thing),
    memory_b: namedMemory(b.thing),
    method,
  };
  return ok(value, { where: `'${a.thing.title}' and '${b.thing.title}'` });
};
