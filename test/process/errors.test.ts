import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { openDatabase } from "../open-database.ts";
import type { Case, Cases } from "./errors/case.ts";
import { codeFolders } from "./errors/code-folders.ts";
import { databaseCases } from "./errors/database-cases.ts";
import { decisionCases } from "./errors/decision-cases.ts";
import { graphCases } from "./errors/graph-cases.ts";
import { memoryCases } from "./errors/memory-cases.ts";
import { crowded, crowdedTitles, messageCases } from "./errors/message-cases.ts";
import { organizationCases } from "./errors/organization-cases.ts";
import { packCases } from "./errors/pack-cases.ts";
import { planCases } from "./errors/plan-cases.ts";
import { reflectionCases } from "./errors/reflection-cases.ts";
import { standardCases } from "./errors/standard-cases.ts";
import { upkeepCases } from "./errors/upkeep-cases.ts";
import { vaultCases } from "./errors/vault-cases.ts";
import {
  damagedWorkbench,
  lockedWorkbench,
  organizationWorkbench,
  type PreparedWorkbench,
} from "./errors/vault-workbenches.ts";
import { workCases } from "./errors/work-cases.ts";
import { worktreeCases } from "./errors/worktree-cases.ts";
import { pegboardHere, root } from "./run-pegboard.ts";
import { fill, type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// Every error that a tool declares is raised here through a real client, with its number, its data and what to do.

const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;

const withoutVault: Cases = {
  ...workCases,
  ...memoryCases,
  ...graphCases,
  ...upkeepCases,
  ...reflectionCases,
  ...messageCases,
  ...standardCases,
  ...packCases,
  ...decisionCases,
  ...planCases,
  ...organizationCases,
  ...databaseCases,
  ...worktreeCases,
};
const tools = new Set([...Object.keys(withoutVault), ...Object.keys(vaultCases)]);
const cases: Cases = Object.fromEntries(
  [...tools].map((tool) => [tool, { ...withoutVault[tool], ...vaultCases[tool] }]),
);

let workbench: ServedWorkbench;
const kept = new Map<string, Json>();
const others = new Map<Case["on"], PreparedWorkbench>();
beforeAll(async () => {
  workbench = await serveWorkbench({ profile: "full", env: { PEGBOARD_USER: "ann" } });
  const { value } = workbench;
  const keep = async (name: string, tool: string, given: JsonObject) => {
    const { id = null } = await value(tool, given);
    kept.set(name, id);
    return id;
  };
  for (const [name, path] of Object.entries(codeFolders.made())) kept.set(name, path);
  await value("session_open", { agent: "claude" });
  const agent = { namespace: "_agents", title: "taken", content: "An agent." };
  await value("memory_store", { ...agent, scope: "private" });
  await value("session_open", { agent: "bob" });
  await keep("takenAgent", "memory_store", agent);
  await value("session_open", { agent: "claude" });
  for (const name of ["Atlas", "Museum"]) await value("project_create", { name });
  const completed = await keep("completed", "task_create", { project: "Atlas", title: "Done and dusted" });
  await value("task_manage", { action: "complete", task: completed });
  const whole = await keep("whole", "task_create", { project: "Atlas", title: "Whole" });
  const { subtask } = await value("task_subtask_manage", { action: "create", task: whole, title: "Part" });
  kept.set("part", (subtask as JsonObject).id ?? null);
  const putAway = await keep("putAway", "task_create", { project: "Atlas", title: "Put away" });
  await value("task_manage", { action: "archive", task: putAway });
  await keep("inMuseum", "task_create", { project: "Museum", title: "In the museum" });
  await value("project_manage", { action: "archive", project: "Museum" });
  await keep("ports", "memory_store", { title: "Ports", content: "The bridge listens on 7179." });
  await keep("another", "memory_store", { title: "Another", content: "Tests need a database of their own." });
  const gone = await keep("gone", "memory_store", { title: "Gone", content: "Answers were cached." });
  await value("memory_forget", { ids: [gone] });
  await keep("inItsPlace", "memory_store", { title: "Gone", content: "Nothing is cached." });
  for (const [name, namespace] of Object.entries({ above: "a", below: "a/b" })) {
    await keep(name, "memory_store", { namespace, title: "Height", content: `Measured in ${namespace}.` });
  }
  const reflection = { source_id: kept.get("another") ?? null, target_id: kept.get("ports") ?? null };
  await value("memory_link", { ...reflection, relation: "reflects_on" });
  const named = await value("memory_entity_register", {
    canonical_name: "PostgreSQL",
    namespace: "a",
    aliases: ["pg"],
  });
  kept.set("entity", named.entity_id ?? null);
  await keep("secret", "memory_store", { title: "Secret", content: "Only mine.", scope: "private" });
  const parts: Json[] = [];
  for (const part of ["One", "Two"]) parts.push((await value("memory_store", { content: `${part} part.` })).id ?? null);
  const made = await keep("madeAndForgotten", "memory_consolidate", { ids: parts, title: "Made" });
  await value("memory_forget", { ids: [made] });
  const concluded = { source_ids: [kept.get("another") ?? null], title: "Ann", content: "Ann wants tests first." };
  await value("memory_reflect", concluded);
  await keep("notPersona", "memory_store", { title: "Persona of Ann", content: "A painting." });
  const nearlyFull = { text: "x".repeat(65_500) };
  await keep("full", "memory_store", { title: "Full", content: "Much is said of it.", metadata: nearlyFull });
  await keep("crowdedPorts", "memory_store", { ...crowded, title: "Ports" });
  await Promise.all(crowdedTitles.map((title) => value("memory_store", { ...crowded, title })));
  kept.set("damagedText", (await value("memory_offload", { content: "line 1" })).ref_id ?? null);
  damageTexts(workbench.databasePath);
  await value("workspace_create", { identifier: "patterns" });
  await keep("bridge", "pack_manage", { action: "create", name: "Bridge", type: "project" });

  const accepted = await keep("accepted", "decision_create", { project: "Atlas", title: "Use WAL" });
  await keep("draft", "decision_create", { project: "Atlas", title: "Use a log" });
  await value("decision_create", { title: "Use English" });
  const database = { PEGBOARD_DB: workbench.databasePath };
  expect(await pegboardHere(["adr", "accept", String(accepted)], { env: database })).toMatchObject({ code: 0 });

  await value("organization_manage", { action: "create", name: "Acme" });
  const organization = (n: number) => value("organization_manage", { action: "create", name: `organisation ${n}` });
  kept.set("organizations", await sharedBeginning(organization));
  const plan = async () => {
    const given = { action: "create", requirements: "Import the old maps. All of them." };
    return (await value("plan_manage", given)).plan as JsonObject;
  };
  kept.set("plan", (await plan()).id ?? null);
  kept.set("plans", await sharedBeginning(plan));
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
beforeAll(async () => {
  others.set("locked", await lockedWorkbench());
  others.set("damaged", await damagedWorkbench());
  others.set("organization", await organizationWorkbench());
});
afterAll(() => workbench.close());
afterAll(() => Promise.all([...others.values()].map((other) => other.workbench.close())));
afterAll(() => codeFolders.remove());

/** As a disk may, behind the back of the server. */
function damageTexts(databasePath: string): void {
  const database = openDatabase(databasePath);
  database.exec("UPDATE offloaded_texts SET content = content || '.'");
  database.close();
}

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

it("every tool with a case is listed", async () => {
  const places = await serveWorkbench({ profile: "places" });
  const lists = await Promise.all([workbench, places].map(({ connection }) => connection.listTools()));
  await places.close();
  const listed = lists.flat().map(({ name }) => name);
  expect(listed).toEqual(expect.arrayContaining(Object.keys(cases)));
});

describe.each(Object.entries(cases))("%s", (tool, errors) => {
  it.each(Object.entries(errors))("%s", async (code, { on, with: given, data }) => {
    const fact = catalog.errors.find(({ name }) => name === code);
    if (fact === undefined) throw new Error(`catalog.yaml does not declare ${code}`);
    const { workbench: there, kept: named } = on === undefined ? { workbench, kept } : preparedFor(on);
    // What fails anyway asks for no confirmation first.
    const answers = isConfirmed(tool) ? [{}, { confirm: true }] : [{}];
    for (const answer of answers) {
      const error = await there.error(tool, { ...(fill(given, named) as JsonObject), ...answer });
      expect(error).toEqual({
        code,
        number: fact.code,
        message: expect.stringMatching(/^[^{}]+$/),
        data: filledData(data),
        retry: fact.retry,
        ...(fact.hint === undefined ? {} : { hint: expect.stringMatching(/^[^{}]+$/) }),
      });
    }
  });
});

function preparedFor(on: Case["on"]): PreparedWorkbench {
  const prepared = others.get(on);
  if (prepared === undefined) throw new Error(`no workbench is '${on}'`);
  return prepared;
}

/** Whether every call of the tool has to be confirmed. */
function isConfirmed(tool: string): boolean {
  const confirm = catalog.tools.find(({ name }) => name === tool)?.confirm;
  return confirm !== undefined && confirm.when === undefined;
}

/** Fills in the values that were kept; matchers stay what they are. */
function filledData(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === "string" ? fill(value, kept) : value]),
  );
}
