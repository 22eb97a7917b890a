import { expect } from "vitest";
import type { JsonObject } from "../../../../src/contract/json.ts";
import { titles } from "../../profiles/open-servers.ts";
import type { ParamClient, ParamRow } from "./param-client.ts";

const memory = (client: ParamClient, title: string, rest: JsonObject = {}) =>
  client.store({ title, content: `${title} is described here.`, force: true, ...rest });

export const aiMemoryGraphRows: readonly ParamRow[] = [
  {
    tool: "memory_link",
    params: {
      source_id: "from this memory",
      target_id: "to this one",
      relation: "what the source is to the target",
      agent_id: "who saw it; none: the agent of the session",
    },
    async shown(client) {
      const [a, b] = [await memory(client, "Link A"), await memory(client, "Link B")];
      await client.call("memory_link", { source_id: a, target_id: b, relation: "supersedes", agent_id: "ai:bob" });
      expect(await client.call("memory_link", { source_id: a, target_id: b })).toMatchObject({
        relation: "related_to",
      });
      expect(await client.call("memory_get_links", { id: b })).toMatchObject({
        links: [
          { source_id: a, target_id: b, relation: "supersedes", observed_by: "ai:bob" },
          { relation: "related_to", observed_by: "code-helper" },
        ],
      });
    },
  },
  {
    tool: "memory_get_links",
    params: { id: "of this memory, in both directions" },
    async shown(client) {
      const [a, b, c] = [await memory(client, "Get A"), await memory(client, "Get B"), await memory(client, "Get C")];
      await client.call("memory_link", { source_id: a, target_id: b });
      await client.call("memory_link", { source_id: b, target_id: c });
      expect(await client.call("memory_get_links", { id: b })).toMatchObject({ count: 2 });
      expect(await client.call("memory_get_links", { id: c })).toMatchObject({ count: 1 });
    },
  },
  {
    tool: "memory_kg_query",
    params: {
      source_id: "where it begins",
      max_depth: "how many links away",
      limit: "most memories",
      valid_at: "links that held then",
      include_invalidated: "links of any time",
      allowed_agents: "only over memories of these agents; an empty list lets none through",
      namespace: "only over memories here and below",
      by_source_uri: "only over memories of this source",
      as_agent: "only over memories that the scopes show to this place",
    },
    async shown(client) {
      const start = await memory(client, "Walk start");
      const near = await memory(client, "Walk near", {
        namespace: "walk/a",
        agent_id: "ai:bob",
        source_uri: "doc:w.md",
      });
      const far = await memory(client, "Walk far", { namespace: "walk/b" });
      const team = await memory(client, "Walk team", { namespace: "walk/a/x", scope: "private" });
      const old = await memory(client, "Walk old");
      for (const [source_id, target_id] of [
        [start, near],
        [near, far],
        [start, team],
      ] as const) {
        await client.call("memory_link", { source_id, target_id });
      }
      const ended = { source_id: start, target_id: old, relation: "related_to" };
      await client.call("memory_link", { ...ended, valid_from: "2026-01-01T00:00:00Z" });
      await client.call("memory_kg_invalidate", { ...ended, valid_until: "2026-02-01T00:00:00Z" });
      const walked = async (given: JsonObject) =>
        titles((await client.call("memory_kg_query", { source_id: start, ...given })).memories);
      expect(await walked({})).toEqual(["Walk near", "Walk team"]);
      expect(await walked({ max_depth: 2 })).toEqual(["Walk near", "Walk team", "Walk far"]);
      expect(await client.call("memory_kg_query", { source_id: start, limit: 1 })).toMatchObject({
        count: 1,
        more: true,
      });
      expect(await walked({ valid_at: "2026-01-15T00:00:00Z" })).toEqual(["Walk old"]);
      expect(await walked({ include_invalidated: true })).toContain("Walk old");
      expect(await walked({ allowed_agents: ["ai:bob"], max_depth: 2 })).toEqual(["Walk near"]);
      expect(await walked({ allowed_agents: [] })).toEqual([]);
      expect(await walked({ namespace: "walk/a" })).toEqual(["Walk near", "Walk team"]);
      expect(await walked({ by_source_uri: "doc:w.md" })).toEqual(["Walk near"]);
      expect(await walked({ as_agent: "walk/a/x" })).toEqual(["Walk near", "Walk team"]);
      expect(await walked({ as_agent: "walk/a/y" })).toEqual(["Walk near"]);
    },
  },
  {
    tool: "memory_kg_timeline",
    params: {
      source_id: "whose links",
      since: "only links that hold from then or later",
      until: "only links that hold from then or earlier",
      limit: "most links",
    },
    async shown(client) {
      const [a, b, c] = [
        await memory(client, "Time A"),
        await memory(client, "Time B"),
        await memory(client, "Time C"),
      ];
      await client.call("memory_link", { source_id: a, target_id: b, valid_from: "2025-01-01T00:00:00Z" });
      await client.call("memory_link", { source_id: a, target_id: c, valid_from: "2026-01-01T00:00:00Z" });
      const events = async (given: JsonObject) =>
        titles((await client.call("memory_kg_timeline", { source_id: a, ...given })).events, "target_id");
      expect(await events({})).toEqual([b, c]);
      expect(await events({ since: "2025-06-01T00:00:00Z" })).toEqual([c]);
      expect(await events({ until: "2025-06-01T00:00:00Z" })).toEqual([b]);
      expect(await events({ limit: 1 })).toEqual([b]);
    },
  },
  {
    tool: "memory_kg_invalidate",
    params: {
      source_id: "of the link from this memory",
      target_id: "to this one",
      relation: "of this kind",
      valid_until: "when it ended; none: now",
      agent_id: "ignored, with a notice: the session says who it is",
    },
    async shown(client) {
      const [source_id, target_id] = [await memory(client, "End A"), await memory(client, "End B")];
      await client.call("memory_link", { source_id, target_id, valid_from: "2026-01-01T00:00:00Z" });
      const link = { source_id, target_id, relation: "related_to" };
      expect(await client.call("memory_kg_invalidate", { ...link, relation: "supersedes" })).toMatchObject({
        found: false,
      });
      const given = { ...link, valid_until: "2026-02-01T00:00:00Z", agent_id: "ai:bob" };
      expect(await client.unlisted("memory_kg_invalidate", given)).toMatchObject({
        ignored: ["agent_id"],
        value: { found: true, valid_until: "2026-02-01T00:00:00.000Z" },
      });
      expect(await client.call("memory_get_links", { id: source_id })).toMatchObject({ count: 0 });
    },
  },
  {
    tool: "memory_find_paths",
    params: {
      source_id: "from this memory",
      target_id: "to this one",
      max_depth: "most links of a path",
      max_results: "most paths",
      include_invalidated: "over links of any time",
    },
    async shown(client) {
      const [a, b, c] = [
        await memory(client, "Path A"),
        await memory(client, "Path B"),
        await memory(client, "Path C"),
      ];
      await client.call("memory_link", { source_id: a, target_id: b });
      await client.call("memory_link", { source_id: c, target_id: b });
      const direct = { source_id: a, target_id: c, relation: "related_to" };
      await client.call("memory_link", { ...direct, valid_from: "2026-01-01T00:00:00Z" });
      await client.call("memory_kg_invalidate", { ...direct, valid_until: "2026-02-01T00:00:00Z" });
      const ends = { source_id: a, target_id: c };
      expect(await client.call("memory_find_paths", ends)).toMatchObject({ paths: [[a, b, c]] });
      expect(await client.call("memory_find_paths", { ...ends, max_depth: 1 })).toMatchObject({ count: 0 });
      const ever = { ...ends, include_invalidated: true };
      expect(await client.call("memory_find_paths", ever)).toMatchObject({
        paths: [
          [a, c],
          [a, b, c],
        ],
      });
      expect(await client.call("memory_find_paths", { ...ever, max_results: 1 })).toMatchObject({
        paths: [[a, c]],
        more: true,
      });
    },
  },
  {
    tool: "memory_entity_register",
    params: {
      canonical_name: "its name",
      namespace: "where it is unique",
      aliases: "other names",
      metadata: "anything else",
      agent_id: "who it is from",
    },
    async shown(client) {
      const names = { canonical_name: "Skagerrak", namespace: "entity/sea", aliases: ["Skag", "the strait"] };
      const given = { ...names, metadata: { depth: 700 }, agent_id: "ai:bob" };
      const { entity_id: id = null } = await client.call("memory_entity_register", given);
      expect(await client.call("memory_entity_get_by_alias", { alias: "SKAG" })).toMatchObject({
        found: true,
        ...names,
      });
      expect(await client.call("memory_get", { id })).toMatchObject({
        ...{ title: "Skagerrak", namespace: "entity/sea", kind: "entity" },
        provenance: { agent_id: "ai:bob", metadata: { depth: 700 } },
      });
    },
  },
  {
    tool: "memory_entity_get_by_alias",
    params: { alias: "one of its names", namespace: "only in this one; none: the one that was registered last" },
    async shown(client) {
      for (const namespace of ["entity/north", "entity/south"]) {
        await client.call("memory_entity_register", {
          canonical_name: `Cape ${namespace}`,
          namespace,
          aliases: ["cape"],
        });
      }
      const named = async (given: JsonObject) =>
        (await client.call("memory_entity_get_by_alias", { alias: "cape", ...given })).namespace;
      expect(await named({})).toBe("entity/south");
      expect(await named({ namespace: "entity/north" })).toBe("entity/north");
      expect(await named({ namespace: "entity" })).toBeNull();
    },
  },
  {
    tool: "memory_get_taxonomy",
    params: { namespace_prefix: "only here and below", depth: "most levels", limit: "most namespaces" },
    async shown(client) {
      for (const namespace of ["tree/a/b", "tree/c"]) await memory(client, `In ${namespace}`, { namespace });
      const nodes = async (given: JsonObject) =>
        titles((await client.call("memory_get_taxonomy", { namespace_prefix: "tree", ...given })).tree, "namespace");
      expect(await nodes({})).toEqual(["tree", "tree/a", "tree/a/b", "tree/c"]);
      expect(await nodes({ depth: 1 })).toEqual(["tree", "tree/a", "tree/c"]);
      expect(await nodes({ limit: 2 })).toHaveLength(2);
    },
  },
];
