import { contextLine, ok, okList } from "pegboard/runtime";
import type { MemorySearch, MemorySearchInput } from "../../../generated/contracts/memory_search.ts";
import type { MemoryFilter } from "../../store/memory-search.ts";
import type { ToolHandler } from "../deps.ts";
import { notSearchedNotice, ofMemories } from "../encryption.ts";
import { invalidNamespace, whereOf } from "./invalid-namespace.ts";
import { memoriesText } from "./memories-text.ts";
import { shownMemories } from "./shown-memories.ts";
import { toonText } from "./toon-text.ts";
import { visibleTo } from "./visible-to.ts";
import { wireMemory } from "./wire-memory.ts";

export const memorySearch: ToolHandler<MemorySearch> = async (input, deps, call) => {
  const { query, namespace, limit, format } = input;
  const invalid = invalidNamespace(namespace) ?? invalidNamespace(input.as_agent);
  if (invalid !== undefined) return invalid;
  const memories = deps.memories(call.session?.agent);
  const request = { query, filter: filterOf(input), limit };
  const { found, more, notSearched } = await memories.search(request, { signal: call.signal });
  const left = notSearchedNotice(notSearched, ofMemories);
  if (left !== undefined) call.notice(left);
  const searchable = left === undefined ? "" : " that could be searched";
  const now = deps.now();
  const where = whereOf(namespace);
  const context = contextLine(call.session, where);
  const cut = memories.contentCut(query);
  const recall = call.toolName("memory_recall");
  const instead = recall === undefined ? "" : `; ${recall} finds some of them`;
  return okList(found.length, async (count) => {
    const known = found.slice(0, count).map((memory) => ({
      ...wireMemory(memory, now),
      shown: cut(memory.content, Number.POSITIVE_INFINITY),
    }));
    const fields = input.include_archived ? (["archived"] as const) : [];
    const results = shownMemories(known, { detail: "compact", fields, place: namespace });
    const isCut = more || count < found.length;
    const value = { results, count: results.length, more: isCut };
    if (format !== "json") {
      return ok(value, { where, text: await toonText({ ...value, _context: context }, "results", format) });
    }
    const notes = [
      ...(results.length === 0 ? [`No memory${searchable} holds all of these words${instead}.`] : []),
      ...(isCut ? ["More matched: raise 'limit', or give more words."] : []),
    ];
    return ok(value, { where, text: memoriesText(known, results, { notes, context, now }) });
  });
};

function filterOf(input: MemorySearchInput): MemoryFilter {
  return {
    ...(input.namespace === undefined ? {} : { namespace: { path: input.namespace, below: true } }),
    ...(input.tier === undefined ? {} : { tier: input.tier }),
    ...(input.agent_id === undefined ? {} : { agentId: input.agent_id }),
    ...(input.source_uri === undefined ? {} : { sourceUri: input.source_uri }),
    ...(input.as_agent === undefined ? {} : { visibleTo: visibleTo(input.as_agent) }),
    includeArchived: input.include_archived,
  };
}
