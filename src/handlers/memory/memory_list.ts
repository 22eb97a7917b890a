import { contextLine, ok, okList } from "pegboard/runtime";
import type { MemoryList } from "../../../generated/contracts/memory_list.ts";
import { errors } from "../../../generated/errors.ts";
import type { ToolHandler } from "../deps.ts";
import { wirePage } from "../page.ts";
import { findPlace } from "./place.ts";
import { toonText } from "./toon-text.ts";
import { wireMemory } from "./wire-memory.ts";

export const memoryList: ToolHandler<MemoryList> = async (input, deps, call) => {
  const place = await findPlace(deps.projects, input);
  if (!place.ok) return place;
  const { tier, kind, tag, agent_id: agentId, term, cursor, limit } = input;
  const asked = { namespace: place.namespace, tier, kind, tag, agentId, term, cursor, limit };
  const page = await deps.memories(call.session?.agent).list(asked);
  if ("status" in page) return errors.cursorInvalid({});
  const now = deps.now();
  const where = place.where ?? "all namespaces";
  const { format } = input;
  return okList(page.items.length, async (count) => {
    const value = wirePage(page.first(count), (memory) => wireMemory(memory, now));
    if (format === "json") return ok(value, { where });
    const text = await toonText({ ...value, _context: contextLine(call.session, where) }, "items", format);
    return ok(value, { where, text });
  });
};
