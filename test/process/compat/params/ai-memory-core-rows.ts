import { expect } from "vitest";
import type { JsonObject } from "../../../../src/contract/json.ts";
import { titles } from "../../profiles/open-servers.ts";
import { objects } from "../../served-workbench.ts";
import type { ParamClient, ParamRow } from "./param-client.ts";

// The core of ai-memory: store, recall, list, get, search, and what finds tools. Each row works in a namespace of its own.

const found = async (client: ParamClient, given: JsonObject) =>
  titles((await client.call("memory_recall", { fields: ["title"], ...given })).memories);

export const aiMemoryCoreRows: readonly ParamRow[] = [
  {
    tool: "memory_store",
    params: {
      title: "its name, unique in the namespace",
      content: "what is remembered",
      namespace: "where it belongs; none: global",
      tier: "how long it is kept",
      tags: "words it is found by",
      priority: "1 to 10",
      confidence: "0 to 1",
      source: "where it came from",
      metadata: "anything else",
      agent_id: "who it is from",
      kind: "what sort of thing it is",
      source_uri: "its source",
      citations: "what it rests on: it counts as a memory with citations",
      source_span: "which bytes of the source",
    },
    async shown(client) {
      const given = { title: "Buoys", content: "Nine buoys mark the fairway.", namespace: "store/sea", tags: ["sea"] };
      const rest = { tier: "mid", priority: 8, kind: "claim" };
      const from = { source: "user", source_uri: "doc:chart.md", confidence: 0.7, agent_id: "ai:bob" };
      const citations = [
        { uri: "doc:pilot.md", accessed_at: "2026-01-02T03:04:05Z", hash: "ab", span: { start: 1, end: 9 } },
      ];
      const span = { source_span: { start: 10, end: 40 } };
      const id = await client.store({ ...given, ...rest, ...from, metadata: { sheet: 4 }, citations, ...span });
      expect(await client.call("memory_get", { id })).toMatchObject({
        ...{ ...given, ...rest },
        provenance: { ...from, metadata: { sheet: 4, citations, ...span } },
      });
      const plain = await client.store({
        title: "Perches",
        content: "Perches mark the flats.",
        namespace: "store/sea",
      });
      const cited = { context: "what marks the fairway or the flats", namespace: "store/sea", has_citations: true };
      expect(await found(client, cited)).toEqual(["Buoys"]);
      // A merge that gives citations keeps the rest of the metadata.
      const again = {
        title: "Perches",
        content: "Perches mark the flats.",
        namespace: "store/sea",
        on_conflict: "merge",
      };
      await client.call("memory_store", { ...again, citations: [{ uri: "doc:flats.md" }] });
      expect(await client.call("memory_get", { id: plain })).toMatchObject({
        provenance: { metadata: { citations: [{ uri: "doc:flats.md" }] } },
      });
    },
  },
  {
    tool: "memory_store",
    params: {
      scope: "to which places a recall with as_agent shows it",
      force: "stores what says almost the same as another",
    },
    async shown(client) {
      const rope = { content: "The rope is forty fathoms long.", namespace: "store/ship/deck" };
      await client.store({ ...rope, title: "Rope", scope: "team" });
      const asked = { context: "how long is the rope", namespace: "store/ship" };
      expect(await found(client, { ...asked, as_agent: "store/ship/hold" })).toEqual(["Rope"]);
      expect(await found(client, { ...asked, as_agent: "store/shore/hold" })).toEqual([]);
      expect(await client.call("memory_store", { ...rope, title: "Line" })).toMatchObject({ status: "similar_exists" });
      expect(await client.call("memory_store", { ...rope, title: "Line", force: true })).toMatchObject({
        status: "created",
      });
    },
  },
  {
    tool: "memory_store",
    params: { on_conflict: "error, merge or version, when the title is taken" },
    async shown(client) {
      const pump = { title: "Pump", namespace: "store/pump" };
      const id = await client.store({ ...pump, content: "The pump runs at noon." });
      const other = { ...pump, content: "The pump has two valves of brass." };
      expect(await client.error("memory_store", { ...other, on_conflict: "error" })).toMatchObject({
        code: "MEMORY_EXISTS",
      });
      expect(await client.call("memory_store", { ...other, on_conflict: "version" })).toMatchObject({
        status: "versioned",
      });
      expect(await client.call("memory_store", { ...other, on_conflict: "merge" })).toMatchObject({
        status: "merged",
        id,
      });
    },
  },
  {
    tool: "memory_store",
    params: { signature: "kept as it came, and said not to be verified", created_at: "when it was first known" },
    async shown(client) {
      const signature = `${"A".repeat(86)}==`;
      const signed = { content: "The bell rings twice.", namespace: "store/bell", signature };
      expect(await client.error("memory_store", signed)).toMatchObject({ code: "SIGNATURE_INCOMPLETE" });
      const at = { created_at: "2024-05-06T07:08:09+02:00" };
      const stored = await client.call("memory_store", { ...signed, ...at });
      expect(stored).toMatchObject({ attest_level: "unverified" });
      expect(await client.call("memory_get", { id: stored.id ?? null })).toMatchObject({ provenance: at });
      expect(await found(client, { context: "what was known in May 2024", namespace: "store/bell" })).toHaveLength(1);
    },
  },
  {
    tool: "memory_recall",
    params: {
      context: "what is asked",
      namespace: "only here and below",
      limit: "most results",
      tags: "only with this tag",
      since: "only what was written then or later",
      until: "only what was written before",
      kinds: "only these kinds",
      confidence_tier: "only this confidence",
      has_citations: "only with a source",
      source_uri_prefix: "only of sources that begin so",
      include_archived: "also what has ended",
    },
    async shown(client) {
      const place = { namespace: "recall/mill" };
      const uri = "doc:mills/east.md";
      const wheel = { title: "Wheel", content: "The wheel of the mill turns east.", tags: ["wood"], source_uri: uri };
      await client.store({ ...place, ...wheel, kind: "claim", confidence: 0.7 });
      await client.store({
        namespace: "recall/mill/loft",
        title: "Stone",
        content: "The stone of the mill is from the coast.",
      });
      const asked = { context: "the mill", ...place };
      expect(await found(client, asked)).toHaveLength(2);
      expect(await found(client, { ...asked, context: "which stone is from the coast" })).toEqual(["Stone"]);
      expect(await found(client, { context: "the mill", namespace: "recall/other" })).toEqual([]);
      expect(await client.call("memory_recall", { ...asked, limit: 1 })).toMatchObject({ count: 1, more: true });
      const [past, future] = ["2020-01-01T00:00:00Z", "2120-01-01T00:00:00Z"];
      for (const narrowing of [
        { tags: "WOOD" },
        { kinds: "claim, event" },
        { kinds: ["claim"] },
        { has_citations: true },
      ]) {
        expect(await found(client, { ...asked, ...narrowing }), JSON.stringify(narrowing)).toEqual(["Wheel"]);
      }
      for (const narrowing of [{ confidence_tier: "likely" }, { source_uri_prefix: "doc:mills/" }]) {
        expect(await found(client, { ...asked, ...narrowing }), JSON.stringify(narrowing)).toEqual(["Wheel"]);
      }
      expect(await found(client, { ...asked, since: past, until: future })).toHaveLength(2);
      expect(await found(client, { ...asked, since: future })).toEqual([]);
      expect(await found(client, { ...asked, until: past })).toEqual([]);
      await client.call("memory_forget", { pattern: "stone", ...place });
      expect(await found(client, asked)).toEqual(["Wheel"]);
      expect(await found(client, { ...asked, include_archived: true })).toHaveLength(2);
    },
  },
  {
    tool: "memory_recall",
    params: {
      as_agent: "only what the scopes show to this place",
      context_tokens: "more words, that count less",
      session_id: "prefers what was found before under it",
      session_default: "the same for the open session",
    },
    async shown(client) {
      const place = { namespace: "recall/crane" };
      await client.store({ ...place, title: "Lifts", content: "The harbour crane lifts." });
      await client.store({ ...place, title: "Turns", content: "The harbour crane turns.", force: true });
      const first = async (given: JsonObject) =>
        (await found(client, { context: "harbour crane", ...place, ...given }))[0];
      expect(await first({})).toBe("Turns");
      expect(await first({ context_tokens: ["lifts"] })).toBe("Lifts");
      for (const session of [{ session_id: "row" }, { session_default: true }]) {
        expect(await first(session)).toBe("Turns");
        await found(client, { context: "harbour crane lifts", limit: 1, namespace: "recall/crane", ...session });
      }
      // What it has found under a session, a store of something newer does not displace.
      await client.store({ ...place, title: "Swings", content: "The harbour crane swings.", force: true });
      expect(await first({})).toBe("Swings");
      for (const session of [{ session_id: "row" }, { session_default: true }]) {
        expect(await first(session)).not.toBe("Swings");
      }
      await client.store({
        namespace: "recall/crane/a",
        title: "Own",
        content: "The harbour crane creaks.",
        scope: "private",
      });
      const seen = async (place: string) =>
        found(client, { context: "harbour crane creaks", as_agent: place, min_score: 1 });
      expect(await seen("recall/crane/a")).toEqual(["Own"]);
      expect(await seen("recall/crane/b")).toEqual([]);
    },
  },
  {
    tool: "memory_recall",
    params: {
      budget_tokens: "most tokens of content",
      verbose_provenance: "false: without who wrote it, where everything is shown",
      format: "form of the text",
    },
    async shown(client) {
      const place = { namespace: "recall/fog" };
      for (const where of ["in the bay", "on the bar", "off the cape"]) {
        await client.store({
          ...place,
          content: `The fog horn stands ${where}, and sounds for six seconds.`,
          force: true,
        });
      }
      const asked = { context: "fog horn", ...place };
      const cut = await client.call("memory_recall", { ...asked, budget_tokens: 16 });
      expect(cut).toMatchObject({ count: 1, more: true, budget_overflow: false });
      expect(cut.tokens_used).toBeLessThanOrEqual(16);
      expect(await client.call("memory_recall", { ...asked, budget_tokens: 0 })).toMatchObject({
        count: 0,
        more: true,
      });
      const whole = await client.call("memory_recall", { ...asked, detail: "full" });
      expect(titles(whole.memories, "provenance")[0]).toMatchObject({ agent_id: "code-helper" });
      const bare = await client.call("memory_recall", { ...asked, detail: "full", verbose_provenance: false });
      expect(titles(bare.memories, "provenance")).toEqual([undefined, undefined, undefined]);
      for (const format of ["json", "toon", "toon_compact"]) {
        const { texts } = await client.answer("memory_recall", { ...asked, format, limit: 1, detail: "full" });
        expect(texts.join(), format).toMatch(format === "json" ? /^\{"recall_id/ : /^memories\[1\s?\]/m);
        expect(texts.join(), "with the content").toContain("sounds for six seconds");
      }
    },
  },
  {
    tool: "memory_list",
    params: {
      namespace: "only here and below",
      tier: "only this tier",
      agent_id: "only what this agent wrote",
      limit: "most of one answer",
      format: "form of the text",
    },
    async shown(client) {
      const place = { namespace: "list/oars" };
      await client.store({ ...place, title: "Port", content: "The port oar is of ash.", tier: "mid" });
      await client.store({ ...place, title: "Starboard", content: "The other oar is of pine.", agent_id: "ai:bob" });
      const listed = async (given: JsonObject) =>
        titles((await client.call("memory_list", { ...place, detail: "full", ...given })).items);
      expect(await listed({})).toEqual(["Starboard", "Port"]);
      expect(await listed({ namespace: "list/sails" })).toEqual([]);
      expect(await listed({ tier: "mid" })).toEqual(["Port"]);
      expect(await listed({ agent_id: "ai:bob" })).toEqual(["Starboard"]);
      expect(await listed({ limit: 1 })).toEqual(["Starboard"]);
      for (const format of ["json", "toon", "toon_compact"]) {
        const { texts } = await client.answer("memory_list", { ...place, format });
        expect(texts.join()).toContain("The port oar is of ash.");
        expect(/^items\[2\s?\]/m.test(texts.join()), format).toBe(format !== "json");
      }
    },
  },
  {
    tool: "memory_get",
    params: { id: "which one, by its id or the beginning of it" },
    async shown(client) {
      const id = await client.store({ title: "Keel", content: "The keel is of oak.", namespace: "get/keel" });
      for (const given of [id, id.slice(0, 13)])
        expect(await client.call("memory_get", { id: given })).toMatchObject({ id });
    },
  },
  {
    tool: "memory_search",
    params: {
      query: "words that must all be there",
      namespace: "only here and below",
      tier: "only this tier",
      agent_id: "only what this agent wrote",
      as_agent: "only what the scopes show to this place",
      include_archived: "also what has ended",
      limit: "most results",
      format: "form of the text",
      source_uri: "only of this source",
    },
    async shown(client) {
      const place = { namespace: "search/dock" };
      const gate = {
        title: "Gate",
        content: "The dock gate opens at flood.",
        source_uri: "doc:dock.md",
        agent_id: "ai:bob",
      };
      await client.store({ ...place, ...gate, tier: "mid", scope: "team" });
      await client.store({ ...place, title: "Wall", content: "The dock wall is new." });
      const searched = async (given: JsonObject) =>
        titles((await client.call("memory_search", { query: "dock", ...place, ...given })).results);
      expect(await searched({})).toEqual(["Wall", "Gate"]);
      expect(await searched({ query: "dock flood" })).toEqual(["Gate"]);
      expect(await searched({ namespace: "search/yard" })).toEqual([]);
      expect(await searched({ limit: 1 })).toEqual(["Wall"]);
      for (const narrowing of [{ tier: "mid" }, { agent_id: "ai:bob" }, { source_uri: "doc:dock.md" }]) {
        expect(await searched(narrowing), JSON.stringify(narrowing)).toEqual(["Gate"]);
      }
      expect(await searched({ as_agent: "search/yard" })).toEqual(["Wall", "Gate"]);
      expect(await searched({ as_agent: "elsewhere/yard" })).toEqual(["Wall"]);
      for (const format of ["json", "toon", "toon_compact"]) {
        const { texts } = await client.answer("memory_search", { query: "flood", ...place, format });
        expect(/^results\[1\s?\]/m.test(texts.join()), format).toBe(format !== "json");
      }
      await client.call("memory_forget", { pattern: "flood", ...place });
      expect(await searched({})).toEqual(["Wall"]);
      expect(await searched({ include_archived: true })).toEqual(["Wall", "Gate"]);
    },
  },
  {
    tool: "memory_load_family",
    params: { family: "whose tools", k: "most of them", namespace: "ignored, with a notice: tools have no place" },
    async shown(client) {
      const { tools } = await client.call("memory_load_family", { family: "graph" });
      expect(titles(tools, "name")).toContain("memory_kg_query");
      const { ignored, value } = await client.unlisted("memory_load_family", { family: "graph", k: 2, namespace: "x" });
      expect(ignored).toEqual(["namespace"]);
      expect(titles(value.tools, "name")).toHaveLength(2);
    },
  },
  {
    tool: "memory_smart_load",
    params: { intent: "what is to be done", k: "most tools", namespace: "ignored, with a notice" },
    async shown(client) {
      const given = { intent: "restore an archived memory", k: 1, namespace: "x" };
      const { ignored, value } = await client.unlisted("memory_smart_load", given);
      expect(ignored).toEqual(["namespace"]);
      expect(titles(value.tools, "name")).toEqual(["memory_archive_restore"]);
    },
  },
  {
    tool: "memory_capabilities",
    params: {
      accept: "ignored, with a notice: there is one form of the answer",
      family: "only this family",
      include_schema: "with the definition of each tool",
      verbose: "with the long texts",
    },
    async shown(client) {
      const { ignored, value } = await client.unlisted("memory_capabilities", { accept: "v1" });
      expect(ignored).toEqual(["accept"]);
      expect(value.text).toContain("memory_recall");
      const graph = await client.call("memory_capabilities", { family: "graph" });
      expect(graph).not.toHaveProperty("definitions");
      const [short, long] = await Promise.all(
        [false, true].map((verbose) =>
          client.call("memory_capabilities", { family: "graph", include_schema: true, verbose }),
        ),
      );
      const sizeOfFirst = (answer: JsonObject | undefined) => JSON.stringify(objects(answer?.definitions)[0]).length;
      expect(titles(short?.definitions, "inputSchema")[0]).toMatchObject({ type: "object" });
      expect(sizeOfFirst(long)).toBeGreaterThan(sizeOfFirst(short));
    },
  },
];
