import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "../../src/client/connect.ts";
import { formsOnly } from "../../src/client/offers.ts";
import {
  ConnectionLost,
  InvalidAnswer,
  RemoteError,
  RequestTimeout,
  type ServerConnection,
} from "../../src/client/server-connection.ts";
import { failureOf, hostile, isGone, secret, texts } from "./hostile-target.ts";

const timeoutMs = 10_000;

describe.each([
  ["legacy", "2025-11-25"],
  ["modern", "2026-07-28"],
])("a %s server", (mode, revision) => {
  let connection: ServerConnection;
  beforeAll(async () => {
    connection = await connect(hostile(mode), { timeoutMs, offers: formsOnly });
  });
  afterAll(() => connection.close());

  it("says who it is", () => {
    expect(connection.server).toEqual({ name: "hostile", version: mode === "legacy" ? "1" : "2" });
    expect(connection.revision).toBe(revision);
    expect(connection.instructions).toBe(mode === "legacy" ? "Beware." : undefined);
    expect(connection.capabilities).toEqual({ tools: {}, resources: {} });
  });

  it("has its lists handed on whole, all pages of them", async () => {
    const tools = [0, 1, 2].map((page) => ({
      name: `tool_${page}`,
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
      odd: [page],
    }));
    expect(await connection.listTools()).toEqual(tools);
    expect(await connection.listResources()).toEqual([{ uri: "a:b", name: "a", odd: 1 }]);
    expect(await connection.listResourceTemplates()).toEqual([]);
    const { contents } = await connection.readResource("a:b");
    expect(contents).toEqual([{ uri: "a:b", text: "t", odd: 1 }]);
  });

  it("has its results handed on whole", async () => {
    const hologram = mode === "legacy" ? [{ type: "hologram", data: "z" }] : [];
    expect(await connection.callTool("whole", {})).toEqual({
      content: [{ type: "text", text: "a", unknown: { deep: [1] } }, ...hologram],
      structuredContent: { ok: true },
      extra: { kept: true },
      _meta: { "x/y": 1 },
    });
    expect(await connection.callTool("wrong-structure", {})).toMatchObject({ structuredContent: { count: "three" } });
    expect(texts(await connection.callTool("big", {}))).toEqual(["b".repeat(10_000_000)]);
  });

  it("gets arguments and _meta as they are", async () => {
    const given = JSON.parse('{"__proto__": 1, "a": {"b": [null]}}');
    const result = await connection.callTool("echo", given, { meta: { "x/trace": "t" } });
    expect(texts(result)).toEqual(['{"__proto__":1,"a":{"b":[null]}}']);
    expect(result.seen).toMatchObject({ "x/trace": "t" });
  });

  it("is heard once when it answers twice", async () => {
    expect(texts(await connection.callTool("twice", {}))).toEqual(["first"]);
    expect(texts(await connection.callTool("echo", {}))).toEqual(["{}"]);
  });

  it("is not waited for when its answer is none", async () => {
    for (const tool of ["null", "no-message"]) {
      const failure = await failureOf(connection.callTool(tool, {}));
      expect(failure).toBeInstanceOf(InvalidAnswer);
      expect(failure.message).toBe("sent an answer that is neither a result nor an error of JSON-RPC");
    }
  });

  it("is heard when its answer has a _meta of null, and fails at once when it is of another version", async () => {
    expect(texts(await connection.callTool("null-meta", {}))).toEqual(["fine"]);
    const failure = await failureOf(connection.callTool("old-version", {}));
    expect(failure).toBeInstanceOf(InvalidAnswer);
    expect(failure.message).toBe("sent an answer without the version of JSON-RPC, which is 2.0");
  });

  it("has its errors reported with code and data, without secrets", async () => {
    const failure = await failureOf(connection.callTool("error", {}));
    expect(failure).toBeInstanceOf(RemoteError);
    expect(failure).toMatchObject({ code: -32_000, message: "no, ***", data: { why: 1 } });
  });

  it("tells how far it is", async () => {
    const seen: unknown[] = [];
    const options = { onProgress: (progress: unknown) => seen.push(progress) };
    expect(texts(await connection.callTool("progress", {}, options))).toEqual(["done"]);
    expect(seen).toEqual([
      { done: 1, total: 2, message: "step 1" },
      { done: 2, total: 2, message: "step 2" },
    ]);
  });

  it("is notified of calls that were given up", async () => {
    const controller = new AbortController();
    const call = connection.callTool("waits", {}, { signal: controller.signal });
    const reason = new Error("changed my mind");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    const late = await failureOf(connection.callTool("waits", {}, { timeoutMs: 50 }));
    expect(late).toBeInstanceOf(RequestTimeout);
    expect(late.message).toBe("did not answer within 0.05 seconds");
    const heard = texts(await connection.callTool("cancelled", {}));
    expect(heard).toEqual([expect.stringMatching(/^cancelled: (?!none).+,cancelled: (?!none)/)]);
  });

  it("asks the caller's user, and the time stands still meanwhile", async () => {
    const answer = async (question: { readonly message?: unknown }) => {
      await new Promise((resolve) => setTimeout(resolve, 900));
      return { action: "accept", content: { which: `not ${String(question.message)}` } };
    };
    const [reported] = texts(await connection.callTool("asks", {}, { answer, timeoutMs: 700 }));
    expect(reported).toContain('"action":"accept"');
    expect(reported).toContain('"which":"not Which?"');
  });

  it("gets a cancellation when there is no user to ask", async () => {
    const [reported] = texts(await connection.callTool("asks", {}));
    expect(reported).toContain('"action":"cancel"');
  });

  it("does not have one caller answer for another", async () => {
    const answer = async () => ({ action: "accept", content: { which: "mine" } });
    const other = new AbortController();
    const waiting = connection.callTool("waits", {}, { signal: other.signal });
    const [reported] = texts(await connection.callTool("asks", {}, { answer }));
    // Only the newer revision says which call a question is of.
    expect(reported).toContain(mode === "legacy" ? '"action":"cancel"' : '"which":"mine"');
    other.abort();
    await expect(waiting).rejects.toBe(other.signal.reason);
  });
});

