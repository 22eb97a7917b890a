import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registry } from "../../../generated/registry.ts";
import type { RemoteAnswer } from "../../../scripts/plain-connection.ts";
import { builtinTools } from "../../../src/contract/builtin-tools.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.ts";
import { codeFolders } from "../errors/code-folders.ts";
import { root } from "../run-pegboard.ts";
import { fill, type ServedWorkbench, serveWorkbench, serveWorkbenchHere } from "../served-workbench.ts";
import { ramorieEarlierCalls, ramorieLaterCalls } from "./ramorie-earlier-cases.ts";

// A host calls only what its list shows, so no answer may advise anything else. Every tool of every older system's list is called many
// times, with what is there, what is not, what is archived or completed, and with nothing.

const lists = ["ramorie", "pm", "zetmem", "ai_memory", "ai_memory_core"] as const;
const roundsOfEach = 16;

const missing = "00000000-0000-4000-8000-000000000000";
/** What a param may be given, by its name; filled in by `beforeAll`. */
const given = new Map<string, readonly Json[]>();
/** Calls that the rounds would hardly make: of names that no list has, and again where something is there already. */
const further = new Map<string, readonly (readonly [tool: string, args: JsonObject])[]>();
let databasePath: string;
let workbench: ServedWorkbench;

beforeAll(async () => {
  workbench = await serveWorkbench({ profile: "full" });
  databasePath = workbench.databasePath;
  const { value } = workbench;
  const id = async (tool: string, args: JsonObject) => String((await value(tool, args)).id);
  await value("session_open", { agent: "claude" });
  for (const name of ["Atlas", "Museum"]) await value("project_create", { name });
  const task = (title: string, project = "Atlas") => id("task_create", { project, title });
  const [open, completed, archived, whole] = [
    await task("Open"),
    await task("Done"),
    await task("Away"),
    await task("Whole"),
  ];
  await value("task_manage", { action: "complete", task: completed });
  await value("task_manage", { action: "archive", task: archived });
  await value("task_subtask_manage", { action: "create", task: whole, title: "Part" });
  await value("project_manage", { action: "archive", project: "Museum" });
  const memory = (title: string, args: JsonObject = {}) =>
    id("memory_store", { title, content: `${title} listens on 7179.`, force: true, ...args });
  const [live, other, gone] = [
    await memory("Bridge"),
    await memory("Tunnel"),
    await memory("Ferry", { content: "The trawler lands." }),
  ];
  const below = await memory("Canal", { namespace: "a/b", tier: "short" });
  await value("memory_forget", { ids: [gone] });
  const pack = await id("pack_manage", { action: "create", name: "Bridge", type: "project" });
  const { plan } = await value("plan_manage", { action: "create", requirements: "Import the old maps." });
  const { ref_id } = await value("memory_offload", { content: "line 1" });
  const memories = [missing, live, other, gone, below, live.slice(0, 3)];
  const folders = codeFolders.made();
  const earlier = [...ramorieEarlierCalls, ...ramorieLaterCalls];
  const kept = new Map<string, Json>(Object.entries({ read: open, boxes: completed, part: whole, ports: gone, pack }));
  further.set("ramorie", [
    ...earlier.flatMap(({ alias, old }) =>
      [{}, old, fill(old, kept)].map((args) => [alias, args as JsonObject] as const),
    ),
    ...["qqvv", "trawler lands"].map((term) => ["find", { term }] as const),
  ]);
  const place = { project_root: new Map(Object.entries(folders)).get("repository") ?? "", branch: "again" };
  further.set("pm", [
    ...["workflow.create", "workflow.create"].map((tool) => [tool, { ...place, new_branch: true }] as const),
    ["workflow.remove", { ...place, confirm: true }],
  ]);
  const add = (names: string, values: readonly Json[]) => {
    for (const name of names.split(" ")) given.set(name, values);
  };
  add("id memory_id memoryId source_id target_id id_a id_b source_memory_id linkedMemory", memories);
  add("ids source_ids", [[missing], [live, other], [gone, live], [live, live]]);
  add("task task_id taskId subtask_id depends_on_id linkedTask", [missing, open, completed, archived, whole]);
  add("packId pack_id", [missing, pack]);
  add("plan_id", [missing, isJsonObject(plan) ? (plan.id ?? null) : null]);
  add("project projectId project_id", ["Atlas", "nowhere", "Museum"]);
  add("orgId", [missing, "."]);
  add("ref_id", [missing, ref_id ?? null]);
  add("namespace to_namespace namespace_prefix", ["a", "a/b", "c", "not a namespace"]);
  add("workspace_id identifier", ["nowhere", "patterns"]);
  add("context query term intent pattern", ["zzqx", "Ferry listens", "Bridge 7179"]);
  add("project_root", Object.values(folders));
  add("branch", ["near", "far", "x", "nowhere", "main"]);
  add("database source target", ["app", "app_vetoed", "app_new", "nowhere"]);
  add("tables", [["a"], ["b"]]);
  add("sql_path", ["nowhere.sql"]);
  add("expires_at", ["2020-01-01T00:00:00Z"]);
});
afterAll(async () => {
  await workbench.close();
  codeFolders.remove();
});

const ownNames = new Set([...Object.keys(registry.tools), ...Object.keys(builtinTools)]);
const knownNames = new Set([...ownNames, ...Object.keys(registry.aliases), ...Object.keys(registry.retired)]);

