import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { MemoryArchivePurge, MemoryArchivePurgeInput } from "../../../generated/contracts/memory_archive_purge.ts";
import { errors } from "../../../generated/errors.ts";
import { type Deps, writerOf } from "../deps.ts";
import { findMemories } from "./find-memories.ts";
import { inUseNotice } from "./in-use-notice.ts";
import { hasEnded } from "./wire-memory.ts";

const maxShown = 5;

export const memoryArchivePurge: PreviewedHandler<MemoryArchivePurge, Deps> = {
  async preview(input, deps, call) {
    const request = await requestOf(input, deps, call.session.agent);
    if (!request.ok) return request;
    const { archive } = deps.memories(call.session.agent);
    const { count, first } = await archive.purgeable(request, maxShown);
    const others = await keptOfOthers(archive, request, count);
    const shown = first.map(({ title, namespace }) => `'${title}' of ${namespace}`);
    const titles = shown.length === 0 ? "" : `: ${shown.join(", ")}${count > shown.length ? " and more" : ""}`;
    return ok(
      `remove ${count} archived ${count === 1 ? "memory" : "memories"} for good${titles}${others === undefined ? "" : `; ${others}`}`,
    );
  },
  async run(input, deps, call) {
    const request = await requestOf(input, deps, call.session.agent);
    if (!request.ok) return request;
    const writer = writerOf(call.session);
    const { archive } = deps.memories(call.session.agent);
    const { purged, isErased } = await archive.purge({ ...request, writer }, { signal: call.signal });
    if (!isErased) call.notice(inUseNotice);
    const others = await keptOfOthers(archive, request, 0);
    if (others !== undefined) call.notice(others);
    return ok({ purged, owner_scope: request.agent === undefined ? "admin" : "caller" }, { where: "all namespaces" });
  },
};

type Archive = ReturnType<Deps["memories"]>["archive"];

/** What else meets the filters and was stored by others; where all of it goes, nothing. @param own how many of these are the agent's */
async function keptOfOthers(
  archive: Archive,
  request: Parameters<Archive["purgeable"]>[0],
  own: number,
): Promise<string | undefined> {
  if (request.agent === undefined) return undefined;
  const { count: all } = await archive.purgeable({ ...request, agent: undefined }, 0);
  const [stay, them] = all - own === 1 ? ["stays", "it"] : ["stay", "them"];
  return all === own ? undefined : `${all - own} that other agents stored ${stay}; as_admin removes ${them} too`;
}

/** Whatever is named must be archived, or nothing is removed. Without a word about whose, it is the caller's. */
async function requestOf(
  { ids, older_than_days: olderThanDays, agent_id: owner, as_admin: isAdmin }: MemoryArchivePurgeInput,
  { memories, now }: Deps,
  agent: string,
) {
  const which = { ok: true, olderThanDays, agent: isAdmin ? undefined : (owner ?? agent) } as const;
  if (ids === undefined) return which;
  const found = await findMemories(memories(agent), ids);
  if (!found.ok) return found;
  const time = now();
  const live = found.things.find((one) => !hasEnded(one, time));
  if (live !== undefined) return errors.memoryNotArchived({ memory: live.id, title: live.title });
  return { ...which, ids: found.things.map(({ id }) => id) };
}
