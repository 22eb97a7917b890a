// `node fill.mjs FILE COUNT UNTIL`: a store with so many memories, one of each minute before. Prints where the writer has stopped.
import { dirname } from "node:path";
import { minuteMs, seed, services, storeRequest } from "./store.mjs";
import { writerOf } from "./texts.mjs";

const batchSize = 1_000;
const [file, count, until] = process.argv.slice(2);
const write = writerOf(seed);
const { openStore } = await services(dirname(file));
const store = await openStore(file);
await fill(store, { count: Number(count), start: Number(until) - Number(count) * minuteMs });
// What this has left in the log of the database is written back.
await store.close();
process.stdout.write(JSON.stringify(write.state()));

/** Straight into the store, many in one transaction: filling is not what is timed. */
async function fill(store, { count, start }) {
  for (let first = 0; first < count; first += batchSize) {
    await store.write(async ({ memories }) => {
      for (let number = first; number < Math.min(count, first + batchSize); number++) {
        const at = start + number * minuteMs;
        const { namespace, content, tags, ...rest } = storeRequest(write);
        await memories.insert({
          ...{ namespace, content, tags, kind: rest.kind, tier: rest.tier, scope: rest.scope, source: rest.source },
          ...{ id: `m${String(number).padStart(12, "0")}`, title: `${write.title()} ${number}`, metadata: {} },
          ...{ priority: 5, confidence: 1, cited: false, sourceUri: null, signature: null, signedCreatedAt: null },
          ...{ agentId: "bench", createdAt: at, updatedAt: at, expiresAt: null },
          ...{ writtenBy: "bench", session: null, taskId: null },
        });
      }
    });
  }
}
