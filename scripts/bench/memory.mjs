import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { promisify } from "node:util";
import { minuteMs, places, seed, services, storeRequest } from "./memory/store.mjs";
import { writerOf } from "./memory/texts.mjs";
import { median, printRow } from "./rows.mjs";

// What storing and recalling cost inside the service, in a workbench of many memories: no process is started and no protocol is spoken.

const fillScript = join(import.meta.dirname, "memory", "fill.mjs");
const questions = ["one", "three", "twelve", "plain", "typo", "date", "long"];
const lengths = { one: "1 word", three: "3 words", twelve: "12 words" };
const batchSize = 1_000;
const dimensions = 768;

/** @param options `count` is the number of memories */
export async function benchMemory({ count = 100_000 }) {
  const onRow = ({ title, times, spent, longestBlock }) => {
    const sorted = [...times].sort((a, b) => a - b);
    const p95 = sorted[Math.floor(0.95 * (sorted.length - 1))];
    // What others of the machine do is in the times, but not in what the processor spent on this process.
    const ofSlowest = spent[times.indexOf(sorted.at(-1))];
    const processor = `processor ${median(spent).toFixed(2)} ms, ${ofSlowest.toFixed(1)} in the slowest`;
    const note = `p95 ${p95.toFixed(1)} ms; ${processor}; longest block ${longestBlock.toFixed(1)} ms`;
    printRow({ title: `${count.toLocaleString("en-US")} memories: ${title}`, times, note });
  };
  await measureMemory({ count, withVectors: true, onRow });
}

/** @returns for each kind of call the milliseconds of every round, and those of the processor */
export async function measureMemory({ count, rounds = 400, kinds = questions, withVectors = false, onRow = () => {} }) {
  const folder = await mkdtemp(join(tmpdir(), "pegboard-memory-"));
  try {
    const file = join(folder, "workbench.db");
    let now = Date.now();
    // As a server finds it: the memory that filling takes is not this process's.
    const { stdout } = await promisify(execFile)(process.execPath, [fillScript, file, String(count), String(now)]);
    const write = writerOf(seed, JSON.parse(stdout));
    const { openStore, storedMemories } = await services(folder);
    const store = await openStore(file);
    const memories = storedMemories({ store, clock: () => now });
    const rows = [];
    const time = async (title, work) => {
      const times = [];
      const spent = [];
      const delay = monitorEventLoopDelay({ resolution: 1 });
      // The first tenth warms up.
      for (let round = -rounds / 10; round < rounds; round++) {
        now += minuteMs;
        const call = work(round);
        const before = process.cpuUsage();
        const started = performance.now();
        if (round === 0) delay.enable();
        await call();
        const ms = performance.now() - started;
        const { user, system } = process.cpuUsage(before);
        // Other work of the process could run here.
        await turn();
        if (round < 0) continue;
        times.push(ms);
        spent.push((user + system) / 1_000);
      }
      delay.disable();
      const row = { title, times, spent, longestBlock: delay.max / 1_000_000 };
      rows.push(row);
      onRow(row);
    };
    for (const force of [false, true]) {
      await time(force ? "store, without looking for similar ones" : "store", () => {
        const request = { ...storeRequest(write), force };
        return async () => void (await memories.store(request));
      });
    }
    for (const kind of kinds) {
      await time(`recall, ${lengths[kind] ?? `${kind} question`}`, () => {
        const request = recallRequest(write.question(kind, now));
        return () => memories.recall(request);
      });
    }
    await time("recall in one project, plain question", (round) => {
      const filter = {
        includeArchived: false,
        namespace: { path: `project/p${Math.abs(round) % places}`, below: true },
      };
      const request = { ...recallRequest(write.question("plain", now)), filter };
      return () => memories.recall(request);
    });
    // Its runs of three characters are in most memories.
    await time("list by a part of a text", () => () => memories.list({ term: "and the other", limit: 50 }));
    if (withVectors) await timeVectors(store, { write, time, storedMemories, clock: () => now });
    await store.close();
    return rows;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Recall where the vector of a question is known: how long a provider takes is its own. */
async function timeVectors(store, { write, time, storedMemories, clock }) {
  await fillVectors(store, write);
  const embeddings = {
    meaningOf: async () => ({ model: await store.read(({ vectors }) => vectors.model()), vector: unitVector(write) }),
  };
  const memories = storedMemories({ store, clock, embeddings });
  for (const kind of ["plain", "long"]) {
    await time(`recall with vectors, ${kind} question`, () => {
      const request = recallRequest(write.question(kind, clock()));
      return () => memories.recall(request);
    });
  }
  await time("recall with vectors in one project, plain question", (round) => {
    const namespace = { path: `project/p${Math.abs(round) % places}`, below: true };
    const request = {
      ...recallRequest(write.question("plain", clock())),
      filter: { includeArchived: false, namespace },
    };
    return () => memories.recall(request);
  });
  await time("store, with vectors to be made", () => {
    const request = { ...storeRequest(write), force: true };
    return async () => void (await memories.store(request));
  });
}

/** A vector for each memory. They point anywhere: what is near is found by looking at all of them, whatever they are. */
async function fillVectors(store, write) {
  await store.write(({ vectors }) => vectors.setModel({ name: "bench", dimensions, unrelated: 0, spread: 0.03 }));
  while (await store.write(({ vectors }) => vectors.queue()));
  for (let isMore = true; isMore; ) {
    isMore = await store.write(async ({ vectors }) => {
      const due = await vectors.due(batchSize, []);
      const made = due.map(({ id, version }, index) => {
        const vector = Int8Array.from(unitVector(write), (value) => Math.round(value * 800));
        return { id, version, vector, hash: Buffer.from(`${id} ${index}`) };
      });
      if (!(await vectors.insert({ name: "bench", dimensions }, made))) throw new Error("the store has another model");
      return due.length > 0;
    });
  }
}

function unitVector(write) {
  const vector = Float32Array.from({ length: dimensions }, () => write.below(2_001) - 1_000);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function recallRequest(context) {
  return { context, contextTokens: [], filter: { includeArchived: false }, minScore: 0, limit: 10 };
}
