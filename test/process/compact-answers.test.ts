import { afterEach, describe, expect, test } from "vitest";
import { loadTokenCounter } from "../../src/cli/token-counter.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { objects, type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// What an answer costs a model: counted as a client gets it, notices and all.

const facts = [
  "The bridge of the map service listens on port 7179 by default, and on 7180 while the tests of the map service run.",
  "Ann, who reviews the map service, is allergic to peanuts and walnuts.",
  "The staging database of the map service is reset every Monday at six.",
  "Deployments of the map service need the approval of two reviewers, and one of them has to be Ann.",
  "The importer of the map service reads UTF-8 only; a file in Latin-1 is refused with its line and its column.",
  "The cache of the map service expires after fifteen minutes.",
  "Releases of the map service are tagged from the main branch only, never from a branch of a feature.",
  "The API key of the map service rotates on the first of each month.",
  "Logs of the map service are deleted after thirty days, except for those of failed deployments.",
  "Tiles of the map service are 256 pixels wide.",
];
const budget = 600;
const both = 800;

let served: ServedWorkbench | undefined;
afterEach(() => served?.close());

/** Ten facts in two projects, stored as a client of the list would. */
async function filled(projects: readonly string[] = ["Atlas"]): Promise<ServedWorkbench> {
  served = await serveWorkbenchHere({ profile: "core" });
  await served.value("session_open", { agent: "claude", model: "opus" });
  for (const name of projects) await served.value("project_create", { name });
  for (const [index, content] of facts.entries()) {
    await served.value("memory_store", { content, project: projects[index % projects.length] ?? "" });
  }
  return served;
}

async function costOf(workbench: ServedWorkbench, tool: string, given: JsonObject) {
  const { texts, structuredContent } = await workbench.result(tool, given);
  const count = await loadTokenCounter();
  const tokens = (text: string) => count(text, "cl100k_base");
  const text = tokens(texts.join("\n"));
  const structured = tokens(JSON.stringify(structuredContent));
  return { texts, text, structured, sum: text + structured, value: structuredContent ?? {} };
}

describe.each([
  ["in one project", ["Atlas"], { project: "Atlas" }],
  ["in two projects", ["Atlas", "Borealis"], {}],
] as const)("ten facts %s", (_title, projects, place) => {
  test("a recall costs little more than what it says", async () => {
    const workbench = await filled(projects);
    const cost = await costOf(workbench, "memory_recall", { context: "what is known of the map service", ...place });
    expect(cost.value.count).toBe(10);
    for (const fact of facts) expect(cost.texts.join("\n")).toContain(fact);
    expect(cost.text).toBeLessThanOrEqual(budget);
    expect(cost.structured).toBeLessThanOrEqual(budget);
    if (projects.length === 1) expect(cost.sum).toBeLessThanOrEqual(both);
  });

  test("a list too", async () => {
    const workbench = await filled(projects);
    const cost = await costOf(workbench, "memory_list", place);
    expect(cost.value.count).toBe(10);
    expect([cost.text <= budget, cost.structured <= budget]).toEqual([true, true]);
  });
});

test("one long memory costs no more than several short ones, and less where a budget says so", async () => {
  const workbench = await filled();
  const log = Array.from({ length: 500 }, (_, line) => `Line ${line} of the log of the importer.`);
  await workbench.value("memory_store", { content: [...log, "The harbour gate opens at five.", ...log].join("\n") });
  const asked = { context: "when does the harbour gate open" };
  const cost = await costOf(workbench, "memory_recall", asked);
  expect([cost.text <= budget, cost.structured <= budget]).toEqual([true, true]);
  for (const shown of [cost.texts[0], JSON.stringify(cost.value)]) {
    expect(shown).toContain("The harbour gate opens at five.");
    expect(shown).toContain("characters; memory_get shows all)");
  }
  const least = await costOf(workbench, "memory_recall", { ...asked, budget_tokens: 50 });
  expect(least.value).toMatchObject({ count: 1, budget_overflow: false });
  expect(least.text).toBeLessThanOrEqual(120);
});

test("the text names each by a short id that every tool takes, and its place where none was asked", async () => {
  const workbench = await filled(["Atlas", "Borealis"]);
  const { texts } = await costOf(workbench, "memory_recall", { context: "pixels of tiles", limit: 1 });
  expect(texts).toHaveLength(1);
  const [, id = ""] =
    /^([0-9a-f]{8}) \[project\/borealis\] Tiles of the map service are 256 pixels wide\.\n/.exec(texts[0] ?? "") ?? [];
  expect(await workbench.value("memory_get", { id })).toMatchObject({ content: facts[9] });
});

test("the rest comes on request", async () => {
  const workbench = await filled();
  const first = async (given: JsonObject) => {
    const { memories } = await workbench.value("memory_recall", { context: "tiles", project: "Atlas", ...given });
    return Object.keys(objects(memories)[0] ?? {});
  };
  expect(await first({})).toEqual(["id", "content"]);
  expect(await first({ fields: ["score", "tags"] })).toEqual(["id", "content", "tags", "score"]);
  expect(await first({ detail: "full" })).toEqual(
    [
      "id",
      "title",
      "content",
      "namespace",
      "tier",
      "kind",
      "tags",
      "priority",
      "score",
      "task_id",
      "updated_at",
    ].concat(["archived", "provenance"]),
  );
});

test("where nothing is found the answer says so and what to try, in text and data", async () => {
  const workbench = await filled();
  const nothing = await costOf(workbench, "memory_recall", { context: "dragons", project: "Atlas", tags: "beasts" });
  const hint =
    "Nothing that is stored answers that. No memory holds 'dragons'. Try other words for it, leave out project, tags, or see what there is with memory_list.";
  expect(nothing.texts).toEqual([`${hint}\nclaude (opus), in project Atlas`]);
  expect(nothing.value).toMatchObject({ count: 0, memories: [], hint });
  const none = await costOf(workbench, "memory_recall", { context: "tiles", budget_tokens: 0 });
  expect(none.value, "what a budget cut off was found").not.toHaveProperty("hint");
});
