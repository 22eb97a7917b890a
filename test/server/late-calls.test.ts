import { expect, test } from "vitest";
import { ok } from "../../src/runtime/result.ts";
import { handlers, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { openWire } from "./wire.ts";

// A handler that is still at its clean-up when its caller was answered at the deadline: the host stays open for it.

function slowNotes(events: string[]) {
  let leave: () => void = () => undefined;
  const hasLeft = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const list = async () => {
    await hasLeft;
    events.push("cleaned up");
    return ok([]);
  };
  const notes = openNotes({ registry: notesRegistry({}, { ...handlers, note_list: list }), deadlineMs: 10 });
  return { notes, leave: () => leave() };
}

test("a dispatcher is settled when the calls have ended that were answered at their deadline", async () => {
  const events: string[] = [];
  const { notes, leave } = slowNotes(events);
  await notes.dispatch.settled();
  await notes.call("note_list");
  const settled = notes.dispatch.settled().then(() => events.push("settled"));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(events).toEqual([]);
  leave();
  await settled;
  expect(events).toEqual(["cleaned up", "settled"]);
});

test("a host is closed after such a call has left, and before that if it does not leave in time", async () => {
  for (const [leaves, expected] of [
    [true, ["cleaned up", "closed"]],
    [false, ["closed"]],
  ] as const) {
    const events: string[] = [];
    const { notes, leave } = slowNotes(events);
    const close = async () => void events.push("closed");
    const wire = openWire({ close, settled: () => notes.dispatch.settled(), shutdownMs: 30 }, notes);
    await wire.initialize();
    const answer = await wire.request("tools/call", { name: "note_list" });
    expect(answer).toMatchObject({ result: { structuredContent: { error: { code: "DEADLINE_EXCEEDED" } } } });
    wire.stdin.end();
    setTimeout(() => leaves && leave(), 60);
    expect([await wire.exit, events]).toEqual([0, expected]);
  }
});
