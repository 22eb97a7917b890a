import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeskProject, makeDeskProject } from "./desk-project.ts";
import { mainPath } from "./run-pegboard.ts";
import { parseTranscript, play, printTranscript } from "./transcript.ts";

// What a transcript can't show: very many calls at once, bytes that come one at a time, a reader that goes away.

let desk: DeskProject;
beforeAll(async () => {
  desk = await makeDeskProject();
});
afterAll(() => desk.remove());

interface Server {
  readonly child: ChildProcessWithoutNullStreams;
  /** The next line of its stdout. */
  readonly next: () => Promise<unknown>;
  readonly stderr: () => string;
  readonly exit: Promise<number | null>;
}

function serve(): Server {
  const child = spawn(process.execPath, [mainPath, "serve", "--catalog", desk.folder], {
    env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off" },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // It may be gone while somebody still writes; the exit code tells.
  child.stdin.on("error", () => undefined);
  return {
    child,
    next: async () => {
      const { value, done } = await lines.next();
      return done === true ? "(the end)" : JSON.parse(String(value));
    },
    stderr: () => stderr,
    exit: new Promise((resolve) => child.once("close", (code) => resolve(code))),
  };
}

const lineOf = (id: unknown, method: string, params: unknown) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;

describe("bad input", () => {
  it("of 1,000 calls at once, among them bytes that come one at a time, is answered call by call", async () => {
    const { child, next, exit } = serve();
    const ids = Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? index : `call ${index}`));
    const calls = ids.map((id) =>
      lineOf(id, "tools/call", { name: "note_create", arguments: { title: `Note ${id}` } }),
    );
    child.stdin.write(calls.join(""));
    // Many a byte of this one arrives alone, some of them inside a character.
    for (const byte of Buffer.from(lineOf("slöw", "tools/call", { name: "note_list", arguments: { limit: 0 } }))) {
      child.stdin.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const answers = new Map<unknown, unknown>();
    while (answers.size < ids.length + 1) {
      const answer = (await next()) as {
        readonly id: unknown;
        readonly result: { readonly structuredContent: unknown };
      };
      expect(answers.has(answer.id)).toBe(false);
      answers.set(answer.id, answer.result.structuredContent);
    }
    for (const id of ids) expect(answers.get(id)).toEqual({ title: `Note ${id}`, body: "" });
    expect(answers.get("slöw")).toMatchObject({ error: { code: "INVALID_ARGUMENTS" } });
    child.stdin.end();
    expect([await next(), await exit]).toEqual(["(the end)", 0]);
  });

  it("of a client that reads no more ends the server without a word", async () => {
    const { child, next, stderr, exit } = serve();
    child.stdin.write(lineOf(1, "tools/call", { name: "note_list" }));
    await next();
    child.stdout.destroy();
    // The pipe's other end is closed; the next answer finds that out, and the input stays open.
    child.stdin.write(lineOf(2, "tools/list", {}));
    expect(await exit).toBe(0);
    expect(stderr()).toBe("");
  });
});

describe.concurrent("a transcript", () => {
  const reported = parseTranscript(`{"→":{"jsonrpc":"2.0","id":1,"method":"ping"}}
{"←":{"result":{},"jsonrpc":"2.0","id":1}}
{"end":true}
{"exit":0}
`);
  const answer = (id: number) => ({ "←": { result: {}, jsonrpc: "2.0", id } });

  it.each([
    ["as it is", reported, true],
    ["with another byte", reported.with(1, answer(2)), false],
    ["without an answer", reported.toSpliced(1, 1), false],
    ["with an answer that does not come", reported.toSpliced(3, 0, answer(2)), false],
    ["with another exit code", reported.with(3, { exit: 1 }), false],
  ])("%s is held to what happens", async (_title, steps, holds) => {
    const played = await play(steps, { catalog: desk.folder, fastPath: "on", reading: "as-recorded" });
    expect(printTranscript(played.steps) === printTranscript(steps)).toBe(holds);
  });
});
