import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
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

test("a store that nothing uses is closed, and the next use opens it again", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const log: string[] = [];
  const store = lazyStore(
    async () => {
      log.push("opened");
      const inner = await openStore(path);
      return {
        ...inner,
        close: async () => {
          await inner.close();
          log.push("closed");
        },
      };
    },
    { idleMs: 20 },
  );
  let goOn: () => void = () => undefined;
  const longUse = store.read(
    () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
      }),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(log, "something still uses it").toEqual(["opened"]);
  goOn();
  await longUse;
  await vi.waitFor(() => expect(log).toEqual(["opened", "closed"]));
  expect(await store.read((rows) => rows.memories.count(0))).toBe(0);
  await store.close();
  expect(log).toEqual(["opened", "closed", "opened", "closed"]);
});
