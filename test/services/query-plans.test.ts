import { expect, onTestFinished, test, vi } from "vitest";
import { storedActivity } from "../../src/services/activity/activity.ts";
import { storedPacks } from "../../src/services/context/packs.ts";
import { storedDecisions } from "../../src/services/decisions/decisions.ts";
import { storedMemories } from "../../src/services/memories/stored-memories.ts";
import { storedOrganizations } from "../../src/services/organizations/organizations.ts";
import { storedPlans } from "../../src/services/plans/plans.ts";
import { storedProjects } from "../../src/services/projects/projects.ts";
import { storedSessions } from "../../src/services/sessions/sessions.ts";
import { storedTasks } from "../../src/services/tasks/tasks.ts";
import type { Database } from "../../src/sqlite/database.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import type { TaskPriority, TaskStatus } from "../../src/store/task-rows.ts";
import { openDatabase, preparer } from "../open-database.ts";
import { memory } from "../store/contract.ts";
import { emptyDatabase } from "../store/empty-database.ts";
import { stoppedClock } from "./clock.ts";
import { storeRequest } from "./workbench.ts";

const count = 20_000;
/** So many are stored as handlers store them; the rest are copies, made by the database itself. */
const originals = 2_000;

test("with 20,000 tasks and memories no statement of the services walks a table", { timeout: 120_000 }, async () => {
  const path = await emptyDatabase();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  await fill(store);
  multiply(path);
  const prepare = vi.spyOn(preparer(), "prepare");
  onTestFinished(() => prepare.mockRestore());
  await useEverything(store);
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) => !/^(begin|commit)/.test(sql));
  prepare.mockRestore();

  const database = openDatabase(path, { readonly: true });
  onTestFinished(() => void database.close());
  expect(statements.flatMap((sql) => walksOf(database, sql))).toEqual([]);
  expect(statements.length).toBeGreaterThan(100);
});

test.each([
  "SELECT * FROM tasks",
  "SELECT * FROM tasks WHERE title = ?",
  "SELECT * FROM tasks WHERE title = ? LIMIT 5",
  "SELECT count(*) FROM memories WHERE content = ?",
  "SELECT * FROM memory_grams",
  "SELECT count(*) FROM task_grams_terms",
  "SELECT * FROM tasks WHERE archived = 0 ORDER BY title LIMIT 5",
  "SELECT (SELECT count(*) FROM tasks AS part WHERE part.archived = 0 AND part.status = 'todo') FROM tasks WHERE id = ?",
])("a walk is noticed: %s", async (sql) => {
  const path = await emptyDatabase();
  const database = openDatabase(path, { readonly: true });
  onTestFinished(() => void database.close());
  expect(walksOf(database, sql)).toHaveLength(1);
});

function walksOf(database: Database, sql: string): readonly string[] {
  const plan = planOf(database, sql);
  const isSorted = plan.includes("USE TEMP B-TREE FOR ORDER BY");
  return plan.filter((step) => isWalk(step, sql) || isWide(step, isSorted)).map((step) => `${step}: ${sql}`);
}

/** The plan does not depend on the values, so nothing is bound to the parameters. */
function planOf(database: Database, sql: string): readonly string[] {
  const nothing = Array.from(sql.matchAll(/\?/g), () => null);
  return database
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...nothing)
    .map(({ detail }) => detail);
}

const tables =
  "sessions|pack_contexts|decisions|plans|organizations|organization_members|projects|tasks|active_tasks|packs|pack_memories|pack_tasks|focus|memories|memory_tags|recalls|activity|task_notes|task_dependencies|memory_leading_words";

/** A table is read from end to end; along an index that is fine where the limit ends it, and to count. */
function isWalk(step: string, sql: string): boolean {
  const [, virtual, plan] = /^SCAN (\w+) VIRTUAL TABLE INDEX (\d+):$/.exec(step) ?? [];
  // Of an index of words or trigrams: without a query; of its list of terms: without a bound (sqlite, fts5_vocab.c).
  if (virtual?.endsWith("_terms")) return Number(plan) < 0x100;
  if (virtual !== undefined) return /_(grams|fts)$/.test(virtual);
  if (!new RegExp(`^SCAN (${tables})\\b`).test(step)) return false;
  // An index of the encrypted ones only: the first entry is the answer.
  if (/^select exists /i.test(sql) && / USING INDEX (tasks|memories)_sealed$/.test(step)) return false;
  const stops = /\blimit \S+$/i.test(sql.trim()) || /^select count\(\*\)/.test(sql);
  return !(stops && / USING (COVERING )?INDEX /.test(step));
}

