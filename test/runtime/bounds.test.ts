import { expect, test } from "vitest";
import type { Json } from "../../src/contract/json.ts";
import { limits } from "../../src/contract/limits.ts";
import type { CallContext, SessionStore } from "../../src/runtime/ports.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, noticesOf, pathsOf, resultOf } from "./read-answer.ts";

// Bounds of what one call may cost or echo, each at its edge.

const nested = (levels: number): Json => (levels === 0 ? 1 : [nested(levels - 1)]);

test("arguments may nest so many levels, the arguments object included, and not one more", async () => {
  const notes = openNotes();
  await notes.login();
  const paths = async (levels: number) => pathsOf(await notes.call("note_create", { title: nested(levels) }));
  // Both are refused: the first by the schema of the param, the second before the schema is looked at.
  const call = (levels: number) => notes.call("note_create", { title: nested(levels) });
  expect(await paths(limits.argumentDepth - 1)).toEqual(["/title"]);
  expect(JSON.stringify(await call(limits.argumentDepth - 1))).not.toContain("levels of lists");
  expect(JSON.stringify(await call(limits.argumentDepth))).toContain("levels of lists");
});

test("a session handle longer than any store makes is not looked up", async () => {
  const sought: string[] = [];
  const sessions: SessionStore = {
    open: () => Promise.reject(new Error("not used")),
    async use(handle) {
      sought.push(handle);
      return undefined;
    },
  };
  const deps = { notes: [], sessions };
  const notes = openNotes({ openHost: () => ({ deps, sessions, close: async () => undefined }) });
  for (const length of [512, 513]) {
    const answer = await notes.call("note_create", { title: "x", session: "h".repeat(length) });
    expect(errorOf(answer).code).toBe("SESSION_UNKNOWN");
  }
  expect(sought).toEqual(["h".repeat(512)]);
});

test("one answer carries so many notices and counts the rest", async () => {
  const list = (_input: unknown, _deps: unknown, call: CallContext<"optional">) => {
    for (let count = 0; count < limits.notices + 5; count++) call.notice(`notice ${count}`);
    return ok([]);
  };
  const notes = openNotes({ registry: notesRegistry({}, { ...handlers, note_list: list }) });
  const answer = await notes.call("note_list");
  expect(noticesOf(answer)).toEqual(Array.from({ length: limits.notices }, (_, count) => `notice ${count}`));
  const [, block] = resultOf(answer).content;
  expect(block?.type === "text" && block.text.split("\n").at(-1)).toBe("Notice: and 5 more");
});

test("an unknown name is echoed and logged only so far", async () => {
  const notes = openNotes();
  const answer = await notes.call("x".repeat(10_000));
  expect(answer).toMatchObject({ kind: "protocol-error", data: { tool: "x".repeat(128) } });
  expect(JSON.stringify(answer).length).toBeLessThan(500);
  expect(notes.lines.map(({ fields }) => fields?.tool)).toEqual([`${"x".repeat(127)}…`]);
});

test("what a failing server logs holds no more of a name either", async () => {
  const retired = new Proxy(
    {},
    {
      getOwnPropertyDescriptor() {
        throw new Error("broken");
      },
    },
  );
  const notes = openNotes({ registry: { ...notesRegistry(), retired } });
  expect(errorOf(await notes.call("x".repeat(10_000))).code).toBe("INTERNAL");
  const [failure] = notes.lines;
  expect(failure).toMatchObject({ level: "error", fields: { tool: `${"x".repeat(127)}…` } });
});
