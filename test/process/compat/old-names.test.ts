import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Catalog } from "../../../src/compiler/catalog/catalog.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { pegboardHere, root } from "../run-pegboard.ts";
import { fill, notices, type ServedWorkbench, serveWorkbenchHere } from "../served-workbench.ts";
import { comparable } from "./comparable.ts";
import type { OldCall, Step } from "./old-call.ts";
import { ramorieCalls } from "./ramorie-cases.ts";
import { coverage, otherSpelling } from "./ramorie-coverage.ts";
import { ramorieDecisionCalls } from "./ramorie-decision-cases.ts";
import { ramorieEarlierCalls, ramorieLaterCalls } from "./ramorie-earlier-cases.ts";
import { ramorieLinkCalls } from "./ramorie-link-cases.ts";
import { ramorieOrganizationCalls } from "./ramorie-organization-cases.ts";
import { ramoriePlanCalls } from "./ramorie-plan-cases.ts";
import { zetmemCalls, zetmemParams } from "./zetmem-cases.ts";

// Calls as the clients of older systems make them, in the old names and types, beside the same work under today's names on a database
// of its own: the old answers, the same rows, and a word on what to use. list-as.test.ts has the old names over processes.

const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;

const served: ServedWorkbench[] = [];
afterEach(async () => {
  for (const workbench of served.splice(0)) await workbench.close();
});

async function serve(profile: string): Promise<ServedWorkbench> {
  const workbench = await serveWorkbenchHere({ profile });
  served.push(workbench);
  return workbench;
}

const oldCalls = [
  ...[
    ...ramorieCalls,
    ...ramorieLinkCalls,
    ...ramorieDecisionCalls,
    ...ramoriePlanCalls,
    ...ramorieOrganizationCalls,
  ].map((call) => ({
    ...call,
    system: "ramorie",
  })),
  ...zetmemCalls.map((call) => ({ ...call, system: "zetmem" })),
  ...ramorieEarlierCalls.map((call) => ({ ...call, system: "ramorie-3.16" })),
  ...ramorieLaterCalls.map((call) => ({ ...call, system: "ramorie-9" })),
];

/** The list of a client that knows these names. Those of other releases of Ramorie are in no list. */
function profileOf(system: string): string {
  return system.startsWith("ramorie") ? "ramorie" : system;
}

it("every old name has its cases", () => {
  // Those of mcp-project-manager are called on real folders: test/process/places.
  const aliases = catalog.tools.flatMap((tool) => tool.aliases).filter(({ of }) => of !== "pm");
  const names = aliases.map(({ of, name }) => `${of} ${name}`);
  expect(new Set(oldCalls.map(({ system, alias }) => `${system} ${alias}`))).toEqual(new Set(names));
  const shown = oldCalls.filter(({ answers }) => answers !== undefined);
  expect(new Set(shown.map(({ system, alias }) => `${system} ${alias}`)), "the old answer of each is shown").toEqual(
    new Set(names),
  );
});

/** The calls of Ramorie that were made and answered as they should be. */
const made: OldCall[] = [];

