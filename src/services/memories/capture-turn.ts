import { createHash } from "node:crypto";
import type { JsonObject } from "../../contract/json.ts";
import type { Writer } from "../../store/activity-rows.ts";
import type { MemoryRow } from "../../store/memory-rows.ts";
import type { WritableRows } from "../../store/store.ts";
import { withoutControls } from "../namespaces/control-characters.ts";
import { archiveExpired } from "./archive-expired.ts";
import { memoryAt, writtenMemory } from "./memory-at.ts";
import { hasCitations, metadataProblem } from "./metadata.ts";
import { taskBehind } from "./task-behind.ts";
import { freeTitle } from "./title.ts";

export interface TurnRequest {
  /** These two name a turn of the writer's agent. */
  readonly hostSessionId: string;
  readonly turnIndex: number;
  readonly role: string;
  readonly content: string;
  readonly namespace: string;
  readonly metadata: JsonObject;
  /** When it was said, in milliseconds since 1970; undefined: now. */
  readonly saidAt: number | undefined;
  readonly writer: Writer;
}

export type TurnOutcome =
  /** `known`: the turn was captured before, and nothing is changed. */
  | { readonly status: "captured" | "known"; readonly memory: MemoryRow }
  | { readonly status: "metadata_too_large"; readonly problem: string };

/** What was said is seldom as useful as what it learned of it. */
const priority = 3;

/** The id of a turn is made of its name, so the archive knows it too. */
export async function captureTurn(rows: WritableRows, request: TurnRequest, now: number): Promise<TurnOutcome> {
  const { hostSessionId, turnIndex, role, content, namespace, metadata, saidAt = now, writer } = request;
  const problem = metadataProblem(metadata);
  if (problem !== undefined) return { status: "metadata_too_large", problem };
  await archiveExpired(rows, now);
  const id = idOfTurn(writer.agent, hostSessionId, turnIndex);
  const known = await memoryAt(rows, id);
  if (known !== undefined) return { status: "known", memory: known };
  const wanted = `Turn ${turnIndex} of ${withoutControls(hostSessionId).trim()}: ${role}`;
  const isTaken = (await rows.memories.byTitle(namespace, wanted)) !== undefined;
  const title = isTaken ? ((await freeTitle(rows, namespace, wanted)) ?? `Turn ${id}`) : wanted;
  await rows.memories.insert({
    id,
    namespace,
    title,
    content,
    tier: "long",
    kind: "conversation",
    scope: "collective",
    source: "hook",
    priority,
    confidence: 1,
    tags: [],
    sourceUri: null,
    cited: hasCitations(undefined, metadata),
    metadata,
    signature: null,
    signedCreatedAt: null,
    agentId: writer.agent,
    createdAt: saidAt,
    updatedAt: now,
    expiresAt: null,
    writtenBy: writer.agent,
    session: writer.session,
    taskId: await taskBehind(rows, namespace, writer.agent),
  });
  await rows.activity.append({ ...writer, at: now, event: "memory_created", subject: id });
  return { status: "captured", memory: await writtenMemory(rows, id) };
}

/** A UUID of version 8, which is for ids that are made of something. @see RFC 9562, section 5.8 */
function idOfTurn(agent: string, hostSessionId: string, turnIndex: number): string {
  const name = JSON.stringify([agent, hostSessionId, turnIndex]);
  const hex = createHash("sha256").update(name).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
