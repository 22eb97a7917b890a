import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectFiles } from "../../src/cli/scaffold/project-files.ts";
import { fileBlocks } from "./markdown-blocks.ts";
import { mainPath, pegboard, root, run } from "./run-pegboard.ts";

// A maintainer has a server of the official SDK and moves over without a second process, as docs/gateway.md says: import it with the
// command that starts it, take the page's host.ts, and go on from there.

const page = readFileSync(join(root, "docs", "gateway.md"), "utf8");
const hostText = fileBlocks(page).get("src/host.ts");

describe.each(["v1", "v2"])("a server of the official SDK %s in the same process", (version) => {
  let folder = "";
  let catalog = "";
  let client: Client | undefined;

  beforeAll(async () => {
    // Below node_modules, so that the SDK and Zod are found; `pegboard` is what was built.
    const cache = join(root, "node_modules", ".cache");
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, "pegboard-in-process-"));
    catalog = join(folder, "catalog");
    mkdirSync(join(folder, "node_modules"));
    mkdirSync(join(folder, "old"));
    symlinkSync(root, join(folder, "node_modules", "pegboard"), "junction");
    cpSync(join(root, "test", "fixtures", "in-process", `server-${version}.mjs`), join(folder, "old", "server.js"));
    const from = version === "v1" ? "@modelcontextprotocol/sdk/server/stdio.js" : "@modelcontextprotocol/server/stdio";
    writeFileSync(
      join(folder, "old", "main.js"),
      `import { StdioServerTransport } from "${from}";\nimport { createServer } from "./server.js";\nawait createServer().connect(new StdioServerTransport());\n`,
    );
    writeFileSync(join(folder, "package.json"), '{"name": "shop", "type": "module"}\n');
    const start = ["--stdio", "--", process.execPath, join(folder, "old", "main.js")];
    const imported = await pegboard(["import", "--gateway", "--into", catalog, "--family", "stock", ...start]);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(join(catalog, "src", "host.ts"), hostText ?? "");
    expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
    client = await clientOf([mainPath, "serve", "--catalog", catalog]);
  });
  afterAll(async () => {
    await client?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function clientOf(args: readonly string[]): Promise<Client> {
    const opened = new Client({ name: "unchanged", version: "1" }, { capabilities: { elicitation: {} } });
    opened.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada" } }));
    const env = { PATH: process.env.PATH ?? "", PEGBOARD_USAGE: "off" };
    await opened.connect(
      new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: "ignore" }),
    );
    return opened;
  }

  const call = (name: string, given: Record<string, unknown>) => client?.callTool({ name, arguments: given });

  it("answers in the process of the catalog, with what it answers by itself", async () => {
    const own = await clientOf([join(folder, "old", "main.js")]);
    const pid = transportPid(client);
    for (const product of ["tea", "milk"]) {
      const direct = await own.callTool({ name: "stock_get", arguments: { product } });
      const text = JSON.stringify(direct).replaceAll(String(transportPid(own)), String(pid));
      expect(await call("stock_get", { product })).toEqual(JSON.parse(text));
    }
    await own.close();
  });

  it("is served by what `pegboard build` makes", async () => {
    const settings = projectFiles({ name: "shop" }).find(({ path }) => path === "tsconfig.json")?.text ?? "";
    writeFileSync(join(catalog, "tsconfig.json"), settings);
    const from = version === "v1" ? "@modelcontextprotocol/sdk/server/mcp.js" : "@modelcontextprotocol/server";
    const declared = `export declare function createServer(): import("${from}").McpServer;\n`;
    writeFileSync(join(folder, "old", "server.d.ts"), declared);
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    expect(await run(process.execPath, [tsc], { cwd: catalog })).toEqual({ code: 0, stdout: "", stderr: "" });
    expect((await pegboard(["build", "--catalog", catalog])).code).toBe(0);
    const built = await clientOf([join(catalog, "dist", "server.js")]);
    const { structuredContent } = await built.callTool({ name: "stock_get", arguments: { product: "tea" } });
    expect(structuredContent).toEqual({ pieces: 12, pid: transportPid(built) });
    await built.close();
  });

  it("gives a tool to a function of its own, while the others go on", async () => {
    const path = join(catalog, "src", "handlers", "stock", "stock_get.ts");
    const text = readFileSync(path, "utf8");
    const own = text
      .replace('import { forwardTo } from "pegboard/gateway";', 'import { ok } from "pegboard/runtime";')
      .replace('forwardTo("stock_get")', "async () => ok({ pieces: 7, pid: 0 })");
    expect(own).not.toBe(text);
    writeFileSync(path, own);
    const moved = await clientOf([mainPath, "serve", "--catalog", catalog]);
    const { structuredContent } = await moved.callTool({ name: "stock_get", arguments: { product: "tea" } });
    expect(structuredContent).toEqual({ pieces: 7, pid: 0 });
    await moved.close();
    writeFileSync(path, text);
  });

  if (version === "v1") {
    it("reports progress, and asks the user", async () => {
      const heard: unknown[] = [];
      const answer = await client?.callTool({ name: "stock_count", arguments: { steps: 2 } }, undefined, {
        onprogress: ({ progress, total }) => heard.push([progress, total]),
      });
      expect(answer?.content).toEqual([{ type: "text", text: "counted by Ada" }]);
      expect(heard).toEqual([
        [1, 2],
        [2, 2],
      ]);
    });

    it("that can't be made is reported with the reason, and made again by the next call", async () => {
      const path = join(folder, "old", "server.js");
      const text = readFileSync(path, "utf8");
      const broken = 'const server = new McpServer({ name: "shop", version: "1.0.0" });';
      expect(text).toContain(broken);
      writeFileSync(
        path,
        text
          .replace(broken, `if (tries++ === 0) throw new Error("no licence");\n  ${broken}`)
          .replace("export function", "let tries = 0;\nexport function"),
      );
      const failing = await clientOf([mainPath, "serve", "--catalog", catalog]);
      expect(await failing.callTool({ name: "stock_get", arguments: { product: "tea" } })).toMatchObject({
        isError: true,
        content: [{ type: "text", text: expect.stringContaining("can't be started: no licence") }],
      });
      // After a failure the server is left alone for half a second.
      const again = () => failing.callTool({ name: "stock_get", arguments: { product: "tea" } });
      await expect.poll(again, { timeout: 10_000 }).toMatchObject({ structuredContent: { pieces: 12 } });
      await failing.close();
      writeFileSync(path, text);
    });
  }
});

/** Process id of the server that the client has started. */
function transportPid(client: Client | undefined): number | null {
  const { transport } = client ?? {};
  if (!(transport instanceof StdioClientTransport)) throw new Error("it has no process");
  return transport.pid;
}