describe.each(oldCalls)("$alias: $title", (call) => {
  it("does what is done under today's name, and says so", async () => {
    const [old, now] = await Promise.all([serve(profileOf(call.system)), serve("full")]);
    for (const { databasePath } of call.vault === true ? [old, now] : []) {
      await pegboardHere(["vault", "create"], { stdin: "a passphrase of tests\n", env: { PEGBOARD_DB: databasePath } });
    }
    const [oldKept, nowKept] = await Promise.all([prepare(old, call.given ?? []), prepare(now, call.given ?? [])]);

    const isListed = call.system === profileOf(call.system);
    const sent = await unlisted(old, call);
    expect(sent, "a host sends only what the list has").toEqual(isListed ? [] : [call.alias]);
    const answered = await old.result(call.alias, fill(call.old, oldKept) as JsonObject);
    const expected = await now.result(call.tool, fill(call.now, nowKept) as JsonObject);
    expect(expected.isError).toBe(false);
    expect(answered.isError).toBe(false);
    if (call.answers !== undefined)
      expect(answered.structuredContent).toMatchObject(fill(call.answers, oldKept) as JsonObject);
    const said =
      call.says === undefined ? [] : [{ kind: "handler", text: expect.stringMatching(call.says) as unknown as string }];
    expect(notices(expected)).toEqual(said);
    expect(notices(answered)).toEqual([
      deprecation(call, isListed),
      ...(call.ignored ?? []).map(ignored),
      ...(call.deprecatedParams ?? []).map((name) =>
        expect.objectContaining({ kind: "deprecated", data: expect.objectContaining({ kind: "param", name }) }),
      ),
      ...said,
    ]);

    const { after } = call;
    const oldRows = await old.value(after.call, fill(after.with, oldKept) as JsonObject);
    const nowRows = await now.value(after.call, fill(after.with, nowKept) as JsonObject);
    expect(oldRows).toMatchObject(after.shows);
    expect(comparable(oldRows)).toEqual(comparable(nowRows));
    if (call.system === "ramorie") made.push(call);
  });
});

it("a name that the list shows costs the model no text: the notice is for programs, and what a model can correct is in the text", async () => {
  const listed = await serve("ramorie");
  const texts = async (workbench: ServedWorkbench, tool: string, given: JsonObject) => {
    const answer = await workbench.result(tool, given);
    return { said: answer.texts.slice(1), notices: notices(answer).length };
  };
  expect(await texts(listed, "setup_agent", {})).toEqual({ said: [], notices: 1 });
  expect(await texts(listed, "list_projects", { wish: 1 })).toEqual({
    said: ["Notice: unknown param 'wish' was ignored"],
    notices: 2,
  });
  const [said] = (await texts(await serve("full"), "setup_agent", {})).said;
  expect(said).toMatch(/^Notice: tool name 'setup_agent' is deprecated .*; use 'session_open'/);
});

it("of Ramorie each name was called with each param and each action", () => {
  const { all, missing } = coverage(made);
  process.stdout.write(
    `Ramorie: ${Object.entries(all)
      .map(([what, [done, of]]) => `${what} ${done}/${of}`)
      .join(", ")}\n`,
  );
  expect(missing).toEqual([]);
  expect(all).toEqual({ names: [26, 26], params: [95, 95], actions: [23, 23] });
});

