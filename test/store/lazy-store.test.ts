import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lazyStore } from "../../src/store/lazy-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

test("the store is opened once, by the first use", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  let openings = 0;
  const store = lazyStore(() => {
    openings++;
    return openStore(path);
  });
  expect(openings).toBe(0);
  const count = () => store.read((rows) => rows.memories.count(0));
  expect(await Promise.all([count(), count(), count()])).toEqual([0, 0, 0]);
  expect(openings).toBe(1);
  await store.close();
});

test("a store that was never used closes without being opened", async () => {
  await lazyStore(() => {
    throw new Error("opened");
  }).close();
});

test("an opening that failed is tried again by the next use", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  await writeFile(path, "not a database".repeat(20));
  const store = lazyStore(() => openStore(path));
  await expect(store.read((rows) => rows.memories.count(0))).rejects.toThrow("is not a database");
  await rm(path);
  expect(await store.read((rows) => rows.memories.count(0))).toBe(0);
  await store.close();
});
