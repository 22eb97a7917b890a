import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { mainPath, pegboardHere, root, run } from "./run-pegboard.ts";

// Names that every object of JavaScript has, of tools and params that are taken over.

const names = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];
const tools = names.map((name, index) => ({
  name,
  description: `Show the thing number ${index} to the user.`,
  inputSchema: { type: "object", properties: { [name]: { type: "string" } }, required: index === 0 ? [name] : [] },
}));

/** Below node_modules, so that the packages of this repository are found. */
let folder = "";
const catalog = () => join(folder, "catalog");
beforeAll(async () => {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "pegboard-names-"));
  writeFileSync(join(folder, "list.json"), JSON.stringify({ tools }));
  expect(await pegboardHere(["import", "list.json", "--into", "catalog"], { cwd: folder })).toMatchObject({ code: 0 });
  expect(await pegboardHere(["generate", "--catalog", "catalog"], { cwd: folder })).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("what is generated type-checks", async () => {
  mkdirSync(join(catalog(), "node_modules"), { recursive: true });
  symlinkSync(root, join(catalog(), "node_modules", "pegboard"), "junction");
  writeFileSync(join(catalog(), "package.json"), '{"name": "names", "type": "module"}');
  const include = ["src", "generated", "generated/.cache"];
  const settings = { extends: join(root, "tsconfig.json"), compilerOptions: { types: ["node"] }, include, exclude: [] };
  writeFileSync(join(catalog(), "tsconfig.json"), JSON.stringify(settings));
  const checker = join(root, "node_modules", "typescript", "bin", "tsc");
  expect(await run(process.execPath, [checker, "--noEmit", "-p", catalog()], { cwd: folder })).toEqual({
    ...{ code: 0, stdout: "", stderr: "" },
  });
}, 60_000);

test("the tools are listed and called by their names", async () => {
  const words = [mainPath, "serve", "--catalog", catalog(), "--surface", "direct"];
  const server = await connectStdio({ command: process.execPath, args: words });
  try {
    expect((await server.listTools()).map(({ name }) => name).sort()).toEqual(names.toSorted());
    for (const name of names) {
      const answer = await server.callTool(name, { [name]: 5 });
      expect(JSON.stringify(answer)).toContain(`${name}: expected a text, found 5`);
    }
  } finally {
    await server.close();
  }
});
