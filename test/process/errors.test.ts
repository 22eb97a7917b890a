import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { root } from "./run-pegboard.ts";
import { fill, type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// Every error that a tool declares is raised here through a real client, with its number, its data and what to do.

const catalog = JSON.parse(readFileSync(join(root, "generated", "catalog.json"), "utf8")) as Catalog;

interface Case {
  readonly with: JsonObject;
  /** All of the error's data; asymmetric matchers where it holds ids. */
  readonly data: object;
}

const project = "Nowhere";
const noProject = { project, candidates: expect.any(Array) };
const nearProject = { project: "Atlass", candidates: ["Atlas"] };
const candidates = expect.arrayContaining([expect.stringMatching(/ \([0-9a-f-]{36}\)$/)]);
const ambiguous = {
  project: { project: "$projects", candidates },
  task: { task: "$tasks", candidates },
  memory: { memory: "$memories", candidates },
  pack: { pack: "$packs", candidates },
};
const badNamespace = { namespace: "a/..", problem: "'.' and '..' are not words" };
const conflict = { namespace: "elsewhere", project: "Atlas" };
const unknownId = "no-such-id";

const cases: { readonly [tool: string]: { readonly [error: string]: Case } } = {
  project_list: { CURSOR_INVALID: { with: { cursor: "bm9uc2Vuc2U" }, data: {} } },
  project_create: {
    NAMESPACE_INVALID: {
      with: { name: "!!!" },
      data: { namespace: "!!!", problem: "it contains no letter or digit" },
    },
  },
  task_list: {
    PROJECT_NOT_FOUND: { with: { project }, data: noProject },
    PROJECT_AMBIGUOUS: { with: { project: "$projects" }, data: ambiguous.project },
    CURSOR_INVALID: { with: { cursor: "$cursorOfProjects" }, data: {} },
  },
  task_create: {
    PROJECT_NOT_FOUND: { with: { project: "Atlass", title: "x" }, data: nearProject },
    PROJECT_AMBIGUOUS: { with: { project: "$projects", title: "x" }, data: ambiguous.project },
  },
  task_get: {
    TASK_NOT_FOUND: { with: { task: unknownId }, data: { task: unknownId } },
    TASK_AMBIGUOUS: { with: { task: "$tasks" }, data: ambiguous.task },
  },
  task_manage: {
    TASK_NOT_FOUND: { with: { action: "stop", task: unknownId }, data: { task: unknownId } },
    TASK_AMBIGUOUS: { with: { action: "start", task: "$tasks" }, data: ambiguous.task },
    TASK_COMPLETED: {
      with: { action: "start", task: "$completed" },
      data: { task: "$completed", title: "Done and dusted" },
    },
  },
  memory_store: {
    NAMESPACE_INVALID: { with: { namespace: "a/..", content: "x" }, data: badNamespace },
    NAMESPACE_CONFLICT: { with: { namespace: "elsewhere", project: "Atlas", content: "x" }, data: conflict },
    PROJECT_NOT_FOUND: { with: { project, content: "x" }, data: noProject },
    PROJECT_AMBIGUOUS: { with: { project: "$projects", content: "x" }, data: ambiguous.project },
    MEMORY_EXISTS: {
      with: { title: "Ports", content: "The health check answers on 8080." },
      data: { namespace: "global", title: "Ports", id: "$ports" },
    },
    METADATA_TOO_LARGE: {
      with: { content: "x", metadata: { text: "x".repeat(65_536) } },
      data: { problem: "takes 65547 bytes as JSON" },
    },
    SIGNATURE_INCOMPLETE: { with: { content: "x", signature: `${"A".repeat(86)}==` }, data: {} },
    CONTROL_CHARACTER: {
      with: { title: "one\u0007line", content: "x" },
      data: { param: "title", character: "U+0007" },
    },
  },
  memory_recall: {
    NAMESPACE_INVALID: { with: { context: "x", namespace: "a/.." }, data: badNamespace },
    NAMESPACE_CONFLICT: { with: { context: "x", namespace: "elsewhere", project: "Atlas" }, data: conflict },
    PROJECT_NOT_FOUND: { with: { context: "x", project }, data: noProject },
    PROJECT_AMBIGUOUS: { with: { context: "x", project: "$projects" }, data: ambiguous.project },
  },
  memory_get: {
    MEMORY_NOT_FOUND: { with: { id: unknownId }, data: { memory: unknownId } },
    MEMORY_AMBIGUOUS: { with: { id: "$memories" }, data: ambiguous.memory },
  },
  memory_list: {
    NAMESPACE_INVALID: { with: { namespace: "a/.." }, data: badNamespace },
    NAMESPACE_CONFLICT: { with: { namespace: "elsewhere", project: "Atlas" }, data: conflict },
    PROJECT_NOT_FOUND: { with: { project }, data: noProject },
    PROJECT_AMBIGUOUS: { with: { project: "$projects" }, data: ambiguous.project },
    CURSOR_INVALID: { with: { cursor: "$cursorOfProjects" }, data: {} },
  },
  pack_manage: {
    PACK_NOT_FOUND: {
      with: { action: "update", pack: "Bride", name: "x" },
      data: { pack: "Bride", candidates: ["Bridge"] },
    },
    PACK_AMBIGUOUS: { with: { action: "update", pack: "$packs", name: "x" }, data: ambiguous.pack },
    PACK_EXISTS: {
      with: { action: "create", name: "BRIDGE", type: "custom" },
      data: { name: "Bridge", pack: "$bridge" },
    },
    NOTHING_TO_CHANGE: { with: { action: "update", pack: "Bridge" }, data: { action: "update" } },
    MEMORY_NOT_FOUND: {
      with: { action: "add_memory", pack: "Bridge", memory: unknownId },
      data: { memory: unknownId },
    },
    MEMORY_AMBIGUOUS: { with: { action: "add_memory", pack: "Bridge", memory: "$memories" }, data: ambiguous.memory },
    TASK_NOT_FOUND: { with: { action: "add_task", pack: "Bridge", task: unknownId }, data: { task: unknownId } },
    TASK_AMBIGUOUS: { with: { action: "add_task", pack: "Bridge", task: "$tasks" }, data: ambiguous.task },
  },
  pack_get: {
    PACK_NOT_FOUND: { with: { pack: "Bride" }, data: { pack: "Bride", candidates: ["Bridge"] } },
    PACK_AMBIGUOUS: { with: { pack: "$packs" }, data: ambiguous.pack },
  },
  focus_manage: {
    PACK_NOT_FOUND: { with: { action: "set", pack: "Bride" }, data: { pack: "Bride", candidates: ["Bridge"] } },
    PACK_AMBIGUOUS: { with: { action: "set", pack: "$packs" }, data: ambiguous.pack },
  },
};

let workbench: ServedWorkbench;
const kept = new Map<string, Json>();
beforeAll(async () => {
  workbench = await serveWorkbench();
  const { value } = workbench;
  await value("session_open", { agent: "claude" });
  await value("project_create", { name: "Atlas" });
  const done = await value("task_create", { project: "Atlas", title: "Done and dusted" });
  await value("task_manage", { action: "complete", task: done.id ?? null });
  const ports = await value("memory_store", { title: "Ports", content: "The bridge listens on 7179." });
  const bridge = await value("pack_manage", { action: "create", name: "Bridge", type: "project" });
  kept.set("completed", done.id ?? null);
  kept.set("ports", ports.id ?? null);
  kept.set("bridge", bridge.id ?? null);

  kept.set("tasks", await sharedBeginning((n) => value("task_create", { project: "Atlas", title: `t${n}` })));
  kept.set("memories", await sharedBeginning((n) => value("memory_store", { content: `note ${n}`, force: true })));
  kept.set(
    "packs",
    await sharedBeginning((n) => value("pack_manage", { action: "create", name: `pack ${n}`, type: "custom" })),
  );
  kept.set(
    "projects",
    await sharedBeginning(
      async (n) => (await value("project_create", { name: `project ${n}`, force: true })).project as JsonObject,
    ),
  );
  const { next_cursor } = await value("project_list", { limit: 1 });
  kept.set("cursorOfProjects", next_cursor ?? null);
});
afterAll(() => workbench.close());

/** Makes things until two of their ids begin with the same four characters, which takes about 300; returns these. */
async function sharedBeginning(make: (number: number) => Promise<JsonObject>): Promise<string> {
  const seen = new Set<string>();
  for (let number = 0; number < 3_000; number++) {
    const { id } = await make(number);
    const beginning = String(id).slice(0, 4);
    if (seen.has(beginning)) return beginning;
    seen.add(beginning);
  }
  throw new Error("no two of 3000 ids begin alike");
}

it("no declared error is without a case, and no case without a declaration", () => {
  const pairs = (tool: string, errors: readonly string[]) => errors.map((error) => `${tool} ${error}`);
  const declared = catalog.tools.flatMap(({ name, errors }) => pairs(name, errors));
  const raised = Object.entries(cases).flatMap(([tool, errors]) => pairs(tool, Object.keys(errors)));
  expect(raised.toSorted()).toEqual(declared.toSorted());
});

describe.each(Object.entries(cases))("%s", (tool, errors) => {
  it.each(Object.entries(errors))("%s", async (code, { with: given, data }) => {
    const fact = catalog.errors.find(({ name }) => name === code);
    if (fact === undefined) throw new Error(`catalog.yaml does not declare ${code}`);
    const error = await workbench.error(tool, fill(given, kept) as JsonObject);
    expect(error).toEqual({
      code,
      number: fact.code,
      message: expect.stringMatching(/^[^{}]+$/),
      data: filledData(data),
      retry: fact.retry,
      ...(fact.hint === undefined ? {} : { hint: expect.stringMatching(/^[^{}]+$/) }),
    });
  });
});

/** Fills in the values that were kept; matchers stay what they are. */
function filledData(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === "string" ? fill(value, kept) : value]),
  );
}
