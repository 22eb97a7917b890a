import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Catalog } from "../../../../src/compiler/catalog/catalog.ts";
import { isJsonObject, type JsonObject } from "../../../../src/contract/json.ts";
import { clientOfList, type ListClient } from "../../profiles/client-of-list.ts";
import { titles } from "../../profiles/open-servers.ts";
import { root } from "../../run-pegboard.ts";
import { notices, objects, type ServedWorkbench, serveWorkbench } from "../../served-workbench.ts";

// What ZetMem does wrong and a copy of it would too, through a client over stdio that knows its names. traps.ts has the whole list.

let workbench: ServedWorkbench;
let client: ListClient;
beforeAll(async () => {
  workbench = await serveWorkbench({ profile: "zetmem", client: "code-helper" });
  client = await clientOfList(workbench);
});
afterAll(() => workbench.close());

const retrieved = async (given: JsonObject) =>
  objects((await client.call("retrieve_relevant_memories", given)).memories);

it("a relevance is a share from 0 to 1, and min_relevance is compared with just that", async () => {
  for (const content of ["The dam holds nine gates.", "The dam is old.", "Nine geese fly over."]) {
    await client.call("store_coding_memory", { content, workspace_id: "dam" });
  }
  const asked = { query: "how many gates holds the dam", workspace_id: "dam", max_results: 50 };
  const all = await retrieved({ ...asked, min_relevance: 0 });
  const scores = all.map(({ relevance_score: score }) => Number(score));
  expect(Math.max(...scores)).toBe(1);
  expect(scores.filter((score) => score < 0 || score > 1)).toEqual([]);
  for (const least of [0.2, 0.5, 1]) {
    const found = await retrieved({ ...asked, min_relevance: least });
    expect(found.map(({ id }) => id)).toEqual(
      all.filter((_, index) => (scores[index] ?? 0) >= least).map(({ id }) => id),
    );
  }
  // What is beyond the scale means its end, as there.
  expect(await retrieved({ ...asked, min_relevance: -1 })).toEqual(all);
});

it("each spelling of the workspace names the same one, and the old ones say until when they are there", async () => {
  await client.call("workspace_init", { identifier: "Locks" });
  const old = await workbench.result("store_coding_memory", { content: "Lock four is shut.", project_path: " LOCKS " });
  expect(notices(old)).toContainEqual(
    expect.objectContaining({
      kind: "deprecated",
      data: { kind: "param", name: "project_path", since: "0.1.0", sunset: "2027-12-01", replacedBy: "workspace_id" },
    }),
  );
  const asked = { query: "lock four" };
  for (const place of [{ workspace_id: "locks" }, { project_filter: "Locks" }]) {
    expect((await retrieved({ ...asked, ...place })).map(({ workspace_id: id }) => id)).toEqual(["locks"]);
  }
  expect(await client.call("workspace_retrieve", { identifier: "locks" })).toMatchObject({
    workspace: { memory_count: 1 },
  });
  const given = { content: "A bollard leaks a little.", workspace_id: "Locks", project_path: "/elsewhere" };
  await workbench.value("store_coding_memory", given);
  expect(await retrieved({ query: "bollard", workspace_id: "locks" })).toHaveLength(1);
  expect(await retrieved({ query: "bollard", workspace_id: "/elsewhere" })).toEqual([]);
});

it("each tool has its guidance, it stands in the guide, and names only tools that are there", async () => {
  const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;
  const known = new Set(catalog.tools.map(({ name }) => name));
  const { strategy_guide: guide } = await client.call("perform_onboarding", { project_path: "guided" });
  for (const name of client.names) {
    const tool = catalog.tools.find((each) => each.name === name || each.aliases.some((alias) => alias.name === name));
    const { useWhen = [], after = [], before = [] } = tool?.guidance ?? {};
    expect(useWhen.length, name).toBeGreaterThan(0);
    expect(
      useWhen.filter((sentence) => String(guide).includes(sentence)),
      name,
    ).not.toEqual([]);
    expect(
      [...after, ...before].filter((other) => !known.has(other)),
      name,
    ).toEqual([]);
  }
});

it("what is published is what is checked: each type, each word of a list and each limit", async () => {
  const listed = await workbench.connection.listTools();
  const wrong: { readonly tool: string; readonly given: JsonObject }[] = [];
  for (const { name: tool, inputSchema } of listed) {
    const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
    const required = Object.fromEntries(((inputSchema.required ?? []) as readonly string[]).map((each) => [each, "x"]));
    for (const [param, schema] of Object.entries(properties)) {
      if (!isJsonObject(schema)) continue;
      wrong.push({ tool, given: { ...required, [param]: { not: "this" } } });
      if (schema.enum !== undefined) wrong.push({ tool, given: { ...required, [param]: "whim" } });
      if (typeof schema.maxLength === "number") {
        wrong.push({ tool, given: { ...required, [param]: "x".repeat(schema.maxLength + 1) } });
      }
      if (typeof schema.maximum === "number") wrong.push({ tool, given: { ...required, [param]: schema.maximum + 1 } });
    }
    for (const name of Object.keys(required)) wrong.push({ tool, given: { ...required, [name]: " " } });
  }
  expect(wrong.length).toBeGreaterThan(30);
  for (const { tool, given } of wrong) {
    const shown = JSON.stringify(given).slice(0, 80);
    expect(await workbench.error(tool, given), `${tool} ${shown}`).toMatchObject({ code: "INVALID_ARGUMENTS" });
  }
});

