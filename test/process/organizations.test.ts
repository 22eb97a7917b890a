import { existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Catalog } from "../../src/compiler/catalog/catalog.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { openDatabase } from "../open-database.ts";
import { temporaryFolder } from "../store/temporary-folder.ts";
import { root } from "./run-pegboard.ts";
import { notices, type ServedWorkbench, serveWorkbench } from "./served-workbench.ts";

// Organisations through a real client: who is a member, and that no tool shows or changes what belongs to another one.

const catalog = JSON.parse(readFileSync(join(root, "generated", ".cache", "catalog.json"), "utf8")) as Catalog;
const secret = "zebrafish";

let server: ServedWorkbench;
/** What belongs to the first organisation, by the param that names it. */
let theirs: Readonly<Record<string, Json>>;
beforeAll(async () => {
  server = await serveWorkbench({ profile: "full", env: { PEGBOARD_USER: "ann" } });
  const { value } = server;
  await value("session_open", { agent: "claude" });
  for (const name of ["Acme", "Borealis"]) await value("organization_manage", { action: "create", name });
  await value("organization_switch", { organization: "acme" });
  const title = `The ${secret}`;
  const { project } = await value("project_create", { name: secret, description: title });
  const task = (await value("task_create", { project: secret, title })).id;
  const needs = (await value("task_create", { project: secret, title: `${title} again` })).id;
  const memory = (await value("memory_store", { project: secret, title, content: `${title} swims.` })).id;
  const gone = (await value("memory_store", { project: secret, title: "Gone", content: `A lost ${secret}.` })).id;
  await value("memory_forget", { ids: [gone ?? null] });
  const pack = (await value("pack_manage", { action: "create", name: secret, type: "custom", description: title })).id;
  await value("focus_manage", { action: "set", pack: pack ?? null });
  await value("task_manage", { action: "start", task: task ?? null });
  const decision = (await value("decision_create", { project: secret, title })).id;
  const { plan } = await value("plan_manage", { action: "create", requirements: title, project: secret });
  const idOf = (thing: Json | undefined): Json => (thing as JsonObject).id ?? null;
  const own = { task, needs, parent: task, memory, id: memory, pack, decision, by: decision, ids: [memory, gone] };
  theirs = { ...(own as unknown as JsonObject), project: idOf(project), plan: idOf(plan) };
});
afterAll(() => server.close());

/** Everything of the first organisation, as its members see it. */
async function contents(): Promise<readonly JsonObject[]> {
  await server.value("organization_switch", { organization: "Acme" });
  const reads: readonly [string, JsonObject][] = [
    ["project_list", {}],
    ["task_list", {}],
    ["memory_list", { detail: "full" }],
    ["memory_archive_list", {}],
    ["pack_list", {}],
    ["focus_manage", {}],
    ["decision_list", {}],
    ["plan_manage", { action: "list" }],
    ["activity_list", { limit: 100 }],
  ];
  const seen: JsonObject[] = [];
  for (const [tool, given] of reads) seen.push(await server.value(tool, given));
  return seen;
}

/** Calls of a tool that name what belongs to the others wherever they can: one for each action. */
function calls(tool: Catalog["tools"][number]): readonly JsonObject[] {
  const actions = tool.actions?.cases.map(({ action }) => action) ?? [undefined];
  return actions.map((action) => {
    const wanted = tool.actions?.cases.find((one) => one.action === action);
    const allowed = wanted === undefined ? undefined : [...wanted.requires, ...wanted.optional];
    const given: Record<string, Json> = {};
    for (const param of tool.params) {
      if (param.name === tool.actions?.by) given[param.name] = action ?? null;
      else if (allowed !== undefined && !allowed.includes(param.name)) continue;
      else if (theirs[param.name] !== undefined) given[param.name] = theirs[param.name] ?? null;
      else if (["query", "term", "context", "pattern"].includes(param.name)) given[param.name] = "zebra";
      else if (param.required || wanted?.requires.includes(param.name) === true) given[param.name] = sample(param);
    }
    return tool.confirm === undefined ? given : { ...given, confirm: true };
  });
}

