// A second thread of `generate` for large catalogs: it prints code and pages of the tools while the first one judges the catalog,
// and writes them while the first one prints everything else. The entry of its own bundle; nothing imports it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import type { Catalog } from "../../compiler/catalog/catalog.ts";
import { emitShare } from "../../compiler/emit/emit.ts";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import { isCached } from "../../contract/generated-cache.ts";
import { isAbsent, reasonOf } from "../../disk/disk-errors.ts";
import { type Written, writeFiles } from "../write-files.ts";
import type { Shared, SharedOrder } from "./open-share.ts";

const port = parentPort;
if (port === null) throw new Error("invariant: this is the main thread");
port.once("message", (catalog: Catalog) => {
  const files = emitShare(catalog).map(({ path, text, kind }) => ({ path, text, kind }));
  port.once("message", (order: SharedOrder) => port.postMessage(follow(order, files)));
});

function follow({ home, isDry }: SharedOrder, files: readonly OutputFile[]): Shared {
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