/** Nearly every task is not archived: to search by that is to walk, unless it is a list that the limit ends. */
function isWide(step: string, isSorted: boolean): boolean {
  const [, name = "", by] = /^SEARCH (\w+) USING (?:COVERING )?INDEX \w+ \((archived=\?.*)\)$/.exec(step) ?? [];
  // The archived projects are few.
  if (by === undefined || name === "projects") return false;
  return name === "tasks" ? isSorted && /^archived=\?( AND rowid[<>]\?)?$/.test(by) : true;
}

async function fill(store: Store): Promise<void> {
  await store.write(async (rows) => {
    const by = { createdBy: "filler", session: "s", createdAt: 0 };
    for (let index = 0; index < 20; index++) {
      const name = `Project number ${index}`;
      await rows.projects.insert({ ...by, id: `project-${index}`, name, slug: `p${index}`, description: "" });
    }
    const priorities: readonly TaskPriority[] = ["high", "medium", "low"];
    const statuses: readonly TaskStatus[] = ["todo", "in_progress", "completed"];
    for (let index = 0; index < originals; index++) {
      const priority = priorities[index % 3] ?? "low";
      const facts = { projectId: `project-${index % 20}`, title: `Task ${index}`, description: "To be done" };
      const none = { due: null, assignee: null, parentId: null, tags: [] };
      await rows.tasks.insert({ ...by, ...facts, ...none, id: `task-${index}`, priority });
      const status = statuses[Math.floor(index / 3) % 3] ?? "todo";
      const completedAt = status === "completed" ? 1 : null;
      await rows.tasks.update(`task-${index}`, { status, progress: 0, updatedAt: 1, completedAt, archivedAt: null });
      const place = { namespace: `project/p${index % 20}`, title: `Memory ${index}`, tags: [`t${index % 7}`] };
      await rows.memories.insert(memory({ ...place, id: `memory-${index}`, content: `What was learned at ${index}` }));
    }
  });
}

/** Plans know nothing of the texts, so copies differ in what must be unique only; the indexes of trigrams leave them out. */
function multiply(path: string): void {
  const database = openDatabase(path);
  for (const table of ["tasks", "memories"]) {
    const columns = database
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?) WHERE name <> 'row'")
      .pluck()
      .all(table);
    const values = columns.map((name) => (["id", "title"].includes(name) ? `${name} || '-' || copy` : name));
    database.exec(`
      WITH RECURSIVE copies (copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM copies WHERE copy < ${count / originals - 1})
      INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")} FROM ${table}, copies
    `);
    expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(count);
  }
  database.close();
}

