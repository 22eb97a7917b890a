import { randomUUID } from "node:crypto";
import type { ActivityEvent, Writer } from "../../store/activity-rows.ts";
import type { PackContext, PackList, PackRow, PackWriter } from "../../store/pack-rows.ts";
import type { ReadableRows, WritableRows } from "../../store/store.ts";
import { erase } from "../erase.ts";
import { likest } from "../names/likeness.ts";
import { type Lookup, lookUp } from "../names/look-up.ts";
import { type BadCursor, type Page, type PageRequest, pageOf } from "../paging/page.ts";
import type { ServiceOptions } from "../service-options.ts";
import { type ExportedPack, exportPack } from "./export-pack.ts";
import { type ImportPack, importPack } from "./import-pack.ts";
import { type Pack, packAt, packOf } from "./pack.ts";
import { type UpdatedPack, type UpdatePack, updatePack } from "./update-pack.ts";

// Packs bundle memories and tasks; each agent has at most one in focus. Times are milliseconds since 1970.

export type Packs = ReturnType<typeof storedPacks>;

export interface ListPacks extends PageRequest, Pick<PackList, "type" | "status" | "query"> {}

export interface CreatePack extends Pick<Pack, "name" | "type" | "status" | "description" | "tags"> {
  readonly writer: Writer;
}

/** `name_taken`: nothing was written, and `pack` is the one with the name. */
export interface CreatedPack {
  readonly status: "created" | "name_taken";
  readonly pack: Pack;
}

/** `item_not_found`: what should be in the pack is not there; nothing was written. */
type Missing = "item_not_found";

export function storedPacks({ store, clock }: ServiceOptions) {
  /** @param change tells whether something changed, or what is missing */
  const fill = <Absent extends Missing>(
    packId: string,
    writer: Writer,
    event: ActivityEvent,
    change: (rows: WritableRows, by: PackWriter) => Promise<boolean | Absent>,
  ): Promise<Exclude<UpdatedPack, { readonly status: "name_taken" }> | { readonly status: Absent }> =>
    store.write(async (rows) => {
      const at = clock();
      if ((await rows.packs.byId(packId)) === undefined) return { status: "not_found" };
      const changed = await change(rows, { ...writer, at });
      if (typeof changed === "string") return { status: changed };
      if (changed) await rows.activity.append({ ...writer, at, event, subject: packId });
      return { status: "updated", pack: await packAt(rows.packs, packId) };
    });
  return {
    /** By id, by name (whatever the letter case), or by the first four characters of the id or more; a name wins. */
    find: (text: string): Promise<Lookup<Pack>> => store.read((rows) => findPack(rows, text)),
    /** Newest first. Every filter acts before the limit. */
    async list(request: ListPacks): Promise<Page<Pack> | BadCursor> {
      const { type, status, limit, cursor } = request;
      const query = request.query === "" ? undefined : request.query;
      const filter = { type, status, query };
      return await pageOf<PackRow, Pack>({
        list: ["packs", filter],
        cursor,
        limit,
        keyLength: 1,
        keyOf: ({ row }) => [row],
        fetch: (after, max) => store.read(({ packs }) => packs.list({ ...filter, limit: max, before: after?.[0] })),
        itemOf: packOf,
      });
    },
    create: ({ writer, ...facts }: CreatePack): Promise<CreatedPack> =>
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
      fill<Missing>(packId, writer, "pack_memory_added", async ({ packs, memories }, by) =>
        (await memories.byIds([memoryId])).length === 0
          ? "item_not_found"
          : await packs.addMemory(packId, memoryId, by),
      ),
    addTask: (packId: string, taskId: string, writer: Writer) =>
      fill<Missing>(packId, writer, "pack_task_added", async ({ packs, tasks }, by) =>
        (await tasks.byIds([taskId])).length === 0 ? "item_not_found" : await packs.addTask(packId, taskId, by),
      ),
    /** Removing a memory that is not in it changes nothing. */
    removeMemory: (packId: string, memoryId: string, writer: Writer) =>
      fill<never>(packId, writer, "pack_memory_removed", ({ packs }, by) => packs.removeMemory(packId, memoryId, by)),
    removeTask: (packId: string, taskId: string, writer: Writer) =>
      fill<never>(packId, writer, "pack_task_removed", ({ packs }, by) => packs.removeTask(packId, taskId, by)),
    /** In place of the one that is called the same. */
    putContext: (packId: string, context: Pick<PackContext, "name" | "text">, writer: Writer) =>
      fill<never>(packId, writer, "pack_context_added", ({ packs }, by) => packs.putContext(packId, context, by)),
    /** Removing one that is not there changes nothing. */
    removeContext: (packId: string, name: string, writer: Writer) =>
      fill<never>(packId, writer, "pack_context_removed", ({ packs }, by) => packs.removeContext(packId, name, by)),
    contextsOf: (packId: string, limit: number): Promise<readonly PackContext[]> =>
      store.read(({ packs }) => packs.contextsOf(packId, limit)),
    /** Takes everything out; contexts are gone. */
    empty: (packId: string, writer: Writer) =>
      fill<never>(packId, writer, "pack_emptied", ({ packs }, by) => packs.empty(packId, by)),
    /** Deletes a pack, from the files too; what was in it stays. @returns undefined: it is not there */
    remove: (packId: string, writer: Writer) =>
      erase(store, async ({ packs, activity }) => {
        if ((await packs.byId(packId)) === undefined) return undefined;
        await packs.remove(packId);
        await activity.append({ ...writer, at: clock(), event: "pack_deleted", subject: packId });
        return {};
      }),
    /** As one file. */
    export: (pack: Pack): Promise<ExportedPack> => store.read((rows) => exportPack(rows, pack)),
    /** Makes a pack of such a file, in one transaction. */
    import: (request: ImportPack) => importPack(store, request, { now: clock(), newId: randomUUID }),
    /** Ids of what is in it, last added first. */
    contents: (packId: string, limit: number) => store.read(({ packs }) => packs.contents(packId, limit)),
    focusOf: (agent: string): Promise<Pack | undefined> =>
      store.read(async ({ packs }) => {
        const focus = await packs.focusOf(agent);
        return focus === undefined ? undefined : packOf(focus);
      }),
    /** undefined clears the focus. @returns whether the pack was there; nothing was written otherwise */
    setFocus: (packId: string | undefined, writer: Writer) =>
      store.write((rows) => setFocus(rows, packId, { ...writer, at: clock() })),
  };
}

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

/** Setting the same focus again is not logged. */
async function setFocus(
  { packs, activity }: WritableRows,
  packId: string | undefined,
  by: PackWriter,
): Promise<boolean> {
  if (packId !== undefined && (await packs.byId(packId)) === undefined) return false;
  const before = await packs.focusOf(by.agent);
  if (before?.id === packId) return true;
  if (packId !== undefined) {
    await packs.setFocus(packId, by);
    await activity.append({ ...by, event: "focus_changed", subject: packId });
  } else if (before !== undefined) {
    await packs.clearFocus(by.agent);
    await activity.append({ ...by, event: "focus_cleared", subject: before.id });
  }
  return true;
}
