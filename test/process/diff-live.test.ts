import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Repository, temporaryProject } from "./git-repository.ts";
import { mainPath } from "./run-pegboard.ts";

// Sides of `diff` that are not files: a list on stdin, and a server that is started for its list.

let made: Repository;
beforeEach(() => {
  made = temporaryProject();
});
afterEach(() => made.dispose());

function diff(words: readonly string[], input = "") {
  const run = spawnSync(process.execPath, [mainPath, "diff", "--format", "line", ...words], {
    cwd: made.path,
    input,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { code: run.status, lines: run.stdout.split("\n").filter((line) => line !== ""), stderr: run.stderr };
}

const list = (maxLength: number) =>
  JSON.stringify({
    tools: [
      {
        name: "find",
        description: "Finds notes.",
        inputSchema: { type: "object", properties: { text: { type: "string", maxLength } } },
      },
    ],
  });

it("a list on stdin is either side", () => {
  made.put("list.json", list(80));
  expect(diff(["-", "list.json"], list(80))).toEqual({ code: 0, lines: [], stderr: "" });
  const { code, lines } = diff(["list.json", "-"], list(40));
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain("stdin:1:");
  expect(diff(["list.json", "-"], "no list").stderr).toContain("'stdin' is not valid JSON");
});

it("a server that is started is the head", () => {
  const server = `
    process.stdin.on("data", (text) => {
      for (const line of String(text).split("\\n").filter(Boolean)) {
        const { id, method } = JSON.parse(line);
        const result = method === "initialize"
          ? { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } }
          : ${list(40)};
        if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
      }
    });`;
  made.put("server.cjs", server);
  made.put("list.json", list(80));
  const { code, lines } = diff(["--against", "list.json", "--head", "--stdio", "--", process.execPath, "server.cjs"]);
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain("ERR param-narrowed: find.text: max length is 40 instead of 80");
  expect(diff(["--head", "--stdio", "--against-stdio", "--", "x"]).stderr).toContain("can't be combined");
});
