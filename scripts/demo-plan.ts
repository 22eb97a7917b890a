import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { JsonObject } from "../src/contract/json.ts";
import {
  bold,
  cyan,
  type DemoClient,
  dim,
  expect,
  green,
  heading,
  many,
  object,
  objects,
  say,
  text,
} from "./demo-client.ts";

// The part of the demonstration that goes from a plan through what blocks what to a decision in a file.

const schema = "Choose the schema";
const importer = "Write the importer";
export const decided = "Keep the tiles in SQLite";

/** @param folder where the decision is written */
export async function planAndDecide(server: DemoClient, database: string, folder: string): Promise<void> {
  heading("A plan becomes tasks and a decision");
  const requirements = { action: "create", project: "Atlas", requirements: "Import the old maps." };
  const plan = text(object((await server.call("plan_manage", requirements, printPlan)).plan).id);
  await server.call("plan_manage", { action: "start", plan }, printPlan);
  const result = {
    tasks: [{ title: schema }, { title: importer, needs: [schema] }],
    decisions: [{ title: decided, context: "Several programs read them at once." }],
  };
  await server.call("plan_manage", { action: "record", plan, score: 0.9, ...result }, printPlan);
  const early = await server.refused("plan_manage", { action: "apply", plan });
  expect(early.code === "PLAN_REFUSED", "a plan was applied before it was completed");
  for (let phase = 1; phase <= 5; phase += 1) {
    if (phase > 1) await server.call("plan_manage", { action: "record", plan, score: 0.9 }, printPlan);
    await server.call("plan_manage", { action: "complete", plan }, printPlan);
  }
  const made = await server.call("plan_manage", { action: "apply", plan }, printMade);
  expect(count(made.made_tasks) === 2 && count(made.made_decisions) === 1, "the plan was not applied");
  const again = await server.call("plan_manage", { action: "apply", plan }, printMade);
  expect(count(again.made_tasks) === 0 && count(again.made_decisions) === 0, "a plan was applied twice");

  heading("What waits is not next");
  const titles = await nextTitles(server);
  expect(titles.includes(schema) && !titles.includes(importer), "a task that waits is next");
  const all = await server.call("task_list", { project: "Atlas", query: "the" }, printTitles);
  const idOf = (title: string) => text(objects(all.items).find((task) => task.title === title)?.id);
  const circle = { action: "add", task: idOf(schema), needs: idOf(importer) };
  const refused = await server.refused("task_dependency_manage", circle);
  expect(refused.code === "DEPENDENCY_CYCLE", "two tasks wait for each other");
  await server.call("task_manage", { action: "complete", task: idOf(schema) }, (task) => text(task.status));
  expect((await nextTitles(server)).includes(importer), "a task still waits for one that is completed");

  heading("The agent drafts, a person decides, and the decision is a file");
  const drafts = await server.call("decision_list", { project: "Atlas" }, printDecisions);
  expect(objects(drafts.items)[0]?.status === "draft", "the plan's decision is not a draft");
  const path = join(folder, "adr");
  await person(database, ["adr", "accept", "ADR-0001", "--project", "Atlas"]);
  await person(database, ["adr", "export", path, "--project", "Atlas"]);
  const file = await readFile(join(path, `0001-${decided.toLowerCase().replaceAll(" ", "-")}.md`), "utf8");
  expect(file.includes(decided) && file.includes("accepted"), "the file does not hold what was decided");
  for (const line of file.trimEnd().split("\n").slice(0, 8)) say(dim(`  ${line}`));
  const accepted = await server.call("decision_list", { project: "Atlas", status: "accepted" }, printDecisions);
  expect(accepted.count === 1, "the agent does not see what was decided");
}

/** What a person types at the command line. */
async function person(database: string, words: readonly string[]): Promise<void> {
  say(`\n${cyan("$")} ${bold(`pegboard ${words.join(" ")}`)}`);
  const main = fileURLToPath(new URL("./cli/main.js", import.meta.url));
  const env = { ...process.env, PEGBOARD_DB: database, NO_COLOR: "1" };
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], { env });
  for (const line of stdout.trimEnd().split("\n")) say(`${green("←")} ${line}`);
}

async function nextTitles(server: DemoClient): Promise<readonly string[]> {
  const next = await server.call("task_list", { project: "Atlas", next: true }, printTitles);
  return objects(next.items).map(({ title }) => text(title));
}

function printTitles({ items, count: number }: JsonObject): readonly string[] {
  return [many(number, "task"), ...objects(items).map(({ title }) => text(title))];
}

function printPlan({ plan }: JsonObject): string {
  const { title, status, phase, progress } = object(plan);
  const facts = [text(status), ...(typeof phase === "string" ? [phase] : []), `${progress} %`];
  return `${bold(text(title))} ${dim(facts.join(" · "))}`;
}

function printMade({ made_tasks, made_decisions }: JsonObject): string {
  return `${many(count(made_tasks), "task")} and ${many(count(made_decisions), "decision")} made`;
}

function printDecisions({ items, count: number }: JsonObject): readonly string[] {
  return [
    many(number, "decision"),
    ...objects(items).map(({ label, title, status }) => `${text(label)} ${bold(text(title))} ${dim(text(status))}`),
  ];
}

function count(value: JsonObject[string] | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}
