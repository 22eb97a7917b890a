import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { itemsOf } from "./items-of.ts";
import { openWorkbench } from "./open-workbench.ts";

test.each([
  [
    "list_tasks",
    "create_task",
    { project: "Atlas" },
    (at: number) => ({ project: "Atlas", description: `Task ${at}` }),
  ],
  [
    "list_memories",
    "add_memory",
    { project: "Atlas" },
    (at: number) => ({ project: "Atlas", content: `Memory ${at}`, force: true }),
  ],
  ["list_decisions", "create_decision", {}, (at: number) => ({ title: `Decision ${at}` })],
] satisfies [string, string, JsonObject, (at: number) => JsonObject][])(
  "%s says where more follows, and goes on from there",
  async (list, create, filter, thing) => {
    const bench = await openWorkbench();
    await bench.value("setup_agent", {});
    await bench.value("create_project", { name: "Atlas" });
    const made: unknown[] = [];
    for (const at of [1, 2, 3, 4, 5]) made.push((await bench.value(create, thing(at))).id);
    const seen: unknown[] = [];
    let cursor: JsonObject = { cursor: "" };
    for (let pages = 1; ; pages += 1) {
      const page = await bench.value(list, { ...filter, limit: 2, ...cursor });
      seen.push(...itemsOf(page).map(({ id }) => id));
      if (page.nextCursor === undefined) {
        expect(pages).toBe(3);
        break;
      }
      cursor = { cursor: page.nextCursor };
    }
    expect(new Set(seen)).toEqual(new Set(made));
    expect(seen).toHaveLength(5);
    expect(await bench.error(list, { ...filter, cursor: "elsewhere" })).toMatchObject({ code: "CURSOR_INVALID" });
  },
);