function sample({ name, type }: Catalog["tools"][number]["params"][number]): Json {
  if (type.kind === "enum") return (type as { values: readonly { value: string }[] }).values[0]?.value ?? "";
  // Another agent would have another focus.
  const names: Readonly<Record<string, string>> = { organization: "Borealis", agent: "claude" };
  if (type.kind === "string") return names[name] ?? "x";
  return type.kind === "array" ? [] : 1;
}

describe.each([
  ["among the user's own things", {}],
  ["in another organisation", { organization: "Borealis" }],
])("%s", (_title, place) => {
  it.each(
    catalog.tools
      // It ends the session that the others need, and says only how much was done in it.
      .filter(({ name }) => name !== "session_close")
      .map((tool) => [tool.name, tool] as const),
  )("%s neither shows nor changes what belongs to the others", async (_name, tool) => {
    const before = await contents();
    await server.value("organization_switch", place);
    for (const given of calls(tool)) {
      const { isError, structuredContent, texts } = await server.result(tool.name, given);
      const said = JSON.stringify([structuredContent, texts]);
      expect(said, JSON.stringify(given)).not.toContain(secret);
      // What was found by an id would be no error.
      const names = Object.keys(given).some((name) => theirs[name] !== undefined && name !== "ids");
      if (names) expect(isError, JSON.stringify([given, structuredContent])).toBe(true);
    }
    expect(await contents()).toEqual(before);
  });
});

