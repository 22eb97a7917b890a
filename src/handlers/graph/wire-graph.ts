import type { MemoryLink, ReachedMemory } from "../../../generated/types.ts";
import type { WalkedGraph } from "../../services/graph/graph.ts";
import type { LinkRow } from "../../store/graph-rows.ts";
import { dateTime, milliseconds } from "../instant.ts";

export function wireLink(link: LinkRow): MemoryLink {
  return {
    source_id: link.sourceId,
    target_id: link.targetId,
    relation: link.relation,
    strength: link.strength,
    ...(link.reason === "" ? {} : { reason: link.reason }),
    valid_from: dateTime(link.validFrom),
    valid_until: endOf(link),
    created_at: dateTime(link.createdAt),
    observed_by: link.createdBy,
  };
}

export function endOf({ validUntil }: Pick<LinkRow, "validUntil">): string | null {
  return validUntil === null ? null : dateTime(validUntil);
}

const previewLength = 200;

export function wireReached({ memory, depth, by }: WalkedGraph["reached"][number]): ReachedMemory {
  const { id, title, namespace, content } = memory;
  const preview = [...content.replaceAll(/\s+/g, " ").trim()].slice(0, previewLength).join("");
  const window = { valid_from: dateTime(by.validFrom), valid_until: endOf(by) };
  return { id, title, namespace, preview, depth, relation: by.relation, ...window };
}

/** When links have to hold, as the services take it. */
export function whenValid(input: { readonly valid_at?: string; readonly include_invalidated: boolean }) {
  const at = input.valid_at === undefined ? undefined : milliseconds(input.valid_at);
  return { at, isAnyTime: input.include_invalidated };
}
