import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { root, run } from "../process/run-pegboard.ts";
import { outsidePrograms } from "./programs.ts";
import { makeWorkbench } from "./workbench.ts";

// Two versions of better-sqlite3 beside two versions of Node: what does not fit ends the process, so it must not be loaded.

const programs = await outsidePrograms();
const workbench = makeWorkbench();
afterAll(() => workbench.remove());

/** The built program in an empty folder, with the package beside it as npm would install it. @returns its main file */
function installBeside(better: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const own = join(folder, "node_modules", "pegboard");
  mkdirSync(own, { recursive: true });
  cpSync(join(root, "dist"), join(own, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(own, "package.json"));
  symlinkSync(better, join(folder, "node_modules", "better-sqlite3"));
  return join(own, "dist", "cli", "main.js");
}

/** Stands for a version 12 that was built for the newer Node: the one that is installed here was not. A process that loads it ends. */
const version12 = join(workbench.folder, "better-sqlite3");
mkdirSync(version12);
writeFileSync(join(version12, "package.json"), JSON.stringify({ name: "better-sqlite3", version: "12.11.1" }));
writeFileSync(join(version12, "index.js"), "process.exit(9);");

const version13 = join(root, "test", "outside", "programs", "node_modules", "better-sqlite3");

/** Says at the end which machine code the process has loaded. */
const listed = join(workbench.folder, "listed.mjs");
writeFileSync(
  listed,
  "process.on('exit', () => console.error(JSON.stringify(process.report.getReport().sharedObjects)));",
);

describe.skipIf(programs === undefined)("better-sqlite3 beside a Node", () => {
  const newer = programs?.node ?? "";

  it.each([
    ["13 is used", version13, true],
    ["12 is not, which Node aborts with", version12, false],
  ])("with Node-API 10: %s", async (_what, better, isUsed) => {
    const words = [
      "--import",
      listed,
      installBeside(better),
      "call",
      "memory_recall",
      "context=x",
      "--json",
      "--workbench",
    ];
    const { code, stdout, stderr } = await run(newer, words, { cwd: workbench.folder, env: workbench.env });
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      answer: { structuredContent: { count: 0 } },
    });
    expect(JSON.parse(stderr).some((path: string) => path.includes("better-sqlite3"))).toBe(isUsed);
  });

  it.skipIf(Number(process.versions.napi) >= 10)(
    "with an older Node: 13, which crashes, is refused with what to do",
    async () => {
      const words = ["call", "memory_recall", "context=x", "--workbench"];
      const main = installBeside(version13);
      const { code, stderr } = await run(process.execPath, [main, ...words], {
        cwd: workbench.folder,
        env: workbench.env,
      });
      expect(code).toBe(5);
      expect(stderr).toMatch(
        /better-sqlite3 13\.\S+ does not work with Node 2\S+; run 'npm install better-sqlite3@12', or use Node 22\.16 or newer/,
      );
    },
  );
});
