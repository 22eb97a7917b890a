import { expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { openWire } from "./wire.ts";

const flood = 100_000;

function flooding() {
  const list = async (_input: unknown, _deps: unknown, call: CallContext<"optional">) => {
    for (let done = 1; done <= flood; done++) call.progress(done, flood, "a few words");
    return ok([]);
  };
  const notes = openNotes({ registry: notesRegistry({}, { ...handlers, note_list: list }) });
  return openWire({}, notes);
}

test.each([
  ["that reads", false],
  ["that does not read for a while", true],
])(
  "a flood of progress reaches a client %s as a few steps, the last one included, before the result",
  async (_title, isSlow) => {
    const wire = flooding();
    await wire.initialize();
    if (isSlow) wire.stdout.pause();
    wire.send({ id: "f", method: "tools/call", params: { name: "note_list", _meta: { progressToken: "t" } } });
    if (isSlow) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(wire.lines.some((line) => line.includes('"id":"f"'))).toBe(false);
      wire.stdout.resume();
    }
    await wire.line(({ id }) => id === "f");
    const messages = wire.lines.slice(1).map((line) => JSON.parse(line) as JsonObject);
    const steps = messages.slice(0, -1).map(({ params }) => Number((params as JsonObject).progress));
    expect(steps).toEqual([...steps].sort((one, other) => one - other));
    expect([steps.at(0), steps.at(-1), steps.length]).toEqual([1, flood, 65]);
    expect(messages.at(-1)).toMatchObject({ id: "f", result: { structuredContent: { count: 0 } } });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  },
);

test("a client that never reads again does not keep the server from ending", async () => {
  const wire = flooding();
  await wire.initialize();
  wire.stdout.pause();
  wire.send({ id: "f", method: "tools/call", params: { name: "note_list", _meta: { progressToken: "t" } } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  wire.stdout.destroy(new Error("gone"));
  expect(await wire.exit).toBe(0);
});
