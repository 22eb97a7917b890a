import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { operations } from "../../src/bridge/server/bridge-info.ts";
import { createProgram } from "../../src/cli/program.ts";
import { recordTerminal } from "../cli/record-terminal.ts";
import { freePort } from "./identity-servers.ts";
import { fileBlocks, outputBelow } from "./markdown-blocks.ts";
import { mainPath, pegboard, root, run } from "./run-pegboard.ts";

// docs/bridge.md: what it shows runs as it stands, and its tables leave nothing out.

const text = readFileSync(join(root, "docs", "bridge.md"), "utf8");
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-bridge-doc-"));
  mkdirSync(join(folder, "bin"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"));
  symlinkSync(mainPath, join(folder, "bin", "pegboard"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("its lines for a shell run", async () => {
  const [, script = ""] = /^```js\n\/\/ ask\.mjs\n([\s\S]*?)^```$/m.exec(text) ?? [];
  writeFileSync(join(folder, "ask.mjs"), script);
  const lines = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  expect(lines).toHaveLength(4);
  const env = {
    PATH: `${join(folder, "bin")}:${process.env.PATH}`,
    HOME: folder,
    PEGBOARD_AUDIT: "off",
    PEGBOARD_DB: join(folder, "workbench.db"),
  };
  const { code, stdout, stderr } = await run("sh", ["-e", "-c", lines.join("\n")], { cwd: folder, env });
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^the bridge runs as process \d+; .*\n$/)]);
  expect(stdout).toMatch(/^ *pegboard +\d+ tools .*the bridge\n[\s\S]*^pegboard: true\n$/m);
});

it("its server in Python answers the shell", async () => {
  const [, script = ""] = /^```py\n([\s\S]*?)^```$/m.exec(text) ?? [];
  writeFileSync(join(folder, "bridge.py"), script);
  const env = {
    HOME: folder,
    TOOL_CLI_PORT: String(await freePort()),
    TOOL_CLI_TOKEN: "a-token-of-this-test",
    PEGBOARD_AUDIT: "off",
  };
  const server = spawn("python3", ["bridge.py"], { cwd: folder, env: { ...process.env, ...env }, stdio: "inherit" });
  try {
    await vi.waitFor(async () => {
      const { code, stdout, stderr } = await pegboard(["hello", "greet", "name=Ada"], { cwd: folder, env });
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "Hello, Ada!\n", stderr: "" });
    }, 30_000);
    const { code, stdout } = await pegboard(["servers"], { cwd: folder, env });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ *hello +1 tool/m)]);
    const refused = await pegboard(["hello", "greet", "name=Ada"], {
      cwd: folder,
      env: { ...env, TOOL_CLI_TOKEN: "another" },
    });
    expect(refused.code).toBe(6);
  } finally {
    server.kill();
  }
});

it("its program runs", async () => {
  const program = fileBlocks(text).get("own-tools.ts") ?? "";
  writeFileSync(join(folder, "own-tools.ts"), program);
  const outfile = join(folder, "own-tools.mjs");
  await build({ entryPoints: [join(folder, "own-tools.ts")], outfile, format: "esm", platform: "node" });
  const { code, stdout, stderr } = await run(process.execPath, [outfile], { cwd: folder });
  expect([code, stderr, stdout]).toEqual([0, "", outputBelow(text, "The library")]);
});

it("has every method and every flag, and no other", () => {
  const cells = [...text.matchAll(/^\| `(\w+)` \| (?:`\w+|\|)/gm)].map(([, name]) => name);
  expect(cells).toEqual([...operations]);
  const command = createProgram(recordTerminal(root).terminal, () => undefined).commands.find(
    (one) => one.name() === "bridge",
  );
  const flags = command?.options.map(({ long }) => long ?? "").filter((flag) => flag !== "--help") ?? [];
  expect([...new Set([...text.matchAll(/--[a-z][a-z-]+/g)].map(([flag]) => flag))].sort()).toEqual(flags.sort());
});
