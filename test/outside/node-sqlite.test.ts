import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { root, run } from "../process/run-pegboard.ts";
import { outsidePrograms } from "./programs.ts";
import { makeWorkbench } from "./workbench.ts";

// The store over the SQLite of Node itself. The Node of these tests may have none, so a newer one runs them.

const programs = await outsidePrograms();
const workbench = makeWorkbench();
afterAll(() => workbench.remove());

describe.skipIf(programs === undefined)("the workbench on Node's own SQLite", () => {
  const node = programs?.node ?? "";
  const main = join(root, "dist", "cli", "main.js");
  // Without machine code of packages there is only one SQLite left.
  const call = (...words: string[]) =>
    run(node, ["--no-addons", main, "call", ...words, "--workbench"], { cwd: workbench.folder, env: workbench.env });

  it("keeps what was stored from one process to the next, and finds it", async () => {
    const opened = await call("session_open", "agent=baker");
    expect(opened).toMatchObject({ code: 0, stderr: "" });
    const session = `session=${JSON.parse(opened.stdout).session}`;
    const stored = await call("memory_store", "title=Rye", "content=Bread of rye keeps for a week", session);
    expect(stored).toMatchObject({ code: 0, stderr: "" });
    const found = await call("memory_recall", "context=how long does rye bread keep", session);
    expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining("Rye: Bread of rye keeps for a week") });
  });

  // They take seconds: each statement of the store, on files, once more. They are what a second library has to pass.
  it("passes the tests of the store", async () => {
    const suites = ["sqlite", "sqlite-file", "write-groups", "migration", "memory-archive-migration", "query-plans"];
    const files = [...suites, "lazy-store", "vectors"].map((name) => `test/store/${name}.test.ts`);
    const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
    const words = ["run", "--project", "unit", "--reporter", "json", ...files];
    const { stdout } = await run(node, [vitest, ...words], { cwd: root, env: { NO_COLOR: "1" } });
    const { numTotalTests, numPassedTests, testResults } = JSON.parse(stdout.slice(stdout.indexOf("{")));
    expect(testResults).toHaveLength(files.length);
    expect(numTotalTests).toBeGreaterThan(60);
    expect(numPassedTests).toBe(numTotalTests);
  }, 300_000);
});
