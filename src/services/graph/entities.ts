import type { JsonObject } from "../../contract/json.ts";
import type { Writer } from "../../store/activity-rows.ts";
import type { EntityRow } from "../../store/graph-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { archiveExpired } from "../memories/archive-expired.ts";
import type { StoreRequest } from "../memories/memories.ts";
import { metadataProblem } from "../memories/metadata.ts";
import { writeMemory } from "../memories/store-memory.ts";
import type { Circumstances } from "../service-options.ts";

/** The kind of memories that stand for a thing. */
export const entityKind = "entity";

export interface RegisterEntity {
  readonly name: string;
  readonly namespace: string;
  readonly aliases: readonly string[];
  readonly metadata: JsonObject;
  /** undefined: the writer's agent. */
  readonly agentId?: string | undefined;
  readonly writer: Writer;
}

export type RegisteredEntity =
  | { readonly status: "created" | "known"; readonly entity: EntityRow }
  /** A name belongs to another entity of the namespace, or to a memory that is none. */
  | { readonly status: "taken"; readonly name: string; readonly by: string }
  | { readonly status: "metadata_too_large"; readonly problem: string };

/** Makes the entity, or gives the one of that name further names. Nothing is taken from another entity. */
export async function registerEntity(
  rows: WritableRows,
  request: RegisterEntity,
  circumstances: Circumstances,
): Promise<RegisteredEntity> {
  const { name, namespace, aliases, writer } = request;
  const problem = metadataProblem(request.metadata);
  if (problem !== undefined) return { status: "metadata_too_large", problem };
  const { now } = circumstances;
  await archiveExpired(rows, now);
  const [known] = await rows.graph.entities(name, namespace, now);
  for (const alias of aliases) {
    const others = await rows.graph.entities(alias, namespace, now);
    const other = others.find(({ memory }) => memory.id !== known?.memory.id);
    if (other !== undefined) return { status: "taken", name: alias, by: other.memory.id };
  }
  const id = known?.memory.id ?? (await createEntity(rows, request, circumstances));
  if (typeof id !== "string") return id;
  await rows.graph.addAliases(id, [name, ...aliases]);
  await rows.activity.append({ ...writer, at: now, event: "memory_named", subject: id });
  const entity = (await rows.graph.entities(name, namespace, now)).find(({ memory }) => memory.id === id);
  if (entity === undefined) throw new Error(`invariant: entity ${id} was written in the same transaction`);
  return { status: known === undefined ? "created" : "known", entity };
}

/** @returns its id, or why there is none */
async function createEntity(
  rows: WritableRows,
  { name, namespace, metadata, agentId, writer }: RegisterEntity,
  circumstances: Circumstances,
): Promise<string | Exclude<RegisteredEntity, { status: "created" | "known" }>> {
  const request: StoreRequest = {
    namespace,
    content: name,
    tier: "long",
    kind: entityKind,
    scope: "collective",
    source: "nhi",
    priority: 5,
    confidence: 1,
    tags: [],
    metadata,
    force: true,
    leftOut: new Set(),
    agentId,
    writer,
  };
  const outcome = await writeMemory(rows, { request, title: name, onConflict: "error" }, undefined, circumstances);
  switch (outcome.status) {
    case "created":
      return outcome.memory.id;
    case "title_taken":
      return { status: "taken", name, by: outcome.id };
    default:
      throw new Error(`invariant: a new shared memory is written or its title is taken, not ${outcome.status}`);
  }
}

/** The thing of that name; without a namespace that which was registered last. */
export async function entityNamed(
  { graph }: ReadableRows,
  alias: string,
  namespace: string | undefined,
  now: number,
): Promise<EntityRow | undefined> {
  const [newest] = await graph.entities(alias, namespace, now);
  return newest;
}
