import { expect, test } from "vitest";
import { createMemoryEvents, type EventStore } from "../../src/runtime/event-store.ts";

const append = (events: EventStore, stream: string, number: number, text: string, isLast = false) =>
  events.append({ stream, session: "s", number, text, isLast });
const after = (events: EventStore, stream: string, number: number) => events.after({ stream, session: "s", number });

test("a stream that has lost its oldest messages can't be read from before them", async () => {
  const events = createMemoryEvents({ maxEvents: 2 });
  for (const [number, text] of ["a", "b", "c"].entries()) await append(events, "one", number, text);
  expect(await after(events, "one", -1)).toBeUndefined();
  expect(await after(events, "one", 0)).toEqual({
    events: [
      { number: 1, text: "b" },
      { number: 2, text: "c" },
    ],
    isComplete: false,
  });
  expect(await after(events, "one", 2)).toEqual({ events: [], isComplete: false });
});

test("of streams that are too long together the oldest is removed", async () => {
  const events = createMemoryEvents({ maxCharacters: 10 });
  await append(events, "one", 0, "12345");
  await append(events, "two", 0, "12345", true);
  expect(await after(events, "one", -1)).toBeDefined();
  await append(events, "three", 0, "1");
  expect(await after(events, "one", -1)).toBeUndefined();
  expect(await after(events, "two", -1)).toEqual({ events: [{ number: 0, text: "12345" }], isComplete: true });
  await events.forget("s");
  expect(await after(events, "two", -1)).toBeUndefined();
  // What was removed is not counted any more.
  await append(events, "four", 0, "1234567890");
  expect(await after(events, "four", -1)).toBeDefined();
});
