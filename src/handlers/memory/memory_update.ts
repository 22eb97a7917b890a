import { ok } from "pegboard/runtime";
import type { MemoryUpdate, MemoryUpdateInput } from "../../../generated/contracts/memory_update.ts";
import { errors } from "../../../generated/errors.ts";
import type { UpdateRequest } from "../../services/memories/update-memory.ts";
import { type ToolHandler, writerOf } from "../deps.ts";
import { findMemory } from "../find.ts";
import { milliseconds } from "../instant.ts";
import { hiddenCharacter } from "./hidden-character.ts";
import { findPlace } from "./place.ts";
import { untilNotice, wireMemory } from "./wire-memory.ts";

export const memoryUpdate: ToolHandler<MemoryUpdate> = async (input, deps, call) => {
  const found = await findMemory(deps.memories(call.session.agent), input.id);
  if (!found.ok) return found;
  const place = await findPlace(deps.projects, input, call.session);
  if (!place.ok) return place;
  if (input.encryption_scope === "organization") return errors.encryptionUnsupported({});
  const hidden = hiddenCharacter(input);
  if (hidden !== undefined) return errors.controlCharacter(hidden);

  const outcome = await deps.memories(call.session.agent).update(
    {
      id: found.thing.id,
      changes: changesOf(input, place.namespace),
      expectedVersion: input.expected_version,
      editSource: input.edit_source,
      writer: writerOf(call.session),
    },
    { signal: call.signal },
  );
  switch (outcome.status) {
    case "not_found":
      return errors.memoryNotFound({ memory: input.id });
    case "archived":
      return errors.memoryArchived({ memory: outcome.memory.id, title: outcome.memory.title });
    case "version_conflict": {
      const { id: memory, title, version } = outcome.memory;
      return errors.versionConflict({ memory, title, version, expected: input.expected_version ?? version });
    }
    case "title_taken": {
      const { namespace, title, id } = outcome.memory;
      return errors.memoryExists({ namespace, title, id });
    }
    case "metadata_too_large":
      return errors.metadataTooLarge({ problem: outcome.problem });
  }
  const { memory, replaced, keptTier } = outcome;
  if (keptTier) call.notice(`tier: it stays '${memory.tier}', a tier is never lowered; expires_at sets an end`);
  const wire = wireMemory(memory, deps.now());
  const restore = call.toolName("memory_archive_restore");
  const until = wire.archived
    ? `archived, because its end is past${restore === undefined ? "" : `; ${restore} brings it back`}`
    : untilNotice(memory);
  if (until !== undefined) call.notice(until);
  const value = {
    updated: outcome.status === "updated",
    edit_source: input.edit_source,
    archived: replaced ?? null,
    memory: wire,
  };
  return ok(value, { where: `namespace ${memory.namespace}` });
};

function changesOf(input: MemoryUpdateInput, namespace: string | undefined): UpdateRequest["changes"] {
  const { title, content, tier, kind, tags, priority, confidence, metadata, expires_at: end } = input;
  const given = { title, content, tier, kind, tags, priority, confidence, metadata, namespace };
  const expiresAt = typeof end === "string" ? milliseconds(end) : end;
  const encrypted = input.encryption_scope === "personal" ? true : undefined;
  return { ...given, sourceUri: input.source_uri, expiresAt, encrypted };
}
