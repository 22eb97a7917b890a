import { expect } from "vitest";
import type { JsonObject } from "../../../../src/contract/json.ts";
import { titles } from "../../profiles/open-servers.ts";
import type { ParamRow } from "./param-client.ts";

export const aiMemoryUpkeepRows: readonly ParamRow[] = [
  {
    tool: "memory_consolidate",
    params: {
      ids: "the memories that become one",
      title: "of the new one",
      summary: "its content; none: made of theirs",
      namespace: "where it goes",
      agent_id: "who it is from",
    },
    async shown(client) {
      const place = { namespace: "one/log" };
      const ids = [
        await client.store({ ...place, content: "The log is of brass." }),
        await client.store({ ...place, content: "It hangs by the wheel." }),
      ];
      const given = {
        ids,
        title: "The log",
        summary: "A brass log by the wheel.",
        namespace: "one/all",
        agent_id: "ai:bob",
      };
      const made = await client.call("memory_consolidate", given);
      expect(made).toMatchObject({ consolidated: 2, sources: ids, method: "given" });
      expect(await client.call("memory_get", { id: made.id ?? null })).toMatchObject({
        ...{ title: "The log", content: given.summary, namespace: "one/all", provenance: { agent_id: "ai:bob" } },
      });
      expect(await client.call("memory_get", { id: ids[0] ?? null })).toMatchObject({ archived: true });
    },
  },
  {
    tool: "memory_detect_contradiction",
    params: { id_a: "one memory", id_b: "another" },
    async shown(client) {
      const id_a = await client.store({ content: "The ferry leaves on Tuesdays.", namespace: "against/a" });
      const id_b = await client.store({ content: "The ferry leaves on Fridays.", namespace: "against/b" });
      expect(await client.call("memory_detect_contradiction", { id_a, id_b })).toMatchObject({
        ...{ contradicts: true, memory_a: { id: id_a }, memory_b: { id: id_b } },
      });
      expect(await client.call("memory_detect_contradiction", { id_a, id_b: id_a })).toMatchObject({
        contradicts: false,
      });
    },
  },
  {
    tool: "memory_check_duplicate",
    params: {
      title: "of what is to be stored",
      content: "what is to be stored",
      namespace: "only here and below",
      threshold: "from which likeness on it is one",
    },
    async shown(client) {
      const there = {
        title: "Morning",
        content: "We hoist the anchor on Tuesdays before noon.",
        namespace: "twice/a",
      };
      const id = await client.store(there);
      const near = {
        title: "Morning",
        content: "We hoist the lantern on Tuesdays before noon.",
        namespace: "twice/a",
      };
      expect(await client.call("memory_check_duplicate", there)).toMatchObject({
        is_duplicate: true,
        suggested_merge: id,
      });
      expect(await client.call("memory_check_duplicate", near)).toMatchObject({ is_duplicate: false, nearest: { id } });
      expect(await client.call("memory_check_duplicate", { ...near, threshold: 0.5 })).toMatchObject({
        is_duplicate: true,
      });
      expect(await client.call("memory_check_duplicate", { ...there, namespace: "twice/b" })).toMatchObject({
        nearest: null,
      });
      const other = { ...near, title: "Something else", content: "Nothing of the kind stands here." };
      expect(await client.call("memory_check_duplicate", other)).toMatchObject({
        is_duplicate: false,
        suggested_merge: null,
      });
    },
  },
  {
    tool: "memory_auto_tag",
    params: { id: "which memory" },
    async shown(client) {
      const id = await client.store({
        content: "The sextant measures the height of the sun.",
        namespace: "tag/sextant",
      });
      expect((await client.call("memory_auto_tag", { id })).new_tags).toContain("sextant");
      expect((await client.call("memory_get", { id })).tags).toContain("sextant");
    },
  },
  {
    tool: "memory_expand_query",
    params: { query: "what is asked" },
    async shown(client) {
      expect((await client.call("memory_expand_query", { query: "which database?" })).expanded_terms).toContain(
        "postgres",
      );
    },
  },
  {
    tool: "memory_capture_turn",
    params: {
      host_session_id: "of which conversation",
      host_turn_index: "which turn of it: the same one is kept once",
      role: "who spoke",
      content: "what was said",
      namespace: "where it is kept",
      host_kind: "which program",
      host_version: "in which version",
      timestamp_iso: "when",
      metadata: "anything else",
      tool_calls: "which tools were called",
      host_signature_b64: "kept, and said not to be verified",
      host_pubkey_b64: "kept",
    },
    async shown(client) {
      const turn = { host_session_id: "row", host_turn_index: 7, role: "assistant", content: "We sail at six." };
      const host = {
        host_kind: "claude-code",
        host_version: "2.1",
        host_signature_b64: "c2ln",
        host_pubkey_b64: "a2V5",
      };
      const calls = { tool_calls: [{ tool: "Read", brief: "a file" }] };
      const at = { timestamp_iso: "2026-01-02T03:04:05Z" };
      const given = { ...turn, ...host, ...calls, ...at, namespace: "turns/row", metadata: { mood: "calm" } };
      const kept = await client.call("memory_capture_turn", given);
      expect(kept).toMatchObject({ dedup_hit: false, attest_level: "unverified" });
      expect(await client.call("memory_get", { id: kept.memory_id ?? null })).toMatchObject({
        ...{ content: "We sail at six.", namespace: "turns/row" },
        provenance: {
          created_at: "2026-01-02T03:04:05.000Z",
          metadata: { mood: "calm", host_session_id: "row", host_turn_index: 7, role: "assistant", ...host, ...calls },
        },
      });
      expect(await client.call("memory_capture_turn", given)).toMatchObject({
        dedup_hit: true,
        memory_id: kept.memory_id,
      });
      const next = { ...turn, host_turn_index: 8 };
      expect(await client.call("memory_capture_turn", next)).toMatchObject({
        dedup_hit: false,
        attest_level: "unsigned",
      });
    },
  },
  {
    tool: "memory_session_start",
    params: { namespace: "only here and below", limit: "most memories", format: "form of the text" },
    async shown(client) {
      const place = { namespace: "begin/deck" };
      await client.store({ ...place, title: "Mast", content: "The mast is of spruce.", priority: 9 });
      await client.store({ ...place, title: "Boom", content: "The boom is of pine." });
      const begun = async (given: JsonObject) =>
        titles((await client.call("memory_session_start", { ...place, ...given })).memories);
      expect(await begun({})).toEqual(["Mast", "Boom"]);
      expect(await begun({ limit: 1 })).toEqual(["Mast"]);
      expect(await begun({ namespace: "begin/hold" })).toEqual([]);
      for (const format of ["json", "toon", "toon_compact"]) {
        const { texts } = await client.answer("memory_session_start", { ...place, format });
        expect(/^memories\[2\s?\]/m.test(texts.join()), format).toBe(format !== "json");
        expect(texts.join(), "with the content").toContain("The mast is of spruce.");
      }
    },
  },
  {
    tool: "memory_recall_observations",
    params: {
      recall_id: "of which recall",
      consumed: "only what was used since, or was not",
      since: "only later recalls",
      until: "only earlier ones",
      limit: "most of them",
    },
    async shown(client) {
      const place = { namespace: "seen/tide" };
      await client.store({ ...place, content: "The tide table hangs in the mess." });
      await client.store({ ...place, content: "The tide gauge stands at the mole." });
      const { recall_id: id = null } = await client.call("memory_recall", {
        context: "tide",
        ...place,
        detail: "full",
      });
      const observed = async (given: JsonObject) =>
        (await client.call("memory_recall_observations", { recall_id: id, ...given })).count;
      expect(await observed({})).toBe(2);
      expect(await observed({ recall_id: "none" })).toBe(0);
      expect([await observed({ consumed: true }), await observed({ consumed: false })]).toEqual([0, 2]);
      await client.call("memory_recall", { context: "tide table in the mess", ...place, limit: 1 });
      expect([await observed({ consumed: true }), await observed({ consumed: false })]).toEqual([1, 1]);
      expect(await observed({ since: "2120-01-01T00:00:00Z" })).toBe(0);
      expect(await observed({ until: "2020-01-01T00:00:00Z" })).toBe(0);
      expect(await observed({ limit: 1 })).toBe(1);
    },
  },
  {
    tool: "memory_agent_register",
    params: {
      agent_id: "its name",
      agent_type: "human, system or ai:name",
      capabilities: "what it can do",
      caller_agent_id: "ignored, with a notice: the session says who it is",
    },
    async shown(client) {
      const agent = { agent_id: "ai:pilot", agent_type: "ai:claude", capabilities: ["steer"] };
      const sent = await client.unlisted("memory_agent_register", { ...agent, caller_agent_id: "ai:bob" });
      expect(sent).toMatchObject({ ignored: ["caller_agent_id"], value: { registered: true, ...agent } });
      expect(await client.call("memory_agent_list")).toMatchObject({ agents: [agent] });
    },
  },
  {
    tool: "memory_agent_list",
    params: {},
    async shown(client) {
      await client.call("memory_agent_register", { agent_id: "zoe", agent_type: "human" });
      expect(titles((await client.call("memory_agent_list")).agents, "agent_id")).toContain("zoe");
    },
  },
];