it("of ZetMem each name is there, and each alias was called with each param", async () => {
  const listed = await (await serve("zetmem")).connection.listTools();
  const params = (name: string) => Object.keys(listed.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
  const names = Object.keys(zetmemParams).filter((name) => listed.some((tool) => tool.name === name));
  const missing = Object.entries(zetmemParams).flatMap(([name, wanted]) =>
    wanted.filter((param) => !params(name).includes(param)).map((param) => `${name}.${param}`),
  );
  const all = Object.values(zetmemParams).flat().length;
  process.stdout.write(`ZetMem: names ${names.length}/7, params ${all - missing.length}/24\n`);
  expect(missing).toEqual([]);
  expect([names.length, all]).toEqual([7, 24]);
  const called = new Set(zetmemCalls.flatMap(({ alias, old }) => Object.keys(old).map((param) => `${alias}.${param}`)));
  const aliased = Object.entries(zetmemParams).filter(([name]) => !name.startsWith("workspace_"));
  const never = aliased.flatMap(([name, wanted]) => wanted.map((param) => `${name}.${param}`));
  expect(never.filter((param) => !called.has(param))).toEqual([]);
});

/** What the call sends and `tools/list` does not show; another spelling of a listed param may be sent too. */
async function unlisted(workbench: ServedWorkbench, { alias, old }: OldCall): Promise<readonly string[]> {
  const tool = (await workbench.connection.listTools()).find(({ name }) => name === alias);
  const properties = tool?.inputSchema.properties;
  if (!isJsonObject(properties)) return [alias];
  return Object.keys(old).filter((param) => !(param in properties) && !(otherSpelling(param) in properties));
}

async function prepare(workbench: ServedWorkbench, steps: readonly Step[]): Promise<ReadonlyMap<string, Json>> {
  const kept = new Map<string, Json>();
  for (const step of steps) {
    const value = await workbench.value(step.call, fill(step.with, kept) as JsonObject);
    const thing = [value.plan, value.subtask].find(isJsonObject) ?? value;
    if (step.keep !== undefined) kept.set(step.keep, thing.id ?? null);
  }
  return kept;
}

function deprecation({ alias, tool }: OldCall, isListed: boolean) {
  const known = catalog.tools.find(({ name }) => name === tool)?.aliases ?? [];
  const listed = known.find(({ of }) => of === "ramorie")?.name;
  // Where the list has the old name alone, the text names no other: the data tells programmers what will be.
  const use = isListed || listed === undefined ? "(?!.*; use ')" : `.*; use '${listed}'`;
  const text = expect.stringMatching(`^tool name '${alias}' is deprecated since ${use}`);
  const declared = known.find(({ name }) => name === alias)?.deprecated;
  const data = { kind: "tool", name: alias, since: declared?.since, sunset: "2027-12-01", replacedBy: tool };
  return { kind: "deprecated", text, data };
}

function ignored(name: string) {
  return { kind: "ignored", text: expect.stringContaining(`'${name}'`), data: { name } };
}

describe("what the old tools guessed is an error now", () => {
  const refusals: readonly (readonly [title: string, alias: string, given: JsonObject, code: string])[] = [
    [
      "an unknown priority",
      "create_task",
      { project: "Atlas", description: "x", priority: "urgent" },
      "INVALID_ARGUMENTS",
    ],
    ["progress without a number", "manage_task", { taskId: "$task", action: "progress" }, "INVALID_ARGUMENTS"],
    ["more than all", "manage_task", { taskId: "$task", action: "progress", progress: 101 }, "INVALID_ARGUMENTS"],
    ["an unknown action", "manage_task", { taskId: "$task", action: "delete" }, "INVALID_ARGUMENTS"],
    ["an unknown status", "list_tasks", { project: "Atlas", status: "open" }, "INVALID_ARGUMENTS"],
    ["an unknown type of memory", "add_memory", { project: "Atlas", content: "x", type: "skill" }, "INVALID_ARGUMENTS"],
    ["a recall in a project that is not there", "recall", { term: "bridge", project: "Atlantis" }, "PROJECT_NOT_FOUND"],
    ["tasks of a project that is not there", "list_tasks", { project: "Atlantis" }, "PROJECT_NOT_FOUND"],
    ["memories of a project that is not there", "list_memories", { project: "Atlantis" }, "PROJECT_NOT_FOUND"],
    ["an update of nothing", "manage_context_pack", { action: "update", packId: "Bridge" }, "NOTHING_TO_CHANGE"],
    ["a pack that is not there", "manage_focus", { pack_id: "Bride" }, "PACK_NOT_FOUND"],
  ];
  it.each(refusals)("%s", async (_title, alias, given, code) => {
    const workbench = await serve("ramorie");
    const kept = await prepare(workbench, [
      { call: "session_open", with: { agent: "claude" } },
      { call: "project_create", with: { name: "Atlas" } },
      { call: "task_create", with: { project: "Atlas", title: "Write the importer" }, keep: "task" },
      { call: "memory_store", with: { project: "Atlas", content: "The bridge listens on 7179." } },
      { call: "pack_manage", with: { action: "create", name: "Bridge", type: "project" } },
    ]);
    expect((await workbench.error(alias, fill(given, kept) as JsonObject)).code).toBe(code);
  });
});
