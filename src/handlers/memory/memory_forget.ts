import { ok } from "pegboard/runtime";
import type { MemoryForget } from "../../../generated/contracts/memory_forget.ts";
import { errors } from "../../../generated/errors.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { notSearchedNotice, ofMemories } from "../encryption.ts";
import { findMemories } from "./find-memories.ts";
import { findPlace } from "./place.ts";
import { namedMemory } from "./wire-memory.ts";

const maxShown = 100;

export const memoryForget: ToolHandler<MemoryForget> = async (input, deps, call) => {
  const place = await findPlace(deps.projects, input, call.session);
  if (!place.ok) return place;
  const term = input.pattern === "" ? undefined : input.pattern;
  const { tier, tag, dry_run: isDryRun } = input;
  if ([term, place.namespace, tier, tag, input.ids].every((filter) => filter === undefined)) {
    return errors.filterMissing({});
  }
  const named = input.ids === undefined ? undefined : await findMemories(deps.memories(call.session.agent), input.ids);
  if (named?.ok === false) return named;
  const ids = named?.things.map(({ id }) => id);
  const memories = deps.memories(call.session.agent);
  const filters = { term, namespace: place.namespace, tier, tag };
  const left = notSearchedNotice(await memories.notListed(filters), ofMemories);
  if (left !== undefined) call.notice(left);
  const request = { ...filters, ids, isDryRun, writer: writerOf(call.session) };
  const found = await memories.forget(request, { signal: call.signal });
  const restore = call.toolName("memory_archive_restore");
  if (!isDryRun && found.length > 0 && restore !== undefined) {
    call.notice(`${restore} brings back what is forgotten, by its id`);
  }
  const value = {
    archived: isDryRun ? 0 : found.length,
    ...(isDryRun ? { would_delete: found.length } : {}),
    dry_run: isDryRun,
    memories: found.slice(0, maxShown).map(namedMemory),
    more: found.length > maxShown,
  };
  return ok(value, { where: place.where ?? "all namespaces" });
};
