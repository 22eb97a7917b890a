import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { markDaily, markUsed, removeUnused } from "../../src/shell/catalog/bundle-folders.ts";

let cache = "";
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "pegboard-bundles-"));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(cache, { recursive: true, force: true });
});

const dayMs = 24 * 3_600_000;

/** @returns its path */
function make(name: string, days: number): string {
  const path = join(cache, name);
  mkdirSync(path);
  writeFileSync(join(path, "stdin.js"), "");
  const then = new Date(Date.now() - days * dayMs);
  utimesSync(path, then, then);
  return path;
}

const daysOld = (path: string) => (Date.now() - statSync(path).mtimeMs) / dayMs;
const used = "0123456789abcdef0123";
const unused = "fedcba98765432100123";

it("removes folders that no process has used for a week, and nothing that is not such a folder", async () => {
  make(used, 6.9);
  make(unused, 7.1);
  make(".building-Ab12Cd", 7.1);
  make(".building-begun0", 0);
  make("of-somebody", 30);
  writeFileSync(join(cache, "0000000000000000abcd"), "a file");
  utimesSync(join(cache, "0000000000000000abcd"), new Date(0), new Date(0));
  await removeUnused(cache);
  expect(readdirSync(cache).sort()).toEqual([".building-begun0", "0000000000000000abcd", used, "of-somebody"]);
});

it("does nothing where there is no such folder", async () => {
  await expect(removeUnused(join(cache, "none"))).resolves.toBeUndefined();
  await expect(markUsed(join(cache, "none"))).resolves.toBeUndefined();
});

it("keeps what is marked, which a process does every day for what it has loaded", async () => {
  const path = make(unused, 30);
  await markUsed(path);
  await removeUnused(cache);
  expect(readdirSync(cache)).toEqual([unused]);
  vi.useFakeTimers({ toFake: ["setInterval"] });
  markDaily(path);
  markDaily(path);
  // Commands that run again and again in one process ask for it each time.
  expect(vi.getTimerCount()).toBe(1);
  utimesSync(path, new Date(0), new Date(0));
  vi.advanceTimersByTime(dayMs - 1);
  expect(daysOld(path)).toBeGreaterThan(365);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(daysOld(path)).toBeLessThan(1));
});
