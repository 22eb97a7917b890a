import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pegboard } from "./run-pegboard.ts";

// A server behind a gateway, and behind a typed client, reads its own names: also of a tool whose schema no check can be made of, which is
// written in the language's words.

const folder = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-gateway-names-")));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const slow = { type: "string", pattern: "^(a+)+$" };
const tools = [
  {
    name: "move",
    description: "Move a thing to a point.",
    inputSchema: {
      type: "object",
      properties: {
        itemId: { type: "string" },
        "tags[]": { type: "array", items: { type: "object", properties: { tagName: { type: "string" } } } },
        node: { $ref: "#/$defs/Node" },
      },
      required: ["itemId"],
      // No check is made of the pattern, wherever it stands.
      $defs: {
        Slow: slow,
        // It holds itself, so it becomes a named type, which has one spelling.
        Node: {
          type: "object",
          properties: { nodeName: { type: "string" }, kids: { type: "array", items: { $ref: "#/$defs/Node" } } },
        },
      },
    },
  },
];
const list = join(folder, "list.json");
const command = [process.execPath, join(import.meta.dirname, "echo-server.mjs"), list];
const catalog = join(folder, "catalog");

beforeAll(async () => {
  writeFileSync(list, JSON.stringify({ tools }));
  const imported = await pegboard(["import", "--gateway", "--into", catalog, "--stdio", "--", ...command]);
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect((await pegboard(["generate", "--catalog", catalog])).code).toBe(0);
}, 60_000);

test("a gateway sends arguments under the server's own names, however deep", async () => {
  const given = {
    itemId: "7",
    "tags[]": [{ tagName: "a" }],
    node: { nodeName: "root", kids: [{ nodeName: "leaf" }] },
  };
  const words = ["call", "--catalog", catalog, "--yes", "move", JSON.stringify(given)];
  const { code, stdout, stderr } = await pegboard(words, { env: { PEGBOARD_USAGE: "off" } });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toEqual(given);
});

test("a typed client sends the server's own names", async () => {
  writeFileSync(
    join(folder, "servers.json"),
    JSON.stringify({ mcpServers: { echo: { command: command[0], args: command.slice(1) } } }),
  );
  const env = { HOME: folder, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_CACHE_HOME: "", PEGBOARD_AUDIT: "off" };
  const words = ["client", "echo", "--config", "servers.json", "--out", "echo.ts"];
  const { code, stderr } = await pegboard(words, { cwd: folder, env });
  // What holds itself has one spelling, which is said.
  expect({ code, lines: stderr.trim().split("\n") }).toEqual({
    code: 0,
    lines: [
      expect.stringContaining("has a param that can't be typed (/tools/0/inputSchema/$defs/Node/properties/nodeName)"),
    ],
  });
  const text = readFileSync(join(folder, "echo.ts"), "utf8");
  expect(text).toContain("itemId: string;");
  expect(text).toContain('"tags[]"?:');
  expect(text).toContain("tagName?: string;");
  expect(text).not.toMatch(/item_id|tag_name/);
});