/** Calls every function of every service, lists with each filter alone and with all. */
async function useEverything(store: Store): Promise<void> {
  const clock = stoppedClock();
  const sessions = storedSessions({ store, clock });
  const { handle, session } = await sessions.open({ agent: "claude" });
  const writer = { session: session.id, agent: session.agent };
  clock.advance(120_000);
  await sessions.use(handle);

  const projects = storedProjects({ store, clock });
  const created = await projects.create({ name: "Atlas", description: "", force: false, writer });
  if (created.status !== "created") throw new Error("expected a new project");
  await projects.create({ name: "Project number", description: "", force: false, writer });
  for (const project of ["Atlas", "Atals", created.project.id, created.project.id.slice(0, 6)]) {
    await projects.find(project);
  }
  await sessions.open({ agent: "claude", directory: "/srv/atlas", gitRemote: "git@example.com:acme/atlas.git" });
  await projects.find(".", session.id);
  await store.write((rows) => rows.activity.prune(0, 500));
  await projects.count();
  await everyPage((cursor) => projects.list({ limit: 1, ...cursor }));
  await everyPage((cursor) => projects.list({ limit: 1, query: "number", ...cursor }));
  await everyPage((cursor) => projects.list({ limit: 1, query: "nu", ...cursor }));
  for (const action of ["archive", "restore"] as const) {
    await projects.manage({ projectId: created.project.id, action, writer });
    await everyPage((cursor) => projects.list({ limit: 1, archived: true, ...cursor }));
    await everyPage((cursor) => projects.list({ limit: 1, archived: true, query: "number", ...cursor }));
  }
  await projects.manage({ projectId: created.project.id, action: "update", name: "Maps", writer });

  const tasks = storedTasks({ store, clock });
  const projectId = created.project.id;
  const begun = await tasks.create({ projectId, title: "T", description: "", priority: "low", tags: ["x"], writer });
  if (begun.status !== "created") throw new Error("expected a new task");
  const { task } = begun;
  for (const action of ["start", "stop", "start"] as const) await tasks.manage({ taskId: task.id, action, writer });
  await tasks.manage({ taskId: task.id, action: "progress", progress: 5, writer });
  for (const id of [task.id, task.id.slice(0, 6), "none"]) await tasks.find(id, "claude");
  await tasks.byIds([task.id], "claude");
  await tasks.addNote({ taskId: task.id, content: "noted", writer });
  await tasks.notes(task.id, "comment", 20);
  for (const [taskId, needsId] of [
    [task.id, "task-1"],
    ["task-1", task.id],
  ] as const) {
    await tasks.changeDependency({ action: "add", taskId, needsId, writer });
  }
  await tasks.dependencies(task.id, "claude");
  await tasks.changeDependency({ action: "remove", taskId: task.id, needsId: "task-1", writer });
  for (const to of ["project-1", projectId]) await tasks.move({ taskId: task.id, projectId: to, writer });
  const part = { title: "P", description: "", priority: "low", tags: [], writer } as const;
  const parts = await tasks.create({ ...part, parentId: task.id, position: 1 });
  if (parts.status !== "created") throw new Error("expected a subtask");
  await tasks.subtasks(task.id, "claude");
  for (const dryRun of [true, false]) await tasks.import({ text: "- [ ] Water\n", projectId, writer, dryRun });
  await tasks.above(parts.task.id);
  for (const parentId of ["task-2", task.id, null]) await tasks.place({ taskId: parts.task.id, parentId, writer });
  await tasks.history(task.id, 20);
  await tasks.workOf("claude", 3);
  for (const next of [false, true]) {
    const facts = { projectId: "project-1", status: "todo", priority: "high", query: "ask", tag: "x" } as const;
    const people = { assignee: "Ann", dueUntil: "2026-12-31", isWhole: true, projectId: "project-1" } as const;
    for (const filter of [...subsets(facts), ...subsets(people)]) {
      for (const archived of [false, true]) {
        await everyPage((cursor) => tasks.list({ ...filter, archived, next, agent: "claude", limit: 2, ...cursor }));
      }
    }
    await everyPage((cursor) => tasks.list({ next, query: "k", agent: "claude", limit: 2, ...cursor }));
  }

  await projects.statistics(projectId, "claude");
  const activity = storedActivity({ store });
  const project = { id: "project-1", slug: "p1" };
  for (const filter of subsets({ agent: "claude", event: "task_created", kind: "task", project } as const)) {
    await everyPage((cursor) => activity.list({ ...filter, asker: "claude", limit: 2, ...cursor }));
  }

  const memories = storedMemories({ store, clock });
  const outcome = await memories.store(storeRequest({ content: "The bridge listens on 7179.", tags: ["web"], writer }));
  if (outcome.status !== "created") throw new Error("expected a new memory");
  const again = storeRequest({ title: outcome.memory.title, content: "Elsewhere.", onConflict: "merge", writer });
  await memories.store(again);
  await memories.store({ ...again, onConflict: "version", force: true });
  const filters = {
    namespace: "project/p1",
    tier: "mid",
    kind: "observation",
    tag: "t1",
    agentId: "tester",
    term: "learn",
  };
  for (const filter of subsets(filters as typeof filters & { tier: "mid" })) {
    await everyPage((cursor) => memories.list({ ...filter, limit: 2, ...cursor }));
  }
  await everyPage((cursor) => memories.list({ term: "l", limit: 2, ...cursor }));
  await memories.recall({
    context: "the bridge",
    contextTokens: [],
    filter: { includeArchived: false },
    minScore: 0,
    limit: 2,
    sessionKey: "k",
  });
  const { id } = outcome.memory;
  for (const text of [id, id.slice(0, 6), "none"]) await memories.find(text);
  await memories.byIds([id]);
  await memories.ofTask(task.id, 20);
  await memories.overview(5);

  const decisions = storedDecisions({ store, clock });
  const texts = { title: "Use SQLite", area: "Database", context: "c", description: "d", consequences: "" };
  const facts = { ...texts, status: "draft", source: "agent", writer } as const;
  const drafted = await decisions.create({ ...facts, projectId });
  const other = await decisions.create({ ...facts, projectId });
  if (drafted.status !== "created" || other.status !== "created") throw new Error("expected new decisions");
  await decisions.create({ ...facts, projectId: null });
  const decisionId = drafted.decision.id;
  const decidedBy = "ann";
  for (const text of [decisionId, decisionId.slice(0, 6), "ADR-1"]) await decisions.find(text, projectId);
  await decisions.find("ADR-1", undefined);
  await decisions.change({ decisionId, action: "update", texts: { title: "Use WAL" }, writer });
  for (const action of ["propose", "accept"] as const) {
    await decisions.change({ decisionId, action, writer, decidedBy });
    await decisions.change({ decisionId: other.decision.id, action, writer, decidedBy });
  }
  await decisions.change({ decisionId, action: "supersede", byId: other.decision.id, writer, decidedBy });
  for (const filter of subsets({ projectId, status: "accepted", area: "database", query: "sqlite" } as const)) {
    await everyPage((cursor) => decisions.list({ ...filter, limit: 1, ...cursor }));
  }
  await decisions.list({ query: "s", limit: 1 });
  for (const of of [undefined, projectId]) {
    await decisions.answering({ context: "Why do we use WAL, and a 桥梁?", projectId: of, minScore: 0, limit: 5 });
  }
  await decisions.all(null);
  await decisions.history(decisionId, 5);
  const exported = await decisions.exported(projectId);
  await decisions.keepExported(new Map(exported.map(({ id, text }) => [id, text])));
  const files = exported.map(({ name, number, text }) => ({ name, number, text: `${text}\nMore.\n` }));
  await decisions.import({ projectId, files, force: true, dryRun: false, writer });

  const organizations = storedOrganizations({ store, clock, person: "ann" });
  const founded = await organizations.create({ name: "Acme", description: "" }, session);
  if (founded.status !== "created") throw new Error("expected a new organisation");
  const { id: organizationId } = founded.organization;
  await organizations.list();
  for (const text of [organizationId, organizationId.slice(0, 6), "ACME"]) await organizations.find(text);
  for (const role of ["admin", null] as const) {
    await organizations.changeMember({ organizationId, member: "ben", role, session });
  }
  await organizations.enter(organizationId, session);
  await organizations.enter(undefined, session);

  const plans = storedPlans({ store, clock });
  const wish = { title: "P", requirements: "R", type: "feature", consensus: 0.5, budgetUsd: 1, writer } as const;
  await plans.create({ ...wish, projectId: null });
  const { id: planId } = await plans.create({ ...wish, projectId });
  await plans.find(planId.slice(0, 6));
  await plans.change({ planId, action: "start", writer });
  const planned = { key: "k", title: "K", description: "", priority: "low", tags: [], needs: [] } as const;
  await plans.change({ planId, action: "record", report: { tasks: [planned], decisions: [texts] }, writer });
  for (let phase = 0; phase < 5; phase++) await plans.change({ planId, action: "complete", writer });
  const choices = { tasks: true, decisions: true, taskStatus: "todo", decisionStatus: "draft" } as const;
  await plans.apply({ planId, ...choices, projectId, writer });
  for (const filter of subsets({ projectId, status: "pending", type: "feature" } as const)) {
    await everyPage((cursor) => plans.list({ ...filter, limit: 1, ...cursor }));
  }

  const packs = storedPacks({ store, clock });
  const made = await packs.create({
    name: "Bridge",
    type: "custom",
    status: "draft",
    description: "",
    tags: [],
    writer,
  });
  if (made.status !== "created") throw new Error("expected a new pack");
  const packId = made.pack.id;
  for (const text of [packId, packId.slice(0, 6), "BRIDGE", "Brigde"]) await packs.find(text);
  await packs.update({ packId, status: "published", writer });
  await packs.addMemory(packId, id, writer);
  await packs.addTask(packId, task.id, writer);
  await packs.contents(packId, 100);
  await packs.putContext(packId, { name: "Goal", text: "A bridge" }, writer);
  await packs.contextsOf(packId, 100);
  const { text } = await packs.export(made.pack);
  await packs.import({ text, name: "Second", writer, dryRun: false });
  await packs.removeContext(packId, "goal", writer);
  await packs.setFocus(packId, writer);
  await packs.focusOf("claude");
  await packs.setFocus(undefined, writer);
  for (const filter of subsets({ type: "custom", status: "published", query: "rid" } as const)) {
    await everyPage((cursor) => packs.list({ ...filter, limit: 1, ...cursor }));
  }
  await packs.removeMemory(packId, id, writer);
  await packs.removeTask(packId, task.id, writer);
  await packs.empty(packId, writer);
  await packs.remove(packId, writer);
  for (const action of ["complete", "reopen", "archive", "restore"] as const) {
    await tasks.manage({ taskId: task.id, action, writer });
  }
  await tasks.manage({ taskId: task.id, action: "update", change: { title: "U", tags: ["y"] }, writer });
  await tasks.remove(task.id, writer);
  await projects.countContents("project-1", writer.agent);
  await projects.remove("project-1", writer);
  await sessions.close(session);
}

/** Two pages: with a cursor the statement is another one. */
async function everyPage(
  list: (cursor: {
    readonly cursor?: string;
  }) => Promise<{ readonly nextCursor?: string | undefined } | { status: string }>,
): Promise<void> {
  const page = await list({});
  if ("nextCursor" in page && page.nextCursor !== undefined) await list({ cursor: page.nextCursor });
}

/** Every choice of the entries. */
function subsets<Entries extends object>(entries: Entries): readonly Partial<Entries>[] {
  let all: readonly Partial<Entries>[] = [{}];
  for (const [key, value] of Object.entries(entries)) all = all.flatMap((one) => [one, { ...one, [key]: value }]);
  return all;
}
