import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

let bytes: Promise<Buffer> | undefined;

/** The path of an empty database, in a folder that is removed when the running test has finished. */
export async function emptyDatabase(): Promise<string> {
  const path = join(await temporaryFolder(), "workbench.db");
  await makeEmptyDatabase(path);
  return path;
}

/**
 * Makes a database with all tables and no rows. It is a copy of one that was migrated once, because migrating is nine tenths of
 * what a new one costs; that a store makes its own file is tested under test/store/.
 */
export async function makeEmptyDatabase(path: string): Promise<void> {
  bytes ??= migratedBytes();
  await writeFile(path, await bytes);
}

async function migratedBytes(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "pegboard-"));
  const path = join(folder, "workbench.db");
  await (await openStore(path)).close();
  const migrated = await readFile(path);
  await rm(folder, { recursive: true });
  return migrated;
}
