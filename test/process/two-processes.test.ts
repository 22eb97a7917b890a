import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { objects, type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// Any history of calls, each through one of two servers on one file, beside a plain model: in the end both show it.

const priorities = ["high", "medium", "low"] as const;
const server = fc.constantFrom(0, 1);
const which = fc.nat(9);
const step = fc.oneof(
  fc.record({ server, kind: fc.constant("project" as const) }),
  fc.record({ server, kind: fc.constant("task" as const), which, priority: fc.constantFrom(...priorities) }),
  fc.record({
    server,
    kind: fc.constant("manage" as const),
    which,
    action: fc.constantFrom("start" as const, "stop" as const, "complete" as const),
  }),
  fc.record({ server, kind: fc.constant("memory" as const) }),
  fc.record({ server, kind: fc.constant("pack" as const) }),
  fc.record({ server, kind: fc.constant("add" as const), which, pack: which }),
  fc.record({ server, kind: fc.constant("focus" as const), pack: which }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** In the order of making. What an agent works on and looks at stands under the number of its server. */
interface Model {
  readonly projects: string[];
  readonly tasks: { readonly id: string; status: string; readonly priority: string }[];
  readonly memories: { readonly id: string; readonly task_id: string | null }[];
  readonly packs: { readonly id: string; readonly name: string; memories: readonly string[] }[];
  readonly active: (string | undefined)[];
  readonly focus: (string | undefined)[];
}

test("any history of calls to two servers on one file gives what a plain model gives", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 60 }), async (steps) => {
      const folder = await mkdtemp(join(tmpdir(), "pegboard-two-"));
      const databasePath = join(folder, "workbench.db");
      const servers = [await serveWorkbench({ databasePath }), await serveWorkbench({ databasePath })];
      try {
        for (const [number, each] of servers.entries()) await each.value("session_open", { agent: `agent ${number}` });
        const model: Model = { projects: [], tasks: [], memories: [], packs: [], active: [], focus: [] };
        for (const each of steps) {
          const asked = servers[each.server];
          if (asked !== undefined) await take(each, asked, model);
        }
        for (const [number, each] of servers.entries()) await compare(each, number, model);
      } finally {
        for (const each of servers) await each.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

async function take(each: Step, asked: ServedWorkbench, model: Model): Promise<void> {
  const task = pick(model.tasks, "which" in each ? each.which : 0);
  const pack = pick(model.packs, "pack" in each ? each.pack : 0);
  switch (each.kind) {
    case "project": {
      const name = `Project ${model.projects.length}`;
      await asked.value("project_create", { name, force: true });
      model.projects.push(name);
      return;
    }
    case "task": {
      const project = pick(model.projects, each.which);
      if (project === undefined) return;
      const { priority } = each;
      const { id } = await asked.value("task_create", { project, title: "T", priority });
      model.tasks.push({ id: String(id), status: "todo", priority });
      return;
    }
    case "manage": {
      if (task === undefined) return;
      const given = { action: each.action, task: task.id };
      if (each.action === "start" && task.status === "completed") {
        expect(await asked.error("task_manage", given)).toMatchObject({ code: "TASK_COMPLETED" });
        return;
      }
      await asked.value("task_manage", given);
      if (each.action === "start") model.active[each.server] = task.id;
      if (each.action === "start") task.status = "in_progress";
      if (each.action === "stop" && model.active[each.server] === task.id) model.active[each.server] = undefined;
      if (each.action === "complete") {
        task.status = "completed";
        for (const number of [0, 1]) if (model.active[number] === task.id) model.active[number] = undefined;
      }
      return;
    }
    case "memory": {
      const { id } = await asked.value("memory_store", { content: `number ${model.memories.length}`, force: true });
      model.memories.push({ id: String(id), task_id: model.active[each.server] ?? null });
      return;
    }
    case "pack": {
      const name = `Pack ${model.packs.length}`;
      const { id } = await asked.value("pack_manage", { action: "create", name, type: "custom" });
      model.packs.push({ id: String(id), name, memories: [] });
      return;
    }
    case "add": {
      const memory = pick(model.memories, each.which);
      if (pack === undefined || memory === undefined) return;
      await asked.value("pack_manage", { action: "add_memory", pack: pack.id, memory: memory.id });
      if (!pack.memories.includes(memory.id)) pack.memories = [memory.id, ...pack.memories];
      return;
    }
    case "focus":
      if (pack === undefined) return;
      await asked.value("focus_manage", { action: "set", pack: pack.name });
      model.focus[each.server] = pack.id;
  }
}

async function compare(asked: ServedWorkbench, number: number, model: Model): Promise<void> {
  const names = (await everything(asked, "project_list", {})).map(({ name }) => name);
  expect(names).toEqual(model.projects.toReversed());
  expect(await everything(asked, "task_list", {})).toMatchObject(
    model.tasks.map((task) => ({ ...task, active: model.active[number] === task.id })).toReversed(),
  );
  const todo = model.tasks.filter(({ status }) => status === "todo");
  const expected = priorities.flatMap((priority) => todo.filter((task) => task.priority === priority));
  expect(await everything(asked, "task_list", { next: true })).toMatchObject(expected);
  expect(await everything(asked, "memory_list", { detail: "full" })).toMatchObject(model.memories.toReversed());
  for (const { id, memories } of model.packs) {
    expect(objects((await asked.value("pack_get", { pack: id })).memories).map((memory) => memory.id)).toEqual(
      memories,
    );
  }
  const focus = model.focus[number];
  expect(await asked.value("focus_manage", {})).toMatchObject({ focus: focus === undefined ? null : { id: focus } });
}

/** All pages of a list, in small pages. */
async function everything(asked: ServedWorkbench, tool: string, given: JsonObject): Promise<readonly JsonObject[]> {
  const items: JsonObject[] = [];
  for (let cursor: JsonObject | undefined = {}; cursor !== undefined; ) {
    const page: JsonObject = await asked.value(tool, { ...given, ...cursor, limit: 4 });
    items.push(...objects(page.items));
    cursor = typeof page.next_cursor === "string" ? { cursor: page.next_cursor } : undefined;
  }
  return items;
}

function pick<Thing>(things: readonly Thing[], which: number): Thing | undefined {
  return things[which % Math.max(1, things.length)];
}
