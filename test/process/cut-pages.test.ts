import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { notices, objects, type ServedWorkbench, serveWorkbenchHere } from "./served-workbench.ts";

// A client that follows `next_cursor` with a server that may send little at once: pages are cut, and nothing is lost.

let workbench: ServedWorkbench;
const stored = { tasks: [] as string[], memories: [] as string[], archived: [] as string[], packs: [] as string[] };
beforeAll(async () => {
  workbench = await serveWorkbenchHere({ profile: "full", words: ["--max-result", "16384"] });
  await workbench.value("session_open", { agent: "claude" });
  await workbench.value("project_create", { name: "Atlas" });
  for (let index = 0; index < 40; index++) {
    // Some alone fill a page, and the largest is more than one answer can hold.
    const long = `bridge ${index} ${"word ".repeat((index % 8) ** 4)}`.trimEnd();
    const task = await workbench.value("task_create", { project: "Atlas", title: `Task ${index}`, description: long });
    const memory = await workbench.value("memory_store", { title: `Memory ${index}`, content: long, force: true });
    stored.tasks.unshift(String(task.id));
    stored.memories.unshift(String(memory.id));
    const described = { type: "custom", description: "word ".repeat(100) };
    const pack = await workbench.value("pack_manage", { action: "create", name: `Pack ${index}`, ...described });
    stored.packs.unshift(String(pack.id));
    const ended = await workbench.value("memory_store", { title: `Ended ${index}`, content: long, force: true });
    await workbench.value("memory_forget", { ids: [String(ended.id)], dry_run: false });
    stored.archived.unshift(String(ended.id));
  }
});
afterAll(() => workbench.close());

/** Follows the cursors to the end. @returns the ids in their order, and how many pages were cut */
async function allPages(tool: string, given: JsonObject) {
  const ids: string[] = [];
  let cuts = 0;
  for (let cursor: JsonObject = {}, pages = 0; ; pages++) {
    if (pages > 100) throw new Error("the list never ends");
    const result = await workbench.result(tool, { ...given, ...cursor });
    const { items, count, next_cursor: next } = result.structuredContent ?? {};
    expect(objects(items).length).toBe(count);
    ids.push(...objects(items).map(({ id }) => String(id)));
    if (notices(result).some(({ kind }) => kind === "cut")) cuts += 1;
    if (typeof next !== "string") return { ids, cuts };
    cursor = { cursor: next };
  }
}

describe("pages that are cut", () => {
  it.each([
    ["task_list", {}, "tasks"],
    ["memory_list", { detail: "full" }, "memories"],
    ["memory_list", { detail: "full", format: "toon" }, "memories"],
  ] as const)("of %s %j lose nothing and repeat nothing, whatever the limit", async (tool, given, list) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (limit) => {
        const { ids, cuts } = await allPages(tool, { ...given, limit });
        expect(ids).toEqual(stored[list]);
        expect(cuts).toBeGreaterThan(0);
      }),
      { numRuns: 4, examples: [[1], [100]] },
    );
  });

  it.each([
    ["memory_list", "memories"],
    ["memory_archive_list", "archived"],
    ["pack_list", "packs"],
  ] as const)("of %s go on behind the cut", async (tool, list) => {
    const { ids, cuts } = await allPages(tool, { limit: 100 });
    expect(ids).toEqual(stored[list]);
    expect(cuts).toBeGreaterThan(0);
  });

  it("say where to go on", async () => {
    const result = await workbench.result("task_list", { limit: 40 });
    expect(notices(result)).toMatchObject([{ kind: "cut", text: expect.stringContaining("go on with next_cursor") }]);
  });
});

it.each([[{}], [{ budget_tokens: 30_000 }], [{ detail: "full" }]])(
  "a recall that is cut counts what it sends, and says that there is more: %j",
  async (given: JsonObject) => {
    const asked = { context: "bridge", limit: 50, ...given };
    const { structuredContent: found } = await workbench.result("memory_recall", asked);
    const memories = objects(found?.memories);
    expect(memories.length).toBeLessThan(40);
    const tokens = memories.reduce((sum, { content }) => sum + Math.ceil(Buffer.byteLength(String(content)) / 4), 0);
    expect(found).toMatchObject({ count: memories.length, more: true });
    // Unasked, an answer spends no words on what it cost.
    expect(found?.tokens_used).toBe(Object.keys(given).length === 0 ? undefined : tokens);
  },
);