it("two servers list the same tools in the same order, and one server does so each time", async () => {
  const other = await serveWorkbench({ profile: "zetmem", revision: "legacy" });
  try {
    const lists = [await workbench.connection.listTools(), await workbench.connection.listTools()];
    lists.push(await other.connection.listTools());
    expect(new Set(lists.map((list) => JSON.stringify(list.map(({ name }) => name)))).size).toBe(1);
  } finally {
    await other.close();
  }
});

it("a result is structured, and its text says the same", async () => {
  const stored = await client.answer("store_coding_memory", {
    content: "The sluice is of oak.",
    workspace_id: "sluice",
  });
  expect(stored.texts.join()).toContain(String(stored.structuredContent?.memory_id));
  const found = await client.answer("retrieve_relevant_memories", { query: "sluice", workspace_id: "sluice" });
  expect(found.texts.join()).toContain("The sluice is of oak.");
  expect(titles(found.structuredContent?.memories, "content")).toEqual(["The sluice is of oak."]);
});

it("without a key and without a network a memory is stored, found and linked", async () => {
  // The variables of a provider are not set in any test; what an LLM made there is made of the words.
  const offline = await serveWorkbench({
    profile: "zetmem",
    env: { OPENAI_API_KEY: "", HTTPS_PROXY: "http://127.0.0.1:9" },
  });
  try {
    const store = (content: string) => offline.value("store_coding_memory", { content, workspace_id: "w" });
    await store("The uploader retries a failed upload.");
    await store("A failed upload of the uploader is logged.");
    expect(await offline.value("evolve_memory_network", {})).toMatchObject({ links_created: 1 });
    const asked = { query: "failed upload", workspace_id: "w" };
    expect(await offline.value("retrieve_relevant_memories", asked)).toMatchObject({ total_found: 2 });
  } finally {
    await offline.close();
  }
});

it("a workspace that was made is there before its first memory, and can't be made twice", async () => {
  await client.call("workspace_create", { identifier: "weir", name: "The weir" });
  expect(await client.call("workspace_retrieve", { identifier: "weir" })).toMatchObject({
    workspace: { name: "The weir", memory_count: 0 },
  });
  expect(await workbench.error("workspace_create", { identifier: "weir" })).toMatchObject({ code: "WORKSPACE_EXISTS" });
  expect(await client.call("workspace_init", { identifier: "weir" })).toMatchObject({ created: false });
});

it("a relative path is one workspace, however often it is read, and a memory is found where it was stored", async () => {
  for (const [stored, asked] of [
    ["./Canal", "./Canal"],
    ["/canal/", "/canal"],
    ["C:\\canal", "C:\\canal"],
    ["my canal", "My Canal"],
  ] as const) {
    const content = `The barge of ${stored} is green.`;
    await client.call("store_coding_memory", { content, workspace_id: stored });
    const made = await client.call("workspace_init", { identifier: asked });
    const { id = null } = isJsonObject(made.workspace) ? made.workspace : {};
    for (const name of [asked, String(id)]) {
      expect((await retrieved({ query: "barge", workspace_id: name })).map((one) => one.content)).toEqual([content]);
    }
  }
});

it("the reason of a match knows no letter case, and a tag with a comma stays one", async () => {
  await client.call("store_coding_memory", { content: "The Kraken sleeps.", workspace_id: "sea", code_type: "C, C++" });
  const asked = { query: "KRAKEN", workspace_id: "sea" };
  expect(await retrieved(asked)).toMatchObject([{ tags: ["c, c++"], match_reason: "100% of the words found" }]);
  expect(await retrieved({ ...asked, code_types: ["c"] })).toEqual([]);
  expect(await retrieved({ ...asked, code_types: ["C, c++"] })).toHaveLength(1);
});

it("a memory counts as evolved once, the counters are those of the links, and a project without a name is refused or whole", async () => {
  for (const end of ["retries a lost block.", "counts a lost block."]) {
    await client.call("store_coding_memory", { content: `The relay ${end}`, workspace_id: "relay" });
  }
  const given = { scope: "project", project_path: "relay" };
  const run = await client.call("evolve_memory_network", given);
  expect(run).toMatchObject({ memories_analyzed: 2, memories_evolved: 2, links_created: 1, contexts_updated: 0 });
  expect(await client.call("evolve_memory_network", given)).toMatchObject({
    ...{ memories_evolved: 0, links_created: 0, links_strengthened: 0 },
  });
});

it("no number of results means the usual five, and there is a most", async () => {
  for (let number = 0; number < 7; number++) {
    await client.call("store_coding_memory", { content: `The quay has the bollard ${number}.`, workspace_id: "quay" });
  }
  const asked = { query: "quay", workspace_id: "quay" };
  const counts: number[] = [];
  for (const max of [1, 0, -1, 1_000]) counts.push((await retrieved({ ...asked, max_results: max })).length);
  expect(counts).toEqual([1, 5, 5, 7]);
  const error = await workbench.error("retrieve_relevant_memories", { ...asked, max_results: "many" });
  expect(error).toMatchObject({ code: "INVALID_ARGUMENTS" });
});

it("nothing found says so, and what to try", async () => {
  const { structuredContent, isError } = await client.answer("retrieve_relevant_memories", { query: "zebra crossing" });
  expect(isError).toBe(false);
  expect(structuredContent).toMatchObject({ memories: [], total_found: 0, message: expect.stringMatching(/\S/) });
});
