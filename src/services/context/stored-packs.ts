import { randomUUID } from "node:crypto";
import type { ActivityEvent } from "../../store/activity-rows.ts";
import { nameKey } from "../../store/name-key.ts";
import type { PackRow, PackRows } from "../../store/pack-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { idPrefix, maxIdsShown, withId } from "../names/id-prefix.ts";
import { likest, maxCompared } from "../names/likeness.ts";
import type { ServiceOptions } from "../service-options.ts";
import type { Writer } from "../writer.ts";
import type { Pack, PackLookup, Packs, UpdatePack } from "./packs.ts";

export function storedPacks({ store, clock }: ServiceOptions): Packs {
  return {
    find: (pack) => store.read((rows) => findPack(rows, pack)),
    create: ({ writer, ...facts }) =>
      store.write(async (rows) => {
        const now = clock();
        const taken = await rows.packs.byName(facts.name);
        if (taken !== undefined) return { status: "name_taken", pack: packOf(taken) };
        const id = randomUUID();
        const { agent: createdBy, sessionId: session } = writer;
        const tags = [...new Set(facts.tags)];
        await rows.packs.insert({ ...facts, tags, id, createdBy, session, createdAt: now, updatedAt: now });
        await log(rows, "pack_created", id, writer, now);
        return { status: "created", pack: await packAt(rows.packs, id) };
      }),
    update: (request) => store.write((rows) => updatePack(rows, request, clock())),
    addMemory: (packId, memoryId, writer) =>
      store.write(async (rows) => {
        const now = clock();
        const isNew = await rows.packs.addMemory(packId, memoryId, by(writer, now));
        if (isNew) await log(rows, "pack_memory_added", packId, writer, now);
        return await packAt(rows.packs, packId);
      }),
    addTask: (packId, taskId, writer) =>
      store.write(async (rows) => {
        const now = clock();
        const isNew = await rows.packs.addTask(packId, taskId, by(writer, now));
        if (isNew) await log(rows, "pack_task_added", packId, writer, now);
        return await packAt(rows.packs, packId);
      }),
    contents: (packId, limit) => store.read(({ packs }) => packs.contents(packId, limit)),
    focusOf: (agent) =>
      store.read(async ({ packs }) => {
        const focus = await packs.focusOf(agent);
        return focus === undefined ? undefined : packOf(focus);
      }),
    setFocus: (packId, writer) => store.write((rows) => setFocus(rows, packId, writer, clock())),
  };
}

async function findPack({ packs }: ReadableRows, text: string): Promise<PackLookup> {
  const whole = (await packs.byId(text.toLowerCase())) ?? (await packs.byName(text));
  if (whole !== undefined) return { status: "found", pack: packOf(whole) };
  const prefix = idPrefix(text);
  const [first, ...others] = prefix === undefined ? [] : await packs.byIdPrefix(prefix, maxIdsShown);
  if (first === undefined) {
    const near = likest(text, await packs.near(nameKey(text), maxCompared));
    return { status: "not_found", candidates: near.map(({ thing }) => thing.name) };
  }
  if (others.length === 0) return { status: "found", pack: packOf(first) };
  return { status: "ambiguous", candidates: [first, ...others].map(({ name, id }) => withId(name, id)) };
}

async function updatePack(
  rows: WritableRows,
  request: UpdatePack,
  now: number,
): Promise<Awaited<ReturnType<Packs["update"]>>> {
  const { packId, writer } = request;
  const pack = await packAt(rows.packs, packId);
  const name = request.name ?? pack.name;
  const description = request.description ?? pack.description;
  const status = request.status ?? pack.status;
  const taken = await rows.packs.byName(name);
  if (taken !== undefined && taken.id !== packId) return { status: "name_taken", pack: packOf(taken) };
  const isSame = name === pack.name && description === pack.description && status === pack.status;
  if (isSame) return { status: "updated", pack };
  await rows.packs.update(packId, { name, description, status, updatedAt: now });
  await log(rows, "pack_updated", packId, writer, now);
  return { status: "updated", pack: await packAt(rows.packs, packId) };
}

/** Setting the same focus again is not logged. */
async function setFocus(rows: WritableRows, packId: string | undefined, writer: Writer, now: number): Promise<void> {
  const before = await rows.packs.focusOf(writer.agent);
  if (before?.id === packId) return;
  if (packId !== undefined) {
    await rows.packs.setFocus(packId, by(writer, now));
    await log(rows, "focus_changed", packId, writer, now);
  } else if (before !== undefined) {
    await rows.packs.clearFocus(writer.agent);
    await log(rows, "focus_cleared", before.id, writer, now);
  }
}

async function packAt(packs: Pick<PackRows, "byId">, id: string): Promise<Pack> {
  const pack = await packs.byId(id);
  if (pack === undefined) throw new Error(`invariant: pack ${id} was found before, and packs are never removed`);
  return packOf(pack);
}

async function log(
  rows: WritableRows,
  event: ActivityEvent,
  subject: string,
  { agent, sessionId }: Writer,
  at: number,
): Promise<void> {
  await rows.activity.append({ at, event, subject, agent, session: sessionId });
}

function by({ agent, sessionId }: Writer, at: number) {
  return { agent, session: sessionId, at };
}

function packOf({ session: _session, ...pack }: PackRow): Pack {
  return pack;
}
