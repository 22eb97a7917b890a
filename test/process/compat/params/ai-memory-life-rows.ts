import { expect } from "vitest";
import type { JsonObject } from "../../../../src/contract/json.ts";
import { titles } from "../../profiles/open-servers.ts";
import { notices } from "../../served-workbench.ts";
import type { ParamRow } from "./param-client.ts";

// Changes, ends and the archive.

export const aiMemoryLifeRows: readonly ParamRow[] = [
  {
    tool: "memory_update",
    params: {
      id: "which memory",
      title: "its new name",
      content: "its new text",
      tier: "longer; a shorter one changes nothing",
      namespace: "where it goes",
      tags: "its new tags",
      priority: "1 to 10",
      confidence: "0 to 1",
      expires_at: "when it ends",
      metadata: "replaces what there was",
      source_uri: "its source",
      expected_version: "refused where it has another one by now",
      edit_source: "who edits: human, llm or hook",
    },
    async shown(client) {
      const id = await client.store({
        title: "Lamp",
        content: "The lamp burns oil.",
        namespace: "update/a",
        tier: "mid",
      });
      const change = { title: "Lantern", content: "The lantern burns gas.", namespace: "update/b", tags: ["light"] };
      const rest = { priority: 9, expires_at: "2090-01-01T00:00:00.000Z" };
      const from = { confidence: 0.5, source_uri: "doc:lamps.md" };
      const given = {
        id,
        ...change,
        ...rest,
        ...from,
        metadata: { watt: 5 },
        edit_source: "human",
        expected_version: 1,
      };
      expect(await client.call("memory_update", given)).toMatchObject({ updated: true, edit_source: "human" });
      expect(await client.call("memory_get", { id })).toMatchObject({
        ...{ ...change, priority: 9, tier: "mid", version: 2 },
        provenance: { ...from, expires_at: rest.expires_at, metadata: { watt: 5 } },
      });
      const late = { id, content: "The lantern is out.", expected_version: 1 };
      expect(await client.error("memory_update", late)).toMatchObject({ code: "VERSION_CONFLICT" });
      await client.call("memory_update", { id, tier: "short" });
      expect(await client.call("memory_get", { id })).toMatchObject({ tier: "mid" });
      await client.call("memory_update", { id, tier: "long" });
      expect(await client.call("memory_get", { id })).toMatchObject({ tier: "long" });
    },
  },
  {
    tool: "memory_promote",
    params: {
      id: "which memory",
      target_tier: "mid or long; none: long",
      to_namespace: "a copy of it in a namespace above",
      agent_id: "ignored, with a notice: the session says who it is",
    },
    async shown(client) {
      const id = await client.store({ content: "The pilot boards at dusk.", namespace: "promote/a/b", tier: "short" });
      expect(await client.unlisted("memory_promote", { id, target_tier: "mid", agent_id: "ai:bob" })).toMatchObject({
        ...{ ignored: ["agent_id"], value: { promoted: true, tier: "mid" } },
      });
      expect(await client.call("memory_promote", { id })).toMatchObject({ promoted: true, tier: "long" });
      const copied = await client.call("memory_promote", { id, to_namespace: "promote" });
      expect(copied).toMatchObject({ mode: "vertical", source_id: id, namespace: "promote" });
      expect(await client.call("memory_get", { id: copied.clone_id ?? null })).toMatchObject({ namespace: "promote" });
    },
  },
  {
    tool: "memory_forget",
    params: {
      pattern: "text of title or content",
      namespace: "only here and below",
      tier: "only this tier, and no other word",
      dry_run: "only says what would go",
    },
    async shown(client) {
      const place = { namespace: "forget/nets" };
      await client.store({ ...place, title: "Net A", content: "The cod net is torn.", tier: "mid" });
      await client.store({ ...place, title: "Net B", content: "The cod net is whole again." });
      await client.store({ ...place, title: "Net C", content: "The eel pot is new.", tier: "mid" });
      const named = async (given: JsonObject) =>
        titles((await client.call("memory_forget", { ...place, dry_run: true, ...given })).memories).toSorted();
      expect(await named({})).toEqual(["Net A", "Net B", "Net C"]);
      expect(await named({ pattern: "COD" })).toEqual(["Net A", "Net B"]);
      expect(await named({ tier: "mid" })).toEqual(["Net A", "Net C"]);
      expect(await named({ namespace: "forget/pots" })).toEqual([]);
      expect(await client.call("memory_forget", { ...place, pattern: "cod", tier: "mid" })).toMatchObject({
        archived: 1,
      });
      expect(await named({})).toEqual(["Net B", "Net C"]);
    },
  },
  {
    tool: "memory_delete",
    params: { id: "which memory, for good", agent_id: "not used, with a notice: the session says who asks" },
    async shown(client) {
      const id = await client.store({ content: "The old chart is wrong.", namespace: "delete/chart" });
      expect(await client.error("memory_delete", { id })).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
      const deleted = await client.answer("memory_delete", { id, agent_id: "ai:bob", confirm: true });
      expect(deleted.structuredContent).toMatchObject({ deleted: true, id });
      expect(notices(deleted).map(({ text }) => text)).toEqual([expect.stringContaining("agent_id was not used")]);
      expect(await client.error("memory_get", { id })).toMatchObject({ code: "MEMORY_NOT_FOUND" });
    },
  },
  {
    tool: "memory_gc",
    params: { dry_run: "only says what has ended" },
    async shown(client) {
      const id = await client.store({ content: "The watch changes now.", namespace: "gc/watch", tier: "short" });
      await client.call("memory_update", { id, expires_at: "2020-01-01T00:00:00Z" });
      expect(await client.call("memory_gc", { dry_run: true })).toMatchObject({ collected: 1, dry_run: true });
      expect(await client.call("memory_gc")).toMatchObject({ collected: 1, memories: [{ id }] });
      expect(await client.call("memory_gc", { dry_run: true })).toMatchObject({ collected: 0 });
    },
  },
  {
    tool: "memory_archive_list",
    params: { namespace: "only here and below", limit: "most of them", offset: "how many to leave out" },
    async shown(client) {
      for (const title of ["First", "Second", "Third"]) {
        const id = await client.store({ title, content: `${title} entry of the log book.`, namespace: "ended/book" });
        await client.call("memory_forget", { ids: [id] });
      }
      const ended = async (given: JsonObject) =>
        titles((await client.call("memory_archive_list", { namespace: "ended/book", ...given })).items);
      expect(await ended({})).toEqual(["Third", "Second", "First"]);
      expect(await ended({ namespace: "ended/none" })).toEqual([]);
      expect(await ended({ limit: 2 })).toEqual(["Third", "Second"]);
      expect(await ended({ offset: 1, limit: 1 })).toEqual(["Second"]);
    },
  },
  {
    tool: "memory_archive_restore",
    params: { id: "which one comes back" },
    async shown(client) {
      const id = await client.store({ content: "The spare rudder is below.", namespace: "restore/rudder" });
      await client.call("memory_forget", { ids: [id] });
      expect(await client.call("memory_archive_restore", { id })).toMatchObject({ restored: true, id });
      expect(await client.call("memory_get", { id })).toMatchObject({ archived: false });
    },
  },
  {
    tool: "memory_archive_purge",
    params: {
      older_than_days: "only what ended so long ago",
      agent_id: "only what this agent stored",
      as_admin: "what others stored too; once it is confirmed, like every purge",
    },
    async shown(client) {
      for (const [title, agent_id] of [
        ["Hers", "ai:ann"],
        ["His", "ai:eve"],
      ] as const) {
        const id = await client.store({ title, content: `${title} is to go.`, namespace: "purge/all", agent_id });
        await client.call("memory_forget", { ids: [id] });
      }
      const left = async () => titles((await client.call("memory_archive_list", { namespace: "purge/all" })).items);
      const purge = (given: JsonObject) => client.call("memory_archive_purge", { confirm: true, ...given });
      expect(await purge({ older_than_days: 36_000 })).toMatchObject({ purged: 0 });
      const refused = await client.error("memory_archive_purge", { as_admin: true, agent_id: "ai:eve" });
      expect(refused).toMatchObject({ code: "CONFIRMATION_REQUIRED" });
      expect(await purge({ agent_id: "ai:eve" })).toMatchObject({ purged: 1, owner_scope: "caller" });
      expect(await left()).toEqual(["Hers"]);
      expect(await purge({ as_admin: false }), "none says whose").toMatchObject({ owner_scope: "caller" });
      expect(await left()).toEqual(["Hers"]);
      expect(await purge({ agent_id: "ai:eve", as_admin: true })).toMatchObject({ owner_scope: "admin" });
      expect(await left()).toEqual([]);
    },
  },
  {
    tool: "memory_archive_stats",
    params: {},
    async shown(client) {
      const { archived: before } = await client.call("memory_archive_stats");
      const id = await client.store({ content: "One more that ends.", namespace: "stats/ended" });
      await client.call("memory_forget", { ids: [id] });
      expect(await client.call("memory_archive_stats")).toMatchObject({ archived: Number(before) + 1 });
    },
  },
  {
    tool: "memory_stats",
    params: {},
    async shown(client) {
      const { total: before } = await client.call("memory_stats");
      await client.store({ content: "One more that lives.", namespace: "stats/live" });
      expect(await client.call("memory_stats")).toMatchObject({ total: Number(before) + 1 });
    },
  },
];
