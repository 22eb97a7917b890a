import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../src/bridge/server/bridge-info.ts";
import { createProgram } from "../../src/cli/program.ts";
import { recordTerminal } from "../cli/record-terminal.ts";
import { fileBlocks, outputBelow } from "./markdown-blocks.ts";
import { mainPath, root, run } from "./run-pegboard.ts";

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
