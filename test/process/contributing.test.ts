import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileBlocks } from "./markdown-blocks.ts";
import { type Finished, pegboard, pegboardHere, root, run } from "./run-pegboard.ts";

// CONTRIBUTING.md shows how a tool is added. This does what it says, in a copy of the repository.

const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const written = fileBlocks(guide);
let copy = "";

beforeAll(() => {
  // Below node_modules, so that the copy finds the same packages as the repository and is never committed.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  copy = mkdtempSync(join(cache, "pegboard-contributing-"));
  for (const path of ["schema", "generated", "src", "package.json", "tsconfig.json"]) {
    cpSync(join(root, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe("adding a tool as CONTRIBUTING.md says", () => {
  it("shows one YAML file and one handler", () => {
    expect([...written.keys()]).toEqual([
      "schema/tools/memory/memory_overview.yaml",
      "src/handlers/memory/memory_overview.ts",
    ]);
  });

  it("generates everything else and scaffolds a handler that type-checks but says that it is not written", async () => {
    writeBlock("schema/tools/memory/memory_overview.yaml");
    const generated = await pegboard(["generate"], { cwd: copy });
    expect({ code: generated.code, stderr: generated.stderr }).toEqual({ code: 0, stderr: "" });
    expect(generated.stdout).toContain("created src/handlers/memory/memory_overview.ts\n");
    expect(generated.stdout).toContain("created generated/contracts/memory_overview.ts\n");
    expect(await typeCheck()).toEqual({ code: 0, stdout: "", stderr: "" });
    const { code, stderr } = await call();
    expect(code).toBe(3);
    expect(stderr).toContain("the handler of 'memory_overview' is not written yet");
  });

  it("works once the scaffold is filled", async () => {
    writeBlock("src/handlers/memory/memory_overview.ts");
    expect(await typeCheck()).toEqual({ code: 0, stdout: "", stderr: "" });
    const check = await pegboardHere(["generate", "--check"], { cwd: copy });
    expect(check.code).toBe(0);
    const { code, stdout } = await call();
    expect({ code, result: JSON.parse(stdout) }).toEqual({ code: 0, result: { count: 0, newest: [] } });
  });

  it("does not type-check when the handler breaks the promise of the YAML", async () => {
    const handler = join(copy, "src/handlers/memory/memory_overview.ts");
    writeFileSync(handler, readFileSync(handler, "utf8").replace("ok({ count,", "ok({"));
    const { code, stdout } = await typeCheck();
    expect(code).not.toBe(0);
    expect(stdout).toContain("src/handlers/memory/memory_overview.ts(");
    expect(stdout).toContain("'count'");
  });
});

function writeBlock(path: string): void {
  writeFileSync(join(copy, path), written.get(path) ?? "");
}

/** What a new tool touches, and all that it leans on; what was checked and has not changed is not checked again. */
function typeCheck(): Promise<Finished> {
  const config = join(copy, "tsconfig.check.json");
  writeFileSync(
    config,
    JSON.stringify({
      extends: "./tsconfig.json",
      compilerOptions: { incremental: true, tsBuildInfoFile: "./checked.tsbuildinfo" },
      include: ["src/handlers", "src/host.ts", "generated"],
      exclude: [],
    }),
  );
  return run(process.execPath, [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", config], { cwd: copy });
}

function call(): Promise<Finished> {
  return pegboard(["call", "memory_overview", "newest:=3", "--catalog", copy], {
    cwd: copy,
    env: { PEGBOARD_DB: join(copy, "workbench.db") },
  });
}
