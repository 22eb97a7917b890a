import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio, type McpConnection } from "../../scripts/plain-connection.ts";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { fileBlocks } from "./markdown-blocks.ts";
import { pegboardHere, root, run } from "./run-pegboard.ts";

// docs/migrating.md has one server twice: by hand with the official SDK, and as a catalog. Both are started and called.

const page = readFileSync(join(root, "docs", "migrating.md"), "utf8");

let folder = "";
let byHand: McpConnection | undefined;
let compiled: McpConnection | undefined;

beforeAll(async () => {
  // Below node_modules, so that the SDK and Zod are found; `pegboard` is what was built.
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "pegboard-migrating-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
  const settings = projectFiles({ name: "shop" }).filter(({ path }) => path.startsWith("tsconfig"));
  const server = /^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/m.exec(page);
  if (server === null) throw new Error("the page has no server by hand");
  put("package.json", '{"name": "shop", "type": "module"}\n');
  put(server[1] ?? "", server[2] ?? "");
  for (const { path, text } of settings) put(path, text);
  for (const [path, text] of fileBlocks(page)) put(path, text);
  const generated = await pegboardHere(["generate"], { cwd: folder });
  expect({ code: generated.code, stderr: generated.stderr }).toEqual({ code: 0, stderr: "" });
  const main = join(root, "dist", "cli", "main.js");
  byHand = await connectStdio({ command: process.execPath, args: [join(folder, "before", "server.js")] });
  compiled = await connectStdio({
    command: process.execPath,
    args: [main, "serve", "--catalog", "."],
    cwd: folder,
    stderr: "ignore",
  });
});
afterAll(async () => {
  await byHand?.close();
  await compiled?.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function resultOf(server: McpConnection | undefined, args: JsonObject, tool = "stock_get") {
  const answer = await server?.callTool(tool, args);
  if (answer?.kind !== "result") throw new Error(`the call has no result: ${JSON.stringify(answer)}`);
  return answer;
}

async function both(args: JsonObject) {
  const answers = [await resultOf(byHand, args), await resultOf(compiled, args)];
  return answers.map(({ isError, structuredContent }) => ({ isError, value: structuredContent }));
}

describe("the two servers of docs/migrating.md", () => {
  it("type-check", async () => {
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    expect(await run(process.execPath, [tsc], { cwd: folder })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a plain call", { product: "tea" }, { product: "tea", pieces: 12 }],
    [
      "a default that is overridden, a text that is trimmed",
      { product: " tea ", reserve: 2 },
      { product: "tea", pieces: 10 },
    ],
    ["nothing left", { product: "coffee", reserve: 1 }, { product: "coffee", pieces: 0 }],
  ])("answer alike: %s", async (_title, args, value) => {
    expect(await both(args)).toEqual([
      { isError: false, value },
      { isError: false, value },
    ]);
  });

  it("refuse alike what neither knows and what is out of bounds", async () => {
    for (const args of [{ product: "milk" }, { product: "" }, {}, { product: "tea", reserve: 11 }]) {
      expect((await both(args)).map(({ isError }) => isError)).toEqual([true, true]);
    }
  });

  it("say of an unknown product what the page says", async () => {
    const answer = await resultOf(compiled, { product: "milk" });
    expect(answer.structuredContent).toMatchObject({
      error: {
        code: "PRODUCT_UNKNOWN",
        message: "no product 'milk'",
        data: { product: "milk" },
        retry: "changed_arguments",
      },
    });
  });

  it("keeps the function of a tool as it is, where the page says so", async () => {
    expect(await resultOf(compiled, { product: "tea" }, "stock_report")).toMatchObject({
      texts: ["tea: 12 pieces", "counted today"],
      structuredContent: undefined,
      isError: false,
    });
    const failed = await resultOf(compiled, { product: "milk" }, "stock_report");
    expect(failed.structuredContent).toMatchObject({
      error: { code: "REPORT_FAILED", message: "the report failed: nothing is known of 'milk'" },
    });
  });

  it("names every param that is wrong, where the page says so", async () => {
    const answer = await resultOf(compiled, { product: "", reserve: 11 });
    expect(JSON.stringify(answer.structuredContent)).toMatch(/product.*reserve/);
    const mistyped = await resultOf(compiled, { product: "tea", reserved: 2 });
    expect(JSON.stringify(mistyped)).toContain("reserved");
  });
});
