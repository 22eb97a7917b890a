// A second thread of `generate` for large catalogs: it prints the code of the tools while the first one checks the catalog, and
// writes it while the first one prints everything else. The entry of its own bundle; nothing imports it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { printToolCode } from "../../compiler/compile.ts";
import { isCached } from "../../contract/generated-cache.ts";
import { isAbsent, reasonOf } from "../../disk/disk-errors.ts";
import { type Written, writeFiles } from "../write-files.ts";
import type { Shared, SharedOrder, ShareInput } from "./open-share.ts";

const port = parentPort;
if (port === null) throw new Error("invariant: this is the main thread");
const { sources } = workerData as ShareInput; // what `openShare` gave to the thread
const files = printToolCode(sources);
port.once("message", (order: SharedOrder) => port.postMessage(follow(order)));

function follow({ home, isDry }: SharedOrder): Shared {
  const before = new Map<string, string>();
  for (const { path } of files) {
    try {
      before.set(path, readFileSync(join(home, path), "utf8"));
    } catch (error) {
      if (!isAbsent(error)) return { files, before, written: refused(path, error) };
    }
  }
  const changed = files.filter(({ path, text }) => before.get(path) !== text);
  const written = writeFiles(home, isDry ? changed.filter(({ path }) => isCached(path)) : changed);
  return { files, before, written };
}

function refused(path: string, error: unknown): Written {
  return { states: new Map(), failed: `'${path}' can't be read: ${reasonOf(error)}` };
}
