import { PassThrough, Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { logLevels } from "../../src/contract/log-level.ts";
import { createOperatorLog, pinoWriter, plainWriter } from "../../src/server/operator-log.ts";

const clock = () => Date.parse("2026-11-21T12:00:00Z");

function collecting() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, stream };
}

/** Until pino has taken over. */
const loaded = async (stream: Writable) => {
  await pinoWriter(stream, clock);
  await new Promise((resolve) => setImmediate(resolve));
};

describe("a log for the operator", () => {
  test("has the same bytes before pino is there and after", async () => {
    const { lines, stream } = collecting();
    const fields = { tool: "note_list", ms: 3, list: ["a", { b: null }], text: 'a "b"\n\u2028c', gone: undefined };
    plainWriter(stream, clock)("warn", "call", fields);
    (await pinoWriter(stream, clock))("warn", "call", fields);
    expect(lines[1]).toBe(lines[0]);
    expect(lines[0]).toBe(
      '{"level":"warn","time":"2026-11-21T12:00:00.000Z","tool":"note_list","ms":3,"list":["a",{"b":null}],' +
        `"text":"a \\"b\\"\\n\u2028c","event":"call"}\n`,
    );
  });

  test("writes every line at once and in order, while pino is loaded and later", async () => {
    const { lines, stream } = collecting();
    const log = createOperatorLog(stream, clock, "info");
    log.info("one");
    log.warn("two");
    expect(lines).toHaveLength(2);
    await loaded(stream);
    log.error("three");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: "info", time: "2026-11-21T12:00:00.000Z", event: "one" },
      { level: "warn", time: "2026-11-21T12:00:00.000Z", event: "two" },
      { level: "error", time: "2026-11-21T12:00:00.000Z", event: "three" },
    ]);
  });

  test.each([...logLevels.entries()])("%i: %s lets pass what is from it up", (index, level) => {
    const { lines, stream } = collecting();
    const log = createOperatorLog(stream, clock, level);
    log.debug?.("debug");
    log.info("info");
    log.warn("warn");
    log.error("error");
    const passed = lines.map((line) => (JSON.parse(line) as { event: string }).event);
    expect(passed).toEqual(["debug", "info", "warn", "error"].slice(index));
    expect(log.debug === undefined).toBe(level !== "debug");
  });

  test("never throws, whatever is logged and wherever the stream has gone", async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const odd = { circle, big: 1n };
    const { lines, stream } = collecting();
    const log = createOperatorLog(stream, clock, "info");
    log.info("odd", odd);
    await loaded(stream);
    log.info("odd", odd);
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(["odd", "odd"]);
    const gone = new PassThrough();
    const errors: unknown[] = [];
    gone.on("error", (error) => errors.push(error));
    gone.destroy();
    const deaf = createOperatorLog(gone, clock, "info");
    deaf.error("one");
    await loaded(collecting().stream);
    deaf.error("two");
    expect(errors.length).toBeLessThanOrEqual(1);
  });
});
