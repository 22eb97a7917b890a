import { ok, type PreviewedHandler } from "pegboard/runtime";
import type { MemoryDelete } from "../../../generated/contracts/memory_delete.ts";
import { errors } from "../../../generated/errors.ts";
import { type Deps, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { inUseNotice } from "./in-use-notice.ts";

export const memoryDelete: PreviewedHandler<MemoryDelete, Deps> = {
  async preview(input, deps, call) {
    const found = await findMemory(deps.memories(call.session.agent), input.id);
    if (!found.ok) return found;
    const { id, title, namespace } = found.thing;
    const { versions, packs } = await deps.memories(call.session.agent).removalOf(id);
    const parts = [
      `remove '${title}' (${id}) from ${namespace} for good`,
      `with ${versions} archived ${versions === 1 ? "version" : "versions"}`,
      packs.length === 0 ? "no pack holds it" : `it leaves the packs ${packs.map((name) => `'${name}'`).join(", ")}`,
    ];
    return ok(parts.join("; "));
  },
  async run(input, deps, call) {
    const found = await findMemory(deps.memories(call.session.agent), input.id);
    if (!found.ok) return found;
    const { id, namespace } = found.thing;
    const removed = await deps.memories(call.session.agent).remove(id, writerOf(call.session), { signal: call.signal });
    if (removed === undefined) return errors.memoryNotFound({ memory: input.id });
    if (!removed.isErased) call.notice(inUseNotice);
    if (input.agent_id !== undefined && input.agent_id !== call.session.agent) {
      call.notice(`agent_id was not used: the session of '${call.session.agent}' removed it`);
    }
    return ok(
      { deleted: true, id, versions: removed.versions, packs: removed.packs },
      { where: `namespace ${namespace}` },
    );
  },
};
