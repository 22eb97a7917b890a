import { describe, expect, test } from "vitest";
import { createPolicy } from "../../src/runtime/policy.ts";
import type { Use } from "../../src/runtime/ports.ts";
import { notesRegistry, openNotes } from "./notes-catalog.ts";
import { valueOfAnswer } from "./read-answer.ts";

// What is counted of all that is kept for old callers.

function counting(options: Parameters<typeof openNotes>[0] = {}) {
  const uses: Use[] = [];
  return { ...openNotes({ usage: { count: (use) => uses.push(use) }, ...options }), uses };
}

describe("uses of old things", () => {
  test.each<[string, string, unknown, readonly Use[]]>([
    ["nothing old", "note_create", { title: "Milk", kind: "idea" }, []],
    ["an old name", "add_note", { headline: "Milk" }, [{ kind: "alias", tool: "note_create", name: "add_note" }]],
    [
      "an old name that is not deprecated, with a contract of its own",
      "store_note",
      { words: ["Milk"] },
      [{ kind: "alias", tool: "note_create", name: "store_note" }],
    ],
    [
      "a deprecated spelling, by the param that it stands for",
      "note_create",
      { name: "Milk" },
      [{ kind: "spelling", tool: "note_create", name: "name", param: "title" }],
    ],
    [
      "a deprecated value, as the catalog writes it",
      "note_create",
      { title: "Milk", kind: " MEMO" },
      [{ kind: "value", tool: "note_create", name: "memo", param: "kind" }],
    ],
    [
      "an old name through a proxy tool, once",
      "call_write",
      { tool: "add_note", arguments: { headline: "Milk" } },
      [{ kind: "alias", tool: "note_create", name: "add_note" }],
    ],
    ["a spelling that is not deprecated", "note_create", { title: "Milk", kind: "todo" }, []],
    ["a removed name", "note_burn", {}, [{ kind: "retired", tool: "note_burn", name: "note_burn" }]],
    ["a name that never was", "note_brun", {}, []],
    ["a refused call", "add_note", { headline: 7 }, [{ kind: "alias", tool: "note_create", name: "add_note" }]],
    ["arguments that are not an object", "add_note", [], [{ kind: "alias", tool: "note_create", name: "add_note" }]],
    [
      "several at once",
      "add_note",
      { headline: "Milk", kind: "memo" },
      [
        { kind: "alias", tool: "note_create", name: "add_note" },
        { kind: "value", tool: "note_create", name: "memo", param: "kind" },
      ],
    ],
  ])("%s", async (_title, name, given, uses) => {
    const world = counting();
    await world.login();
    await world.call(name, given);
    expect(world.uses).toEqual(uses);
  });

  test("are counted at every call, and what policy denies is not", async () => {
    const world = counting({ policy: createPolicy({ deny: ["store_note"] }) });
    await world.login();
    await world.call("add_note", { headline: "Milk" });
    await world.call("add_note", { headline: "Milk" });
    await world.call("store_note", { words: ["Milk"] });
    expect(world.uses.map(({ name }) => name)).toEqual(["add_note", "add_note"]);
  });

  test("of one thing in many places are one use", async () => {
    const deprecated = { memo: { since: "1.0.0" } };
    const registry = notesRegistry();
    const entry = registry.tools.note_list;
    if (entry === undefined) throw new Error("invariant: the notes have a list");
    const { handler, validator } = await entry.load();
    const kinds = { kind: "array", items: { kind: "enum", deprecated } } as const;
    const plan = {
      kind: "object",
      fields: { kinds: { plan: { kind: "object", fields: {}, rest: kinds } } },
    } as const;
    const load = async () => ({ handler, validator: { ...validator, plan, checkInput: () => true } });
    const world = counting({ registry: { ...registry, tools: { ...registry.tools, note_list: { ...entry, load } } } });
    await world.call("note_list", { kinds: { "my secret": ["memo", "memo"], other: ["memo"] } });
    expect(world.uses).toEqual([{ kind: "value", tool: "note_list", name: "memo", param: "kinds" }]);
  });

  test("that can't be counted take no answer away", async () => {
    const count = () => {
      throw new Error("full");
    };
    const world = openNotes({ usage: { count } });
    await world.login();
    expect(valueOfAnswer(await world.call("add_note", { headline: "Milk" }))).toMatchObject({ title: "Milk" });
    expect(world.lines).toContainEqual({
      level: "error",
      message: "a use could not be counted",
      fields: { error: "Error: full" },
    });
  });

  test("carry nothing that a caller sent", async () => {
    const world = counting();
    await world.login();
    for (const given of [
      { headline: "s3cret", color: "s3cret", s3cret: 1 },
      { headline: "a", kind: "s3cret" },
    ]) {
      await world.call("add_note", given);
      await world.call("note_create", { ...given, name: "s3cret" });
    }
    expect(world.uses.length).toBeGreaterThan(0);
    expect(JSON.stringify(world.uses)).not.toContain("s3cret");
  });
});
