import { createServer } from "node:net";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport as InstalledSse } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport as InstalledStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as InstalledHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { mainPath } from "../process/run-pegboard.ts";
import { type Running, serveHttp, startInGroup } from "./process-groups.ts";
import { outsidePrograms } from "./programs.ts";
import { makeWorkbench, publishedTools, token, type Workbench } from "./workbench.ts";

// Programs between a client and the built server, which turn one transport into another: the clients behind them see the
// same tools and get the same answers.

const programs = await outsidePrograms();
const clientInfo = { name: "pegboard-test", version: "1.0.0" };
const modern = "2026-07-28";

interface Visit {
  readonly tools: unknown;
  readonly agent: unknown;
  /** Of the clients that tell it. */
  readonly revision?: string;
}

const seen = (agent: string): Visit => ({ tools: publishedTools, agent });
const seenByModern = (agent: string): Visit => ({ ...seen(agent), revision: modern });

// The transports fit each client's own Transport; optional members differ only in exactOptionalPropertyTypes.
async function visitInstalled(transport: unknown, agent: string): Promise<Visit> {
  const client = new InstalledClient(clientInfo);
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  const opened = await client.callTool({ name: "session_open", arguments: { agent } });
  await client.close();
  return { tools, agent: agentOf(opened.structuredContent) };
}

async function visitModern(transport: unknown, agent: string): Promise<Visit> {
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode: { pin: modern } } });
  await client.connect(transport as never);
  const { tools } = await client.listTools();
  const opened = await client.callTool({ name: "session_open", arguments: { agent } });
  const revision = client.getNegotiatedProtocolVersion();
  await client.close();
  return { tools, agent: agentOf(opened.structuredContent), ...(revision === undefined ? {} : { revision }) };
}

function agentOf(facts: unknown): unknown {
  return typeof facts === "object" && facts !== null && "agent" in facts ? facts.agent : undefined;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe.skipIf(programs === undefined)("programs in between", () => {
  let workbench: Workbench;
  beforeAll(() => {
    workbench = makeWorkbench();
  });
  afterAll(() => workbench.remove());

  const entry = (program: "supergateway" | "mcp-remote") => programs?.entry(program) ?? "";
  const node = programs?.node ?? "";

  describe("supergateway in front of a server over stdio", () => {
    async function gateway(...words: string[]): Promise<{ readonly running: Running; readonly origin: string }> {
      const port = await freePort();
      // It hands the command to a shell.
      const command = [process.execPath, mainPath, "serve"].map((word) => `"${word}"`).join(" ");
      const options = ["--port", String(port), "--outputTransport", ...words];
      const running = await startInGroup(node, [entry("supergateway"), "--stdio", command, ...options], {
        env: workbench.env,
        says: /(Listening on port)/i,
      });
      // A test that fails before its end leaves it to this.
      onTestFinished(async () => {
        await running.end();
      });
      return { running, origin: `http://127.0.0.1:${port}` };
    }

    it("serves Streamable HTTP to the installed base and to the modern client", async () => {
      const { running, origin } = await gateway("streamableHttp");
      const url = new URL("/mcp", origin);
      expect(await visitInstalled(new InstalledHttp(url), "installed")).toEqual(seen("installed"));
      expect(await visitModern(new ModernHttp(url), "modern")).toEqual(seenByModern("modern"));
      expect(await running.end()).toBe(true);
    });

    it("serves the older HTTP with server-sent events", async () => {
      const { running, origin } = await gateway("sse");
      expect(await visitInstalled(new InstalledSse(new URL("/sse", origin)), "events")).toEqual(seen("events"));
      expect(await running.end()).toBe(true);
    });
  });

  describe("in front of a server over HTTP", () => {
    let server: Running;
    beforeAll(async () => {
      server = await serveHttp(workbench.env);
    });
    afterAll(async () => expect(await server.end()).toBe(true));

    /** mcp-remote fills the header's value in from the environment, which other users can't read. */
    const remote = () => ({
      command: node,
      args: [entry("mcp-remote"), server.said, "--allow-http", "--header", `Authorization:\${AUTHORIZATION}`],
      env: { ...workbench.env, AUTHORIZATION: `Bearer ${token}` },
      stderr: "ignore" as const,
    });

    it("mcp-remote serves stdio to the installed base and to the modern client", async () => {
      expect(await visitInstalled(new InstalledStdio(remote()), "installed")).toEqual(seen("installed"));
      expect(await visitModern(new ModernStdio(remote()), "modern")).toEqual(seenByModern("modern"));
    });

    it("supergateway serves stdio to the installed base", async () => {
      const transport = new InstalledStdio({
        command: node,
        args: [entry("supergateway"), "--streamableHttp", server.said, "--oauth2Bearer", token],
        env: { ...workbench.env },
        stderr: "ignore",
      });
      expect(await visitInstalled(transport, "gateway")).toEqual(seen("gateway"));
    });
  });
});
