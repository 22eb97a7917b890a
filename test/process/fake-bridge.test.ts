// What listens at a bridge's port and has the token may be any program: whatever it answers, the shell says it in a sentence.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../src/terminal/exit-code.ts";
import { pegboardHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

let home: ShellHome;
let server: Server;
let port = 0;
/** Answers by method; what is not here is answered as a bridge would. */
let answers: Readonly<Record<string, unknown>> = {};
/** The whole body, in place of an answer. */
let body: string | undefined;

const honest: Readonly<Record<string, unknown>> = {
  getBridgeInfo: { bridgeProtocol: { name: "tool-cli-bridge", major: 1, version: "1.0" } },
  listServers: { servers: [{ name: "s", toolCount: 1, examples: ["t"] }] },
  listTools: { server: "s", tools: [{ name: "t", description: "d", hasStructuredOutput: false }] },
  describeTool: { name: "t", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
  callTool: { content: [{ type: "text", text: "fine" }] },
  listResources: { resources: [{ uri: "a://b", name: "b" }] },
  listResourceTemplates: { resourceTemplates: [] },
  readResource: { contents: [{ uri: "a://b", text: "read" }] },
};

beforeAll(async () => {
  home = makeShellHome();
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (bytes: Buffer) => {
      text += String(bytes);
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(text);
      const result = Object.hasOwn(answers, method) ? answers[method] : honest[method];
      response.end(
        method === "getBridgeInfo" || body === undefined ? JSON.stringify({ jsonrpc: "2.0", id, result }) : body,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  home.remove();
});

/** Command lines, and the methods that each asks for. */
const commands = {
  servers: [["servers"], ["listServers"]],
  tools: [
    ["tools", "--server", "s"],
    ["listTools", "describeTool"],
  ],
  describe: [["describe", "--server", "s", "t"], ["describeTool"]],
  call: [
    ["call", "--server", "s", "t", "--yes"],
    ["describeTool", "callTool"],
  ],
  search: [
    ["search", "x"],
    ["listServers", "listTools"],
  ],
  resources: [
    ["resources", "--server", "s"],
    ["listResources", "listResourceTemplates"],
  ],
  templates: [["resources", "--server", "s", "--templates"], ["listResourceTemplates"]],
  read: [["read", "--server", "s", "a://b"], ["readResource"]],
  prompts: [["prompts", "--server", "s"], ["listPrompts"]],
  prompt: [
    ["prompts", "--server", "s", "p"],
    ["listPrompts", "getPrompt"],
  ],
  meta: [["read", "--server", "s", "a://b", "--meta"], ["readResource"]],
} as const;

const values: readonly unknown[] = [
  null,
  true,
  7,
  "x",
  [],
  [null],
  [[]],
  {},
  ...["servers", "tools", "resources", "resourceTemplates", "contents", "content", "prompts", "messages"].flatMap(
    (member) =>
      [
        null,
        7,
        "x",
        {},
        [null],
        [7],
        [{}],
        [{ name: 7 }],
        [{ name: "s", examples: 7, toolCount: "x", error: {} }],
        [{ name: "t", description: {}, hasStructuredOutput: [], type: "text", text: 7, uri: {} }],
      ].map((value) => ({ [member]: value })),
  ),
  { name: "t", inputSchema: 7, annotations: "x", outputSchema: [], description: 7, title: {} },
  { name: "t", inputSchema: { type: "object", properties: [7], required: "x" } },
  { content: [{ type: "image", data: 7, mimeType: {} }, { type: "resource", resource: 7 }, { type: 7 }], isError: "x" },
  { structuredContent: 7, content: "x" },
  {
    prompts: [
      { name: "p", arguments: 7 },
      { name: "q", arguments: [7, {}] },
    ],
  },
  { messages: [{ role: {}, content: 7 }, { content: { type: "text", text: 7 } }, 7] },
];

describe("a bridge that answers with anything", () => {
  it.each(Object.entries(commands))(
    "%s",
    async (_, [words, methods]) => {
      for (const method of methods) {
        for (const value of values) {
          answers = { [method]: value };
          for (const flags of [[], ["--json"]]) {
            const line = [...words, ...flags, "--bridge", String(port)];
            const { code, stderr } = await pegboardHere(line, {
              cwd: home.folder,
              env: { ...home.env, TOOL_CLI_TOKEN: "t" },
            });
            const about = `${line.join(" ")} with ${method}: ${JSON.stringify(value)}`;
            expect(stderr, about).not.toContain("internal error");
            expect(code, about).not.toBe(ExitCode.fault);
          }
        }
      }
      answers = {};
    },
    120_000,
  );

  it.each(["", "x", "{", "[]", "7", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":1,"error":7}', "\u0000"])(
    "or with the body %j",
    async (text) => {
      body = text;
      const { code, stderr } = await pegboardHere(["servers", "--bridge", String(port)], {
        cwd: home.folder,
        env: { ...home.env, TOOL_CLI_TOKEN: "t" },
      });
      body = undefined;
      expect([code, stderr]).toEqual([
        ExitCode.unreachable,
        expect.stringMatching(/^error: (the bridge|127\.0\.0\.1:\d+ is not a tool-cli bridge: the answer) /),
      ]);
    },
  );

  it("and says what is wrong with a list", async () => {
    answers = { listServers: {} };
    const { code, stderr } = await pegboardHere(["servers", "--bridge", String(port)], {
      cwd: home.folder,
      env: { ...home.env, TOOL_CLI_TOKEN: "t" },
    });
    answers = {};
    expect([code, stderr]).toEqual([
      ExitCode.unreachable,
      expect.stringMatching(/^error: the bridge's answer to 'listServers' has no list of servers with names\n/),
    ]);
  });
});
