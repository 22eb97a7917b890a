import { randomUUID } from "node:crypto";
import type { ActivityEvent, Writer } from "../../store/activity-rows.ts";
import type { PackRow, PackRows, PackWriter } from "../../store/pack-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { likest } from "../names/likeness.ts";
import { type Lookup, lookUp } from "../names/look-up.ts";
import type { ServiceOptions } from "../service-options.ts";

// Packs bundle memories and tasks; each agent has at most one in focus. Times are milliseconds since 1970.

export type Packs = ReturnType<typeof storedPacks>;

export type Pack = Omit<PackRow, "session">;

export interface CreatePack extends Pick<Pack, "name" | "type" | "status" | "description" | "tags"> {
  readonly writer: Writer;
}

/** What is absent stays. */
export interface UpdatePack {
  readonly packId: string;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: Pack["status"] | undefined;
  readonly writer: Writer;
}

/** `name_taken`: nothing was written, and `pack` is the one with the name. */
export interface WrittenPack<Status extends string> {
  readonly status: Status | "name_taken";
  readonly pack: Pack;
}

export function storedPacks({ store, clock }: ServiceOptions) {
  const add = (packId: string, writer: Writer, event: ActivityEvent, addTo: AddTo): Promise<Pack> =>
    store.write(async (rows) => {
      const at = clock();
      if (await addTo(rows.packs, { ...writer, at })) {
        await rows.activity.append({ ...writer, at, event, subject: packId });
      }
      return await packAt(rows.packs, packId);
    });
  return {
    /** By id, by name (whatever the letter case), or by the first four characters of the id or more; a name wins. */
    find: (text: string): Promise<Lookup<Pack>> => store.read((rows) => findPack(rows, text)),
    create: ({ writer, ...facts }: CreatePack): Promise<WrittenPack<"created">> =>
      store.write(async (rows) => {
        const at = clock();
        const taken = await rows.packs.byName(facts.name);
        if (taken !== undefined) return { status: "name_taken", pack: packOf(taken) };
        const id = randomUUID();
        const { agent: createdBy, session } = writer;
        const tags = [...new Set(facts.tags)];
        await rows.packs.insert({ ...facts, tags, id, createdBy, session, createdAt: at, updatedAt: at });
        await rows.activity.append({ ...writer, at, event: "pack_created", subject: id });
        return { status: "created", pack: await packAt(rows.packs, id) };
      }),
    update: (request: UpdatePack) => store.write((rows) => updatePack(rows, request, clock())),
    /** Adding a memory that is in it changes nothing. */
    addMemory: (packId: string, memoryId: string, writer: Writer) =>
      add(packId, writer, "pack_memory_added", (packs, by) => packs.addMemory(packId, memoryId, by)),
    addTask: (packId: string, taskId: string, writer: Writer) =>
      add(packId, writer, "pack_task_added", (packs, by) => packs.addTask(packId, taskId, by)),
    /** Ids of what is in it, last added first. */
    contents: (packId: string, limit: number) => store.read(({ packs }) => packs.contents(packId, limit)),
    focusOf: (agent: string): Promise<Pack | undefined> =>
      store.read(async ({ packs }) => {
        const focus = await packs.focusOf(agent);
        return focus === undefined ? undefined : packOf(focus);
      }),
    /** undefined clears the focus. */
    setFocus: (packId: string | undefined, writer: Writer) =>
      store.write((rows) => setFocus(rows, packId, { ...writer, at: clock() })),
  };
}

type AddTo = (packs: PackRows, by: PackWriter) => Promise<boolean>;

async function findPack({ packs }: ReadableRows, text: string): Promise<Lookup<Pack>> {
  const whole = (await packs.byId(text.toLowerCase())) ?? (await packs.byName(text));
  const found = await lookUp(text, {
    whole,
    byIdPrefix: packs.byIdPrefix,
    labelOf: ({ name }) => name,
    thingOf: packOf,
  });
  if (found.status !== "not_found") return found;
  return { ...found, candidates: (await likest(text, packs)).map(({ thing }) => thing.name) };
}

async function updatePack(rows: WritableRows, request: UpdatePack, at: number): Promise<WrittenPack<"updated">> {
  const { packId, writer } = request;
  const pack = await packAt(rows.packs, packId);
  const name = request.name ?? pack.name;
  const description = request.description ?? pack.description;
  const status = request.status ?? pack.status;
  const taken = await rows.packs.byName(name);
  if (taken !== undefined && taken.id !== packId) return { status: "name_taken", pack: packOf(taken) };
  const isSame = name === pack.name && description === pack.description && status === pack.status;
  if (isSame) return { status: "updated", pack };
  await rows.packs.update(packId, { name, description, status, updatedAt: at });
  await rows.activity.append({ ...writer, at, event: "pack_updated", subject: packId });
  return { status: "updated", pack: await packAt(rows.packs, packId) };
}

/** Setting the same focus again is not logged. */
async function setFocus({ packs, activity }: WritableRows, packId: string | undefined, by: PackWriter): Promise<void> {
  const before = await packs.focusOf(by.agent);
  if (before?.id === packId) return;
  if (packId !== undefined) {
    await packs.setFocus(packId, by);
    await activity.append({ ...by, event: "focus_changed", subject: packId });
  } else if (before !== undefined) {
    await packs.clearFocus(by.agent);
    await activity.append({ ...by, event: "focus_cleared", subject: before.id });
  }
}

async function packAt(packs: Pick<PackRows, "byId">, id: string): Promise<Pack> {
  const pack = await packs.byId(id);
  if (pack === undefined) throw new Error(`invariant: pack ${id} was found before, and packs are never removed`);
  return packOf(pack);
}

function packOf({ session: _session, ...pack }: PackRow): Pack {
  return pack;
}
