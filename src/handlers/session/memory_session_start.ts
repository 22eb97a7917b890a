import { contextLine, ok, okList } from "pegboard/runtime";
import type { MemorySessionStart } from "../../../generated/contracts/memory_session_start.ts";
import type { ToolHandler } from "../deps.ts";
import { standardLine, wireStandards } from "../governance/wire-standard.ts";
import { invalidNamespace, whereOf } from "../memory/invalid-namespace.ts";
import { memoriesText } from "../memory/memories-text.ts";
import { shownMemories } from "../memory/shown-memories.ts";
import { toonText } from "../memory/toon-text.ts";
import { wireMemory } from "../memory/wire-memory.ts";

export const memorySessionStart: ToolHandler<MemorySessionStart> = async (input, deps, call) => {
  const { namespace, limit, format } = input;
  const invalid = invalidNamespace(namespace);
  if (invalid !== undefined) return invalid;
  const memories = deps.memories(call.session?.agent);
  const { first, topics } = await deps.upkeep(call.session?.agent).first({ namespace, limit }, { signal: call.signal });
  const { standards: rules } = namespace === undefined ? { standards: [] } : await memories.standards.of(namespace);
  const standards = wireStandards(rules, memories);
  const now = deps.now();
  const where = whereOf(namespace);
  const context = contextLine(call.session, where);
  const cut = memories.contentCut("");
  return okList(first.length, async (count) => {
    const known = first.slice(0, count).map((memory) => ({
      ...wireMemory(memory, now),
      shown: cut(memory.content, Number.POSITIVE_INFINITY),
    }));
    const shown = shownMemories(known, { detail: "compact", fields: [], place: namespace });
    const summary = summaryOf(topics, { count: shown.length, isNarrowed: namespace !== undefined });
    const value = {
      memories: shown,
      count: shown.length,
      ...(standards.length === 0 ? {} : { standards }),
      summary,
      mode: "words" as const,
    };
    if (format !== "json") {
      return ok(value, { where, text: await toonText({ ...value, _context: context }, "memories", format) });
    }
    return ok(value, {
      where,
      text: memoriesText(known, shown, { notes: [...standards.map(standardLine), summary], context, now }),
    });
  });
};

function summaryOf(topics: readonly string[], { count, isNarrowed }: { count: number; isNarrowed: boolean }): string {
  if (count === 0) return isNarrowed ? "No memory matches." : "No memory is there.";
  return topics.length === 0 ? "Nothing stands out." : `They are about ${topics.join(", ")}.`;
}
