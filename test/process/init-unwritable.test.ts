import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pegboard } from "./run-pegboard.ts";

// What only the system can refuse. Root may write anywhere, so these run as somebody else.

const isRoot = process.getuid?.() === 0;
const asUnprivilegedUser = isRoot ? { runAs: { uid: 65_534, gid: 65_534 } } : {};
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-unwritable-"));
  chmodSync(folder, 0o555);
});
afterEach(() => {
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

it("init says in one sentence that it may not write into a folder", async () => {
  const { code, stdout, stderr } = await pegboard(["init", "--name", "notes"], { cwd: folder, ...asUnprivilegedUser });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^error: '[^']+' can't be written: EACCES: permission denied; nothing was changed\n$/);
  expect(readdirSync(folder)).toEqual([]);
});

it("init says that it may not make a folder", async () => {
  const { code, stderr } = await pegboard(["init", "deep/notes"], { cwd: folder, ...asUnprivilegedUser });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: '.*deep' can't be created: EACCES: permission denied\n$/);
  expect(existsSync(join(folder, "deep"))).toBe(false);
});

it("init says that it may not look into a folder", async () => {
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "closed"), { mode: 0o000 });
  const { code, stderr } = await pegboard(["init", "closed"], { cwd: folder, ...asUnprivilegedUser });
  expect(code).toBe(2);
  expect(stderr).toBe("error: 'closed' can't be read: EACCES: permission denied\n");
  chmodSync(join(folder, "closed"), 0o755);
});
