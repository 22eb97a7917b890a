import { join } from "node:path";
import { expect, it } from "vitest";
import { root, run } from "./run-pegboard.ts";

it("the demonstration runs its main path to the end", async () => {
  const { code, stdout, stderr } = await run(process.execPath, [join(root, "dist", "demo.js")]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toContain("\u001b");
  expect(stdout).toContain("✓ All of it works.");
  for (const said of ["2 tasks and 1 decision made", "DEPENDENCY_CYCLE", "# ADR-0001: Keep the tiles in SQLite"])
    expect(stdout).toContain(said);
  // The session's handle is a secret; the demonstration must not print it.
  expect(stdout).not.toMatch(/"session": "[A-Za-z0-9_-]{22}"/);
});

it("the demonstration of places makes one, works in it and takes it away", async () => {
  const { code, stdout, stderr } = await run(process.execPath, [join(root, "dist", "demo.js"), "worktrees"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("✓ All of it works.");
  for (const line of [
    "database shop_wt_feature__basket, cloned from shop",
    "orders (3)",
    "undone: database shop_wt_feature__search",
  ])
    expect(stdout).toContain(line);
});
