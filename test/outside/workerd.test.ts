import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pegboard, root } from "../process/run-pegboard.ts";
import { modernEnvelope } from "../server/wire.ts";
import { type Running, startInGroup } from "./process-groups.ts";
import { outsidePrograms } from "./programs.ts";

// The worker of docs/mounting.md in workerd, the runtime of Cloudflare's workers, with a catalog bundled into one file.

const programs = await outsidePrograms();
const token = "0123456789abcdef";

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-07-01",
  compatibilityFlags = ["nodejs_compat"],
);
`;

const mcp = `import { openHttpHandler } from "pegboard/http";
import { registry } from "../generated/registry.ts";
import { openHost } from "./host.ts";

export const openMcp = () =>
  openHttpHandler({ registry, openHost, hosts: ["127.0.0.1"], access: { token: "${token}" } });
`;

/** Says how far it is before it is done. */
const handler = `import { setTimeout as sleep } from "node:timers/promises";
import { ok } from "pegboard/runtime";
import type { GreetingSend } from "../../../generated/contracts/greeting_send.ts";
import type { ToolHandler } from "../deps.ts";

export const greetingSend: ToolHandler<GreetingSend> = async ({ name }, _deps, { progress }) => {
  progress(1, 2);
  await sleep(10);
  return ok({ greeting: \`Hello, \${name}!\` });
};
`;

describe.skipIf(programs === undefined)("workerd", () => {
  let folder = "";
  let url = "";
  let worker: Running;
  beforeAll(async () => {
    const cache = join(root, "node_modules", ".cache", "pegboard");
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, "workerd-"));
    cpSync(join(root, "examples", "hello"), folder, { recursive: true });
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(root, join(folder, "node_modules", "pegboard"));
    expect(await pegboard(["generate", "--catalog", folder])).toMatchObject({ code: 0 });
    const page = readFileSync(join(root, "docs", "mounting.md"), "utf8");
    const [, text = ""] = /```ts\n\/\/ src\/worker\.ts\n(.*?)```/s.exec(page) ?? [];
    writeFileSync(join(folder, "src", "worker.ts"), text);
    writeFileSync(join(folder, "src", "mcp.ts"), mcp);
    writeFileSync(join(folder, "src", "handlers", "greeting", "greeting_send.ts"), handler);
    await build({
      entryPoints: [join(folder, "src", "worker.ts")],
      outfile: join(folder, "worker.mjs"),
      bundle: true,
      platform: "node",
      format: "esm",
    });
    writeFileSync(join(folder, "config.capnp"), config);
    const words = [programs?.entry("workerd") ?? "", "serve", "--control-fd=1", join(folder, "config.capnp")];
    const says = /"event":"listen".*"port":(\d+)/;
    worker = await startInGroup(programs?.node ?? "", words, { env: { PATH: process.env.PATH ?? "" }, says });
    url = `http://127.0.0.1:${worker.said}/mcp`;
  });
  afterAll(async () => {
    await worker?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  async function send(params: object, more: Readonly<Record<string, string>> = {}, method = "tools/call") {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      ...more,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const answer = await fetch(url, { method: "POST", headers, body });
    return { status: answer.status, text: await answer.text() };
  }

  const call = (args: object, more: object = {}) => ({ name: "greeting_send", arguments: args, ...more });

  it("answers calls of both eras, with progress where it is asked for, and refuses what is wrong", async () => {
    const older = await send(call({ name: "ada" }, { _meta: { progressToken: 7 } }));
    expect(older.status).toBe(200);
    expect(older.text).toMatch(/"progressToken":7.*\n\n.*Hello, ada!/s);
    const newer = await send(call({ name: "ada" }, { _meta: modernEnvelope }), {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "greeting_send",
    });
    expect(newer.text).toContain("Hello, ada!");
    expect((await send(call({ nam: "ada" }))).text).toContain("INVALID_ARGUMENTS");
    // What the SDK answers.
    expect((await send({}, {}, "resources/list")).text).toContain("pegboard://guide");
    expect((await send(call({ name: "ada" }), { authorization: "Bearer x" })).status).toBe(401);
  });
});
