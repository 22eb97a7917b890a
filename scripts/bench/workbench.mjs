import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./catalogs.mjs";
import { writerOf } from "./memory/texts.mjs";
import { median, printRow } from "./rows.mjs";

// What the lists of the workbench cost inside the services, among many tasks and memories: no process is started and no protocol is
// spoken. Of 100 tasks seven or eight are subtasks, up to three levels deep; every twentieth waits for another one.

const batchSize = 1_000;
const places = 40;
const rounds = 100;
const day = 86_400_000;

/** @param options `count` is the number of tasks, and of memories */
export async function benchWorkbench({ count = 100_000 }) {
  const folder = await mkdtemp(join(tmpdir(), "pegboard-workbench-"));
  try {
    const { openStore, storedTasks, storedMemories, storedActivity } = await services(folder);
    const store = await openStore(join(folder, "workbench.db"));
    const now = Date.now();
    const write = writerOf(1);
    await fill(store, { count, now, write });
    const options = { store, clock: () => now };
    const [tasks, memories, activity] = [storedTasks(options), storedMemories(options), storedActivity(options)];
    const project = (round) => ({ id: `p${Math.abs(round) % places}`, slug: `p${Math.abs(round) % places}` });
    const list = (filter) => () => tasks.list({ next: false, agent: "bench", limit: 20, ...filter });
    const recall = (filter) => ({
      ...{ context: write.question("plain", now), contextTokens: [], minScore: 0, limit: 10 },
      filter: { includeArchived: false, ...filter },
    });
    const page = (filter) => () => activity.list({ asker: "bench", limit: 20, ...filter });
    const kinds = {
      "list, all tasks": () => list({}),
      "list, one project": (round) => list({ projectId: project(round).id }),
      "list, text in all tasks": () => list({ query: write.word() }),
      "list, one tag": () => list({ tag: write.word() }),
      "next, all tasks": () => list({ next: true }),
      "next, one project": (round) => list({ next: true, projectId: project(round).id }),
      recall: () => {
        const request = recall({});
        return () => memories.recall(request);
      },
      "recall in one project": (round) => {
        const request = recall({ namespace: { path: `project/${project(round).slug}`, below: true } });
        return () => memories.recall(request);
      },
      "activity, all": () => page({}),
      "activity, one project": (round) => page({ project: project(round) }),
      "activity, one event": () => page({ event: "task_completed" }),
    };
    for (const [title, work] of Object.entries(kinds)) {
      const [times, spent] = [[], []];
      // The first tenth warms up.
      for (let round = -rounds / 10; round < rounds; round++) {
        const call = work(round);
        const before = process.cpuUsage();
        const started = performance.now();
        await call();
        const ms = performance.now() - started;
        const { user, system } = process.cpuUsage(before);
        if (round < 0) continue;
        times.push(ms);
        spent.push((user + system) / 1_000);
      }
      const p95 = [...times].sort((a, b) => a - b)[Math.floor(0.95 * (rounds - 1))];
      const note = `p95 ${p95.toFixed(1)} ms; processor ${median(spent).toFixed(2)} ms`;
      printRow({ title: `${count.toLocaleString("en-US")} tasks and memories: ${title}`, times, note });
    }
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The services from the sources: the package does not export them. */
async function services(folder) {
  const outfile = join(root, "node_modules", ".cache", `bench-workbench-${process.pid}.mjs`);
  const source = (path) => JSON.stringify(join(root, "src", path));
  const paths = ["store/open-store.ts", "services/tasks/tasks.ts", "services/activity/activity.ts"];
  const contents = [...paths, "services/memories/stored-memories.ts"].map((path) => `export * from ${source(path)};`);
  await build({
    stdin: { contents: contents.join("\n"), resolveDir: folder, loader: "ts" },
    ...{ outfile, bundle: true, format: "esm", platform: "node", packages: "external", logLevel: "error" },
    conditions: ["pegboard-source"],
  });
  try {
    return await import(outfile);
  } finally {
    await rm(outfile);
  }
}

/** Straight into the store, many in one transaction: filling is not what is timed. */
async function fill(store, { count, now, write }) {
  const by = { createdBy: "bench", session: "s" };
  await store.write(async ({ projects }) => {
    for (let index = 0; index < places; index++) {
      const name = `${write.title()} ${index}`;
      await projects.insert({ ...by, id: `p${index}`, name, slug: `p${index}`, description: "", createdAt: now });
    }
  });
  for (let first = 0; first < count; first += batchSize) {
    await store.write(async ({ tasks, memories, activity }) => {
      for (let number = first; number < Math.min(count, first + batchSize); number++) {
        const at = now - (count - number) * 60_000;
        const [id, previous] = [`t${number}`, `t${number - places}`];
        const hasPrevious = number >= places;
        await tasks.insert({
          ...{
            ...by,
            id,
            projectId: `p${number % places}`,
            title: write.title(),
            description: write.text(),
            createdAt: at,
          },
          ...{ priority: ["high", "medium", "low"][number % 3], tags: [write.word()], assignee: null },
          due: number % 4 === 0 ? new Date(now + (number % 100) * day).toISOString().slice(0, 10) : null,
          parentId: number % 10 === 0 && Math.floor(number / places) % 4 > 0 ? previous : null,
        });
        await activity.append({ at, event: "task_created", subject: id, agent: "bench", session: "s" });
        if (hasPrevious && number % 20 === 1) {
          await tasks.addDependency({ taskId: id, needsId: previous, createdAt: at, ...by });
        }
        if (number % 2 === 0) {
          const state = { status: "completed", progress: 0, updatedAt: at, completedAt: at, archivedAt: null };
          await tasks.update(id, state);
          await activity.append({ at, event: "task_completed", subject: id, agent: "bench", session: "s" });
        }
        await memories.insert({
          ...{
            namespace: `project/p${number % places}`,
            content: write.text(),
            tags: [write.word()],
            kind: "observation",
          },
          ...{
            tier: "long",
            scope: "collective",
            source: "bench",
            id: `m${number}`,
            title: `${write.title()} ${number}`,
          },
          ...{ priority: 5, confidence: 1, cited: false, sourceUri: null, signature: null, signedCreatedAt: null },
          ...{ agentId: "bench", createdAt: at, updatedAt: at, expiresAt: null, metadata: {} },
          ...{ writtenBy: "bench", session: null, taskId: null },
        });
      }
    });
  }
}