describe("organisations", () => {
  it("are there for their members only, and a session ends in one that its user has left", async () => {
    const { databasePath } = server;
    const ben = await serveWorkbench({ profile: "full", databasePath, env: { PEGBOARD_USER: "ben" } });
    await ben.value("session_open", { agent: "ben's" });
    expect(await ben.value("organization_list", {})).toMatchObject({ count: 0, items: [] });
    const { items } = await server.value("organization_list", {});
    const ids = (items as readonly JsonObject[]).map(({ id }) => String(id));
    expect(ids.length).toBeGreaterThan(1);
    for (const organization of ["Acme", "acme", ...ids, ...ids.map((id) => id.slice(0, 6))]) {
      expect(await ben.error("organization_switch", { organization })).toMatchObject({
        code: "ORGANIZATION_NOT_FOUND",
      });
    }
    const add = { action: "add_member", organization: "Acme", member: "ben" };
    expect(await server.value("organization_manage", add)).toMatchObject({
      members: [
        { name: "ann", role: "owner" },
        { name: "ben", role: "member" },
      ],
    });
    await ben.value("organization_switch", { organization: "Acme" });
    expect(await ben.value("project_list", {})).toMatchObject({ items: [{ name: secret }] });
    expect(await ben.value("organization_list", {})).toMatchObject({ items: [{ name: "Acme", active: true }] });
    // A new session begins among the user's own things.
    const other = await serveWorkbench({ profile: "full", databasePath, env: { PEGBOARD_USER: "ben" } });
    await other.value("session_open", { agent: "ben's" });
    expect(JSON.stringify(await other.value("project_list", {}))).not.toContain(secret);
    await other.close();
    await server.value("organization_manage", { ...add, action: "remove_member" });
    expect(await ben.error("task_create", { project: secret, title: "x" })).toMatchObject({ code: "SESSION_UNKNOWN" });
    expect(JSON.stringify(await ben.value("project_list", {}))).not.toContain(secret);
    await ben.close();
  });

  it("open no other file when the id is damaged in the database", async () => {
    const folder = await temporaryFolder();
    const databasePath = join(folder, "workbench.db");
    const ann = await serveWorkbench({ profile: "full", databasePath, env: { PEGBOARD_USER: "ann" } });
    await ann.value("session_open", { agent: "claude" });
    await ann.value("organization_manage", { action: "create", name: "Acme" });
    await ann.value("organization_switch", { organization: "Acme" });
    const database = openDatabase(databasePath);
    database.exec("UPDATE organizations SET id = '../../outside'; UPDATE sessions SET organization = '../../outside'");
    database.close();
    const { isError, structuredContent } = await ann.result("project_create", { name: "Lost" });
    expect([isError, JSON.stringify(structuredContent)]).toEqual([true, expect.stringContaining("damaged id")]);
    await ann.close();
    expect((await readdir(folder, { recursive: true })).filter((name) => name.includes("outside"))).toEqual([]);
    expect(existsSync(join(dirname(folder), "outside.db"))).toBe(false);
  });

  it("have names that are taken among a person's own, and do not reveal that to anyone else", async () => {
    const { databasePath } = server;
    const dan = await serveWorkbench({ profile: "full", databasePath, env: { PEGBOARD_USER: "dan" } });
    await dan.value("session_open", { agent: "dan's" });
    const create = { action: "create", name: "ACME" };
    expect(await server.error("organization_manage", create)).toMatchObject({ code: "ORGANIZATION_EXISTS" });
    const { id } = await dan.value("organization_manage", create);
    expect(await dan.error("organization_manage", { ...create, name: "acme" })).toMatchObject({
      code: "ORGANIZATION_EXISTS",
    });
    expect(await dan.value("organization_switch", { organization: "acme" })).toMatchObject({
      organization: { id, members: [{ name: "dan", role: "owner" }] },
    });
    expect(JSON.stringify(await dan.value("project_list", {}))).not.toContain(secret);
    // Who is a member of both names one by its id.
    await dan.value("organization_manage", { action: "add_member", organization: id ?? null, member: "ann" });
    expect(await server.error("organization_switch", { organization: "Acme" })).toMatchObject({
      code: "ORGANIZATION_AMBIGUOUS",
      data: { candidates: expect.arrayContaining([`ACME (${id})`]) as unknown },
    });
    expect(await server.value("organization_switch", { organization: id ?? null })).toMatchObject({
      organization: { name: "ACME", active: true },
    });
    // The session of who is taken out of an organisation that it works in ends.
    await server.value("organization_switch", {});
    await dan.value("organization_manage", { action: "remove_member", organization: id ?? null, member: "ann" });
    await dan.close();
  });

  it("get a project from a session outside of them, which is notified where it will find it", async () => {
    const { databasePath } = server;
    const eve = await serveWorkbench({ profile: "full", databasePath, env: { PEGBOARD_USER: "eve" } });
    await eve.value("session_open", { agent: "eve's" });
    await eve.value("organization_manage", { action: "create", name: "Cygnus" });
    const given = { name: "Telescope", organization: "cygnus" };
    const made = await eve.result("project_create", given);
    const text = "this session finds it after it has switched to organisation 'Cygnus'";
    expect(notices(made)).toEqual([expect.objectContaining({ text })]);
    expect(await eve.error("task_create", { project: "Telescope", title: "x" })).toMatchObject({
      code: "PROJECT_NOT_FOUND",
    });
    await eve.value("organization_switch", { organization: "Cygnus" });
    expect(notices(await eve.result("project_create", given))).toEqual([]);
    await eve.value("task_create", { project: "Telescope", title: "x" });
    await eve.close();
  });

  it("are changed by those who may", async () => {
    const { databasePath } = server;
    const ben = await serveWorkbench({ profile: "full", databasePath, env: { PEGBOARD_USER: "ben" } });
    await ben.value("session_open", { agent: "ben's" });
    const change = (who: ServedWorkbench, member: string, role: string | null) =>
      who.result("organization_manage", {
        ...{ organization: "Borealis", member, action: role === null ? "remove_member" : "add_member" },
        ...(role === null ? {} : { role }),
      });
    const problem = async (who: ServedWorkbench, member: string, role: string | null) => {
      const { isError, structuredContent } = await change(who, member, role);
      const { error } = structuredContent ?? {};
      return isError ? ((error as JsonObject).data as JsonObject).problem : "done";
    };
    expect(await problem(server, "ann", null)).toBe("its last owner stays");
    expect(await problem(server, "ann", "admin")).toBe("its last owner stays");
    expect(await problem(server, "ben", "member")).toBe("done");
    expect(await problem(ben, "cat", "member")).toBe("only owners and admins change its members");
    expect(await problem(server, "ben", "admin")).toBe("done");
    expect(await problem(ben, "cat", "member")).toBe("done");
    expect(await problem(ben, "cat", "owner")).toBe("only owners make and unmake owners");
    expect(await problem(ben, "ann", null)).toBe("only owners make and unmake owners");
    expect(await problem(server, "ben", "owner")).toBe("done");
    expect(await problem(ben, "ann", null)).toBe("done");
    await ben.close();
  });
});
