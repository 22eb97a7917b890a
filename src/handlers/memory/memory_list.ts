import { contextLine, ok, okList } from "pegboard/runtime";
import type { MemoryList } from "../../../generated/contracts/memory_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { notSearchedNotice, ofMemories } from "../encryption.ts";
import { wirePage } from "../page.ts";
import { memoriesText } from "./memories-text.ts";
import { findPlace } from "./place.ts";
import { shownMemories } from "./shown-memories.ts";
import { toonText } from "./toon-text.ts";
import { wireMemory } from "./wire-memory.ts";

export const memoryList: ToolHandler<MemoryList> = async (input, deps, call) => {
  const place = await findPlace(deps.projects, input, call.session);
  if (!place.ok) return place;
  const { tier, kind, tag, agent_id: agentId, term, cursor, limit } = input;
  const asked = { namespace: place.namespace, tier, kind, tag, agentId, term, cursor, limit };
  const page = await deps.memories(call.session?.agent).list(asked);
  if ("status" in page) return errors.cursorInvalid({});
  const left = notSearchedNotice(page.notSearched, ofMemories);
  if (left !== undefined) call.notice(left);
  const now = deps.now();
  const where = place.where ?? "all namespaces";
  const context = contextLine(call.session, where);
  const { format, detail } = input;
  const isNarrowed = [place.namespace, tier, kind, tag, agentId, term || undefined].some((each) => each !== undefined);
  const cut = deps.memories(call.session?.agent).contentCut(term ?? "");
  return okList(page.items.length, async (count) => {
    const memories = page.items.slice(0, count).map((memory) => ({
      ...wireMemory(memory, now),
      ...(detail === "full" ? {} : { shown: cut(memory.content, Number.POSITIVE_INFINITY) }),
    }));
    const shown = shownMemories(memories, { detail, fields: [], place: place.namespace });
    const value = { ...wirePage(page.first(count), (memory) => memory), items: shown };
    if (format !== "json") {
      return ok(value, { where, text: await toonText({ ...value, _context: context }, "items", format) });
    }
    if (detail === "full") return ok(value, { where });
    const { next_cursor: next } = value;
    const notes = [
      ...(shown.length === 0 ? [isNarrowed ? "No memory matches." : "No memory is there."] : []),
      ...(next === null ? [] : [`More follow: cursor ${next}`]),
    ];
    return ok(value, { where, text: memoriesText(memories, shown, { notes, context, now }) });
  });
};
