import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyChanges } from "../../src/cli/change-set.ts";
import { type Folder, temporaryFolder } from "./folder.ts";

let folder: Folder;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe("a set of changes", () => {
  it("makes, changes and removes files, and leaves no empty folder behind", async () => {
    folder.put("old/list.yaml", "list");
    folder.put("catalog.yaml", "one");
    await applyChanges(folder.path, [
      { path: "new/deep/search.yaml", before: undefined, after: "search" },
      { path: "old/list.yaml", before: "list", after: undefined },
      { path: "catalog.yaml", before: "one", after: "two" },
    ]);
    expect(folder.snapshot()).toEqual({ "new/deep/search.yaml": "search", "catalog.yaml": "two" });
    expect(existsSync(join(folder.path, "old"))).toBe(false);
  });

  it("is refused as a whole when a file is not what it was planned for", async () => {
    folder.put("catalog.yaml", "saved meanwhile");
    const changes = [
      { path: "new.yaml", before: undefined, after: "x" },
      { path: "catalog.yaml", before: "one", after: "two" },
    ];
    await expect(applyChanges(folder.path, changes)).rejects.toThrow("'catalog.yaml' has changed since it was read");
    expect(folder.snapshot()).toEqual({ "catalog.yaml": "saved meanwhile" });
  });

  it("never overwrites a file that it means to make, nor a link that leads nowhere", async () => {
    symlinkSync(join(folder.path, "nowhere"), join(folder.path, "new.yaml"));
    const changes = [{ path: "new.yaml", before: undefined, after: "x" }];
    await expect(applyChanges(folder.path, changes)).rejects.toThrow("'new.yaml' already exists");
    expect(existsSync(join(folder.path, "nowhere"))).toBe(false);
  });

  it("never leaves the folder", async () => {
    const outside = mkdtempSync(join(tmpdir(), "pegboard-outside-"));
    symlinkSync(outside, join(folder.path, "link"));
    for (const path of ["link/x.yaml", "../x.yaml"]) {
      const changes = [{ path, before: undefined, after: "x" }];
      await expect(applyChanges(folder.path, changes)).rejects.toThrow("leads out of the project");
    }
    expect(readdirSync(outside)).toEqual([]);
    rmSync(outside, { recursive: true });
  });

  it.each<[title: string, blocker: { path: string; before: undefined; after: string }]>([
    ["while it is prepared", { path: "file/below.yaml", before: undefined, after: "x" }],
    ["while it is put in place", { path: "sub", before: undefined, after: "a file where a folder is needed" }],
  ])("is undone when it fails %s", async (_title, blocker) => {
    folder.put("file", "no folder");
    folder.put("keep.yaml", "one");
    folder.put("gone.yaml", "two");
    const before = folder.snapshot();
    const changes = [
      { path: "sub/new.yaml", before: undefined, after: "new" },
      { path: "keep.yaml", before: "one", after: "changed" },
      { path: "gone.yaml", before: "two", after: undefined },
      blocker,
    ];
    await expect(applyChanges(folder.path, changes)).rejects.toThrow(/can't be written: .*; nothing was changed$/);
    expect(folder.snapshot()).toEqual(before);
    expect(existsSync(join(folder.path, "sub"))).toBe(false);
  });

  it("with nothing in it does nothing", async () => {
    mkdirSync(join(folder.path, "empty"));
    await applyChanges(folder.path, []);
    expect(readdirSync(folder.path)).toEqual(["empty"]);
  });
});
