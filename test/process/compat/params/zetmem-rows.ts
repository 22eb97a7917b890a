import { expect } from "vitest";
import { titles } from "../../profiles/open-servers.ts";
import type { ParamRow } from "./param-client.ts";

/** ZetMem's seven tools and their 24 params. Each row works in workspaces of its own. */
export const zetmemInventory: Readonly<Record<string, string>> = {
  store_coding_memory: "content workspace_id project_path code_type context",
  retrieve_relevant_memories: "query workspace_id max_results project_filter code_types min_relevance",
  evolve_memory_network: "trigger_type scope max_memories project_path",
  workspace_init: "identifier name",
  workspace_create: "identifier name description",
  workspace_retrieve: "identifier",
  perform_onboarding: "project_path project_name include_strategy_guide",
};

export const zetmemRows: readonly ParamRow[] = [
  {
    tool: "store_coding_memory",
    params: {
      content: "what is stored, and found again",
      workspace_id: "the workspace it is stored in; none: the default one",
      project_path: "the same by its old name, where workspace_id is not given",
      code_type: "a tag, in lower case",
      context: "kept beside the content, and found by its words",
    },
    async shown(client) {
      const content = "const turns = 3;";
      const given = {
        content,
        workspace_id: "maps",
        code_type: "TypeScript",
        context: "How often the lock turns",
      };
      expect(await client.call("store_coding_memory", given)).toMatchObject({ tags: ["typescript"] });
      const ask = { query: "how often does the lock turn", workspace_id: "maps", code_types: ["TypeScript"] };
      expect(await client.call("retrieve_relevant_memories", ask)).toMatchObject({
        memories: [{ content, context: given.context, workspace_id: "maps", code_type: "typescript" }],
      });
      const old = { content: "let bolts = 4;", project_path: "/bolts" };
      await client.call("store_coding_memory", old);
      await client.call("store_coding_memory", { content: "let hinges = 5;" });
      const found = async (query: string, place: object) =>
        titles((await client.call("retrieve_relevant_memories", { query, ...place })).memories, "content");
      expect(await found("bolts", { workspace_id: "/bolts" })).toEqual([old.content]);
      expect(await found("hinges", {})).toEqual(["let hinges = 5;"]);
      expect(await found("hinges", { workspace_id: "maps" })).toEqual([]);
    },
  },
  {
    tool: "retrieve_relevant_memories",
    params: {
      query: "what is asked",
      workspace_id: "only in this workspace; none: the default one",
      project_filter: "the same by its old name",
      max_results: "most results",
      code_types: "only with one of these tags, whatever their letter case",
      min_relevance: "least share of what was asked, from 0 to 1",
    },
    async shown(client) {
      for (const [content, code_type] of [
        ["The gate opens at dawn.", "Go"],
        ["The gate shuts behind the last ship.", "Rust"],
      ] as const) {
        await client.call("store_coding_memory", { content, workspace_id: "gates", code_type });
      }
      const found = async (given: object) =>
        titles((await client.call("retrieve_relevant_memories", { query: "gate", ...given })).memories, "content");
      expect(await found({ workspace_id: "gates" })).toHaveLength(2);
      expect(await found({ project_filter: "gates" })).toHaveLength(2);
      expect(await found({})).toEqual([]);
      expect(await found({ workspace_id: "gates", max_results: 1 })).toHaveLength(1);
      expect(await found({ workspace_id: "gates", code_types: ["go"] })).toEqual(["The gate opens at dawn."]);
      expect(await found({ workspace_id: "gates", query: "capital of France" })).toEqual([]);
      const both = { workspace_id: "gates", query: "which gate opens at dawn" };
      expect(await found({ ...both, min_relevance: 0.9 })).toEqual(["The gate opens at dawn."]);
    },
  },
  {
    tool: "evolve_memory_network",
    params: {
      trigger_type: "why it runs: manual, scheduled or event, and nothing else",
      scope: "project: only the workspace that project_path names; recent and all: every one",
      project_path: "the workspace",
      max_memories: "how many are compared",
    },
    async shown(client) {
      for (const place of ["evolve/a", "evolve/b"]) {
        for (const end of ["retries a failed upload.", "logs a failed upload with its size."]) {
          await client.call("store_coding_memory", { content: `The uploader of ${place} ${end}`, workspace_id: place });
        }
      }
      const inA = { scope: "project", project_path: "evolve/a", trigger_type: "event" };
      expect(await client.call("evolve_memory_network", inA)).toMatchObject({ memories_analyzed: 2, links_created: 1 });
      expect(await client.call("evolve_memory_network", { max_memories: 3 })).toMatchObject({ memories_analyzed: 3 });
      const { memories_analyzed: all } = await client.call("evolve_memory_network", { scope: "all" });
      expect(all).toBeGreaterThan(3);
      for (const wrong of [{ trigger_type: "whim" }, { scope: "everything" }]) {
        expect(await client.error("evolve_memory_network", wrong)).toMatchObject({ code: "INVALID_ARGUMENTS" });
      }
    },
  },
  {
    tool: "workspace_create",
    params: { identifier: "a path or a word", name: "kept, and shown later", description: "kept, and shown later" },
    async shown(client) {
      const words = { identifier: " Harbours ", name: "All harbours", description: "What ships need" };
      expect(await client.call("workspace_create", words)).toMatchObject({
        created: true,
        workspace: { id: "harbours" },
      });
      const { name, description } = words;
      expect(await client.call("workspace_retrieve", { identifier: "harbours" })).toMatchObject({
        workspace: { id: "harbours", name, description },
      });
      expect(await client.error("workspace_create", words)).toMatchObject({ code: "WORKSPACE_EXISTS" });
    },
  },
  {
    tool: "workspace_retrieve",
    params: { identifier: "which one, whatever its letter case; one that is not there is an error" },
    async shown(client) {
      await client.call("workspace_create", { identifier: "Piers" });
      expect(await client.call("workspace_retrieve", { identifier: "PIERS" })).toMatchObject({
        created: false,
        workspace: { id: "piers", memory_count: 0 },
      });
      expect(await client.error("workspace_retrieve", { identifier: "nowhere" })).toMatchObject({
        code: "WORKSPACE_NOT_FOUND",
      });
    },
  },
  {
    tool: "workspace_init",
    params: { identifier: "the one that is made, or was there", name: "of a new one" },
    async shown(client) {
      const first = { identifier: "/init/quay", name: "The quay" };
      expect(await client.call("workspace_init", first)).toMatchObject({
        created: true,
        workspace: { id: "/init/quay", name: "The quay" },
      });
      expect(await client.call("workspace_init", { ...first, name: "Another" })).toMatchObject({
        created: false,
        workspace: { name: "The quay" },
      });
    },
  },
  {
    tool: "perform_onboarding",
    params: {
      project_path: "the workspace that is made",
      project_name: "its name",
      include_strategy_guide: "false: without the guide",
    },
    async shown(client) {
      const given = { project_path: "/onboard/isle", project_name: "The isle" };
      const whole = await client.call("perform_onboarding", given);
      expect(whole).toMatchObject({ workspace_id: "/onboard/isle", workspace_name: "The isle", created: true });
      expect(whole).toHaveProperty("strategy_guide");
      const short = await client.call("perform_onboarding", { ...given, include_strategy_guide: false });
      expect(short).toMatchObject({ created: false });
      expect(short).not.toHaveProperty("strategy_guide");
    },
  },
];