describe("what only newer servers can do", () => {
  it("is done: states go back, busy ones are asked again, and what was never offered is refused", async () => {
    const connection = await connect(hostile("modern"), { timeoutMs, offers: formsOnly });
    const failure = await failureOf(connection.callTool("asks-model", {}));
    expect(failure).toBeInstanceOf(InvalidAnswer);
    expect(failure.message).toBe("asks for 'sampling/createMessage', which is not supported");
    expect(texts(await connection.callTool("busy", {}))).toEqual(["at last"]);
    // The state of a question goes back as it came, and each call says whether there is somebody to ask.
    const answer = async () => ({ action: "decline" });
    const [reported] = texts(await connection.callTool("asks", {}, { answer }));
    expect(JSON.parse(String(reported))).toEqual([
      { which: { action: "decline" } },
      "s1",
      expect.objectContaining({ "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } } }),
    ]);
    await connection.close();
  });
});

describe("a server that does not begin well", () => {
  it("is started again when it ends at the first request that it does not know", async () => {
    const connection = await connect(hostile("ends-at-discover"), { timeoutMs });
    expect(connection.revision).toBe("2025-11-25");
    await connection.close();
  });

  it("is reported with its exit code and its last lines, without secrets", async () => {
    const target = { ...hostile("ends-at-once", "/secret-folder"), secrets: ["/secret-folder"] };
    const failure = await failureOf(connect(target, { timeoutMs }));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe("ended with exit code 3; last lines of stderr: no licence for *** in ***");
    expect(JSON.stringify(failure) + String(failure.stack)).not.toContain(secret);
  });

  it("may flood stderr and say things on stdout that are not messages", async () => {
    const seen: number[] = [];
    const onStderr = (bytes: Buffer) => seen.push(bytes.length);
    const connection = await connect(hostile("floods"), { timeoutMs, onStderr });
    expect((await connection.listTools()).length).toBe(3);
    await connection.close();
    expect(seen.reduce((sum, bytes) => sum + bytes, 0)).toBe(3_000_000);
  });

  it("may be silent: then the time ends it, or the caller", async () => {
    const late = await failureOf(connect(hostile("silent"), { timeoutMs: 600 }));
    expect(late).toBeInstanceOf(RequestTimeout);
    const controller = new AbortController();
    const connecting = connect(hostile("silent"), { timeoutMs: 60_000, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(connecting).rejects.toBe(controller.signal.reason);
  });

  it("may not be there at all", async () => {
    const target = hostile("legacy");
    const there = { command: "/nowhere/at/all" };
    expect((await failureOf(connect({ ...target, ...there } as typeof target, { timeoutMs }))).message).toBe(
      "can't be started: command not found",
    );
    const folder = { cwd: "/nowhere/at/all" };
    expect((await failureOf(connect({ ...target, ...folder } as typeof target, { timeoutMs }))).message).toBe(
      "can't be started: its working folder does not exist",
    );
  });

  it("may have a list without an end", async () => {
    const connection = await connect(hostile("endless"), { timeoutMs });
    const failure = await failureOf(connection.listTools());
    expect(failure).toBeInstanceOf(InvalidAnswer);
    expect(failure.message).toBe("sends a list of tools that does not end: 500 were read");
    await connection.close();
  });
});

describe("the end of a server", () => {
  it("that dies in a call is reported to all callers that wait, and as the end of the connection", async () => {
    const connection = await connect(hostile("legacy"), { timeoutMs });
    const other = failureOf(connection.callTool("waits", {}));
    const failure = await failureOf(connection.callTool("dies", {}));
    expect(failure).toBeInstanceOf(ConnectionLost);
    expect(failure.message).toBe("ended with exit code 9; last lines of stderr: fatal: *** was wrong");
    expect((await other).message).toBe(failure.message);
    expect(await connection.ended).toEqual({ reason: "ended with exit code 9", printed: "fatal: *** was wrong" });
    expect((await failureOf(connection.listTools())).message).toBe(failure.message);
    await connection.close();
  });

  it.skipIf(process.platform === "win32")(
    "is asked for by SIGTERM where the end of the input is ignored, soon",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "pegboard-lingers-"));
      try {
        const connection = await connect(hostile("lingers", "", join(folder, "said")), { timeoutMs });
        await connection.close();
        const [, waited] = /SIGTERM after (\d+) ms/.exec(readFileSync(join(folder, "said"), "utf8")) ?? [];
        // Who has typed a command waits for it; a busy machine is late, but not by a second.
        expect(Number(waited)).toBeGreaterThan(100);
        expect(Number(waited)).toBeLessThan(900);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );

  it("takes everything along that it has started, whatever that ignores", async () => {
    const connection = await connect(hostile("stubborn"), { timeoutMs });
    const [child] = texts(await connection.callTool("child", {}));
    await connection.close();
    expect(await isGone(connection.pid ?? 0)).toBe(true);
    expect(await isGone(Number(child))).toBe(true);
    expect(await connection.ended).toEqual({ reason: "closed" });
  });

  it.skipIf(process.platform !== "linux")("takes along what has left its group, while it runs itself", async () => {
    for (const mode of ["legacy", "stubborn"]) {
      const connection = await connect(hostile(mode), { timeoutMs });
      const [stray] = texts(await connection.callTool("stray", {}));
      expect(Number(stray)).toBeGreaterThan(0);
      await connection.close();
      expect(await isGone(Number(stray))).toBe(true);
    }
  });
});