/** The names of tools in a text; one word may be any word. */
function namedIn(text: string): readonly string[] {
  return (text.match(/[A-Za-z]\w*(?:\.\w+)*/g) ?? []).filter((word) => /[_.]/.test(word) && knownNames.has(word));
}

/** What a model reads of an answer: what stands beside it is for programs, which know the tools' own names. */
function shownOf(answer: RemoteAnswer): string {
  if (answer.kind === "protocol-error") return answer.message;
  return [...answer.texts, JSON.stringify(answer.structuredContent)].join("\n");
}

interface Listed {
  readonly name: string;
  readonly inputSchema: JsonObject;
}

/** Arguments of a tool: in each round other ones, and in the first none. */
function argumentsOf({ inputSchema }: Listed, round: number): JsonObject {
  if (round === 0 || !isJsonObject(inputSchema.properties)) return {};
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  return Object.fromEntries(
    Object.entries(inputSchema.properties).flatMap(([name, schema], at) => {
      const isGiven = required.includes(name) || given.has(name) || name === "confirm" || name === "action";
      if (!isGiven || !isJsonObject(schema)) return [];
      // Half of the optional ones are left out, by turns.
      if (!required.includes(name) && name !== "action" && (round + at) % 3 === 0) return [];
      return [[name, guess(name, schema, round * 7 + at * 3 + Math.floor(round / 4))]];
    }),
  );
}

function guess(name: string, schema: JsonObject, seed: number): Json {
  const values = Array.isArray(schema.enum) ? schema.enum : given.get(name);
  if (values !== undefined) return values[seed % values.length] ?? null;
  switch (schema.type) {
    case "boolean":
      return true;
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "array":
      return ["x"];
    case "object":
      return {};
    default:
      return `word ${seed}`;
  }
}

describe.each(lists)("the list %s", (profile) => {
  let server: ServedWorkbench;
  let tools: readonly Listed[];
  let isCallable: (name: string) => boolean;
  beforeAll(async () => {
    server = await serveWorkbenchHere({ profile, databasePath });
    const listed = await server.connection.listTools();
    tools = listed.map(({ name, inputSchema }) => ({
      name,
      inputSchema: isJsonObject(inputSchema) ? inputSchema : {},
    }));
    const names = new Set(listed.map(({ name }) => name));
    isCallable = (name) => names.has(name) || (names.has("call_read") && ownNames.has(name));
    if (profile === "ramorie") await server.value("setup_agent", { agent_name: "claude" });
  });
  afterAll(() => server.close());

  it("and its instructions and texts name only what can be called", async () => {
    const listed = JSON.stringify(await server.connection.listTools());
    expect(namedIn(listed).filter((name) => !isCallable(name))).toEqual([]);
  });

  it("answers with names that can be called alone", async () => {
    const wrong = new Map<string, string>();
    let failed = 0;
    const look = async (tool: string, args: JsonObject) => {
      const answer = await server.connection.callTool(tool, args);
      if (answer.kind === "protocol-error" || answer.isError) failed += 1;
      for (const name of namedIn(shownOf(answer))) {
        if (name !== tool && !isCallable(name)) wrong.set(`${tool}: ${name}`, shownOf(answer));
      }
    };
    for (const tool of tools) {
      const rounds = isJsonObject(tool.inputSchema.properties) && "action" in tool.inputSchema.properties ? 4 : 1;
      for (let round = 0; round < rounds * roundsOfEach; round++) {
        const args = argumentsOf(tool, round);
        await look(tool.name, args);
      }
    }
    for (const [tool, args] of further.get(profile) ?? []) await look(tool, args);
    expect(Object.fromEntries(wrong)).toEqual({});
    expect(failed).toBeGreaterThan(tools.length);
  }, 120_000);

  it("answers a retired name with one that can be called", async () => {
    for (const name of Object.keys(registry.retired)) {
      const answer = await server.connection.callTool(name, {});
      if (answer.kind !== "protocol-error") throw new Error(`${name} was answered`);
      const others = namedIn(shownOf(answer)).filter((other) => other !== name && !isCallable(other));
      expect([name, others, answer.message]).toEqual([name, [], answer.message]);
    }
  });
});

/** Texts of tools whose lists all have the tool that is named. */
const named = new Map([["src/services/memories/content-cut.ts", "memory_get"]]);

it("no text of a handler or a service names a tool by itself: `toolName` knows the caller's name of it", () => {
  const files = ["src/handlers", "src/services"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const found = files
    .filter((file) => file.endsWith(".ts") && !isOldForm(file))
    .flatMap((file) => {
      const texts = readFileSync(join(root, file), "utf8")
        .replaceAll(/toolName\("\w+"\)/gi, "")
        .match(/"[^"\n]* [^"\n]*"|`[^`\n]* [^`\n]*`/g);
      const tools = (texts ?? []).flatMap((text) => text.match(/\b[a-z]+_[a-z_]+\b/g) ?? []);
      return tools
        .filter((tool) => Object.hasOwn(registry.tools, tool) && named.get(file) !== tool)
        .map((tool) => `${file}: ${tool}`);
    });
  expect(found).toEqual([]);
});

/** Makes the answers of an old name, in the names of its system. */
function isOldForm(file: string): boolean {
  const [, name = ""] = /([^/]+)\.ts$/.exec(file) ?? [];
  return Object.hasOwn(registry.aliases, name) || name === "ramorie-guide";
}
