// `npm run demo`: a day in an agent's life, as a person would follow it (`-- worktrees`: a place of its own for an agent). Starts the built server on a fresh database, talks
// to it as any MCP client does, prints every call and answer, and fails when an answer is not what it should be.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "../src/contract/json.ts";
import { bold, DemoClient, dim, expect, green, heading, many, object, objects, red, say, text } from "./demo-client.ts";
import { decided, planAndDecide } from "./demo-plan.ts";
import { demonstratePlaces } from "./demo-worktrees.ts";

// A reader that has seen enough (`npm run demo | head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const folder = await mkdtemp(join(tmpdir(), "pegboard-demo-"));
let client: DemoClient | undefined;
try {
  const database = join(folder, "workbench.db");
  if (process.argv[2] === "worktrees") await demonstratePlaces(folder);
  else {
    await morning(database);
    await nextMorning(database);
  }
  say(`\n${green("✓")} ${bold("All of it works.")} ${dim("Next: `npx pegboard --help`, README.md")}`);
} catch (error) {
  console.error(`\n${red("✗")} ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await client?.close();
  await rm(folder, { recursive: true, force: true });
}

async function morning(database: string): Promise<void> {
  heading("Morning: a server, a client, an empty database");
  const server = await start(database);
  const { briefing } = await server.call("session_open", { agent: "claude", model: "opus" }, printBriefing);
  expect(object(briefing).projects_count === 0, "the database was not empty");

  heading("A project, and what there is to do");
  await server.call("project_create", { name: "Atlas", description: "The map service" }, (value) => {
    const project = object(value.project);
    return `${text(value.status)}: ${bold(text(project.name))}, by ${text(project.created_by)}; ${dim(text(value._context))}`;
  });
  await server.call("task_create", { project: "Atlas", title: "Tidy up the tests", priority: "low" }, printTask);
  const fix = await server.call("task_create", { project: "atlas", title: "Fix the build", priority: "H" }, printTask);
  const next = await server.call("task_list", { project: "Atlas", next: true, limit: 1 }, printItems);
  expect(objects(next.items)[0]?.title === "Fix the build", "the most important task should come first");
  const task = text(fix.id);
  const started = await server.call("task_manage", { action: "start", task }, printTask);
  expect(started.active === true, "the started task is not the active one");

  heading("Learn something, and keep it");
  const cause = {
    project: "Atlas",
    title: "Why the build was red",
    content: "The build needs PEGBOARD_DB set, or its tests write to the user's own file.",
    tags: ["build", "tests"],
  };
  const memory = await server.call("memory_store", cause, printReceipt);
  const found = await server.call(
    "memory_recall",
    { context: "which variable do the tests need", project: "Atlas" },
    printFound,
  );
  expect(objects(found.memories)[0]?.title === cause.title, "what was just stored was not found first");
  await usedNames(server);

  heading("Progress, a pack, a focus");
  const half = await server.call("task_manage", { action: "progress", task, progress: 60 }, printTask);
  expect(half.progress === 60, "the progress was not kept");
  await server.call("pack_manage", { action: "create", name: "Green build", type: "project" }, printPack);
  await server.call("pack_manage", { action: "add_task", pack: "green build", task }, printPack);
  const pack = await server.call(
    "pack_manage",
    { action: "add_memory", pack: "Green build", memory: text(memory.id) },
    printPack,
  );
  expect(pack.memories_count === 1 && pack.tasks_count === 1, "the pack does not hold both");
  await server.call("focus_manage", { action: "set", pack: "Green build" }, (value) => printPack(object(value.focus)));

  await planAndDecide(server, database, folder);

  heading("Done for today");
  const done = await server.call("task_manage", { action: "complete", task }, printTask);
  expect(done.status === "completed" && done.progress === 100, "the task is not completed");
  const closed = await server.call("session_close", {}, (value) => counts(object(value.done)));
  expect(object(closed.done).tasks_completed === 2, "the session does not know what was done in it");
  const refused = await server.refused("task_create", { project: "Atlas", title: "One more thing" });
  expect(refused.code === "SESSION_REQUIRED", "a closed session was still good for writing");
  await server.close();
}

/** What an agent meets that learned other names, or makes mistakes. */
async function usedNames(server: DemoClient): Promise<void> {
  heading("An old name still works, and says what to use");
  const old = { project: "Atlas", content: "Releases are cut on Thursdays.", type: "DECISION" };
  const stored = await server.call("add_memory", old, ({ _message, _type }) => [
    `${text(_message)} ${dim(text(_type))}`,
  ]);
  expect(typeof stored.id === "string", "the old name did not store");

  heading("A call with three mistakes gets three answers");
  const error = await server.refused("memory_store", { conten: "x", priority: 11, tier: "forever" });
  expect(objects(error.violations).length === 3, "not every mistake was named");

  heading("A name that is not there never means everything");
  const unknown = await server.refused("memory_recall", { context: "releases", project: "Atlsa" });
  expect(unknown.code === "PROJECT_NOT_FOUND", "a search was widened");
}

async function nextMorning(database: string): Promise<void> {
  heading("Next morning: another server finds it all again");
  const server = await start(database);
  const { briefing } = await server.call("session_open", { agent: "claude", model: "opus" }, printBriefing);
  const { projects_count, memories_count, focus } = object(briefing);
  expect(projects_count === 1 && memories_count === 2, "not everything is still there");
  expect(object(focus).name === "Green build", "the focus was lost");
  const pack = await server.call("pack_get", { pack: "Green build" }, (value) => [
    `${bold("Green build")} holds`,
    ...objects(value.tasks).map((task) => `task    ${text(task.title)} ${dim(text(task.status))}`),
    ...objects(value.memories).map((memory) => `memory  ${text(memory.title)}`),
  ]);
  const [task] = objects(pack.tasks);
  expect(task?.status === "completed", "the completed task was lost");
  const reported = await server.call("task_get", { task: text(task?.id) }, (value) => [
    `${text(object(value.task).title)}, newest first:`,
    ...objects(value.history).map(
      ({ event, agent, at }) => `${dim(text(at).slice(11, 19))} ${text(event)} by ${text(agent)}`,
    ),
    ...objects(value.memories).map((memory) => `learned: ${text(memory.title)}`),
  ]);
  const learned = objects(reported.memories).map((memory) => text(memory.title));
  expect(learned.includes("Why the build was red"), "the memory lost the task it came from");
  const found = await server.call("memory_recall", { context: "when are releases cut", limit: 1 }, printFound);
  expect(objects(found.memories).length === 1, "what the old name stored was not found");
  const next = await server.call("task_list", { project: "Atlas", next: true }, printItems);
  const left = objects(next.items).map(({ title }) => text(title));
  expect(left.join() === "Write the importer,Tidy up the tests", "what the plan left to do is not next");
  const decisions = await server.call("decision_list", { project: "Atlas", status: "accepted" }, (value) =>
    objects(value.items).map(({ label, title }) => `${text(label)} ${text(title)}`),
  );
  expect(objects(decisions.items)[0]?.title === decided, "what was decided was lost");
  await server.call("session_close", {}, (value) => counts(object(value.done)));
}

async function start(database: string): Promise<DemoClient> {
  client = await DemoClient.start(database);
  return client;
}

function printBriefing({ briefing, expires_at }: JsonObject): readonly string[] {
  const { projects_count, memories_count, focus, recent_memories, next_steps } = object(briefing);
  return [
    `a session until ${text(expires_at).slice(0, 16).replace("T", " ")}; ${many(projects_count, "project")}, ${many(memories_count, "memory")}`,
    ...(focus === null ? [] : [`in focus: ${bold(text(object(focus).name))}`]),
    ...objects(recent_memories).map((memory) => `recent: ${text(memory.title)}`),
    ...(Array.isArray(next_steps) ? next_steps.map((step) => dim(`· ${text(step)}`)) : []),
  ];
}

function printTask(task: JsonObject): string {
  const { title, status, priority, progress, active } = task;
  const facts = [text(status), `${text(priority)} priority`, `${progress} %`, ...(active === true ? ["in hand"] : [])];
  return `${bold(text(title))} ${dim(facts.join(" · "))}`;
}

function printItems({ items, count }: JsonObject): readonly string[] {
  return [many(count, "task"), ...objects(items).map(printTask)];
}

function printReceipt({ status, title, namespace, _context }: JsonObject): string {
  return `${text(status)}: ${bold(text(title))} in ${text(namespace)}; ${dim(text(_context))}`;
}

function printFound({ memories }: JsonObject): readonly string[] {
  const hits = objects(memories);
  return [
    `${hits.length} found`,
    ...hits.map(
      ({ id, title, content }) =>
        `${dim(text(id).slice(0, 8))} ${title === undefined ? "" : `${bold(text(title))} `}${text(content)}`,
    ),
  ];
}

function printPack({ name, memories_count, tasks_count }: JsonObject): string {
  return `${bold(text(name))} ${dim(`${many(memories_count, "memory")} · ${many(tasks_count, "task")}`)}`;
}

function counts(done: JsonObject): string {
  const parts = [
    [done.projects_created, "project", "created"],
    [done.tasks_created, "task", "created"],
    [done.tasks_completed, "task", "completed"],
    [done.memories_stored, "memory", "stored"],
    [done.packs_changed, "pack", "changed"],
  ] as const;
  const reported = parts.flatMap(([count, noun, verb]) => (count === 0 ? [] : [`${many(count, noun)} ${verb}`]));
  return reported.length === 0 ? "nothing was written in this session" : `in this session: ${reported.join(", ")}`;
}
