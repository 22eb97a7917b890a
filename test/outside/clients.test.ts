import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainPath } from "../process/run-pegboard.ts";
import { type Ended, type Running, runInGroup, serveHttp } from "./process-groups.ts";
import { outsidePrograms } from "./programs.ts";
import { makeWorkbench, publishedTools, token, type Workbench } from "./workbench.ts";

// The command lines of other people's clients, against the built server: one that they start, and one that they call.

const guide = "pegboard://guide";
const programs = await outsidePrograms();

describe.skipIf(programs === undefined)("command lines of other clients", () => {
  let workbench: Workbench;
  let server: Running;
  beforeAll(async () => {
    workbench = makeWorkbench();
    server = await serveHttp(workbench.env);
  });
  afterAll(async () => {
    const isClean = await server.end();
    workbench.remove();
    expect(isClean).toBe(true);
  });

  function run(program: "inspector" | "mcporter", ...words: string[]): Promise<Ended> {
    return runInGroup(programs?.node ?? "", [programs?.entry(program) ?? "", ...words], workbench.env);
  }

  /** What it printed as JSON, once it has ended well and left nothing running. */
  function read({ code, stdout, stderr, isClean }: Ended): unknown {
    expect({ code, isClean, said: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, isClean: true, said: "" });
    return JSON.parse(stdout);
  }

  describe("Inspector", () => {
    const overStdio = () => [process.execPath, mainPath, "serve"];
    const overHttp = () => [server.said, "--transport", "http", "--header", `Authorization: Bearer ${token}`];

    it.each([
      ["stdio", overStdio],
      ["HTTP", overHttp],
    ])("lists and calls over %s", async (_title, target) => {
      const listed = read(await run("inspector", "--cli", ...target(), "--method", "tools/list"));
      expect(listed).toEqual({ tools: publishedTools });
      const call = ["--method", "tools/call", "--tool-name", "session_open", "--tool-arg", "agent=inspector"];
      const called = read(await run("inspector", "--cli", ...target(), ...call));
      expect(called).toMatchObject({ structuredContent: { agent: "inspector" } });
    });

    it("reads the guide", async () => {
      const contents = read(
        await run("inspector", "--cli", ...overHttp(), "--method", "resources/read", "--uri", guide),
      );
      expect(contents).toMatchObject({ contents: [{ uri: guide, mimeType: "text/markdown" }] });
    });

    it("is turned away over HTTP without the token, and says that one is wanted", async () => {
      const refused = await run("inspector", "--cli", server.said, "--transport", "http", "--method", "tools/list");
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toContain('"auth_required"');
    });
  });

  describe("mcporter", () => {
    const settings = () => join(workbench.folder, "mcporter.json");
    beforeAll(() => {
      const headers = { Authorization: `Bearer \${PEGBOARD_TOKEN}` };
      const mcpServers = {
        started: { command: process.execPath, args: [mainPath, "serve"] },
        called: { baseUrl: server.said, headers },
      };
      // No imports: those of the machine's editors are none of ours.
      writeFileSync(settings(), JSON.stringify({ mcpServers, imports: [] }));
    });

    it.each([
      ["stdio", "started"],
      ["HTTP", "called"],
    ])("lists and calls over %s", async (_title, name) => {
      const listed = read(await run("mcporter", "--config", settings(), "list", name, "--json"));
      expect(listed).toMatchObject({ status: "ok", tools: toolFacts(publishedTools) });
      const call = ["call", `${name}.session_open`, "agent=mcporter", "--output", "json"];
      const called = read(await run("mcporter", "--config", settings(), ...call));
      expect(called).toMatchObject({ agent: "mcporter" });
    });
  });
});

/** What mcporter says about a tool. */
function toolFacts(tools: unknown): unknown {
  const facts = tools as readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: unknown;
  }[];
  return facts.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
}
