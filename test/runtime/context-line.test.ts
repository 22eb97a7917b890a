import { describe, expect, test } from "vitest";
import { contextLine } from "../../src/runtime/context-line.ts";
import type { LoadedTool, Registry } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { type NotesDeps, notesRegistry, openNotes } from "./notes-catalog.ts";
import { valueOfAnswer } from "./read-answer.ts";

const session = { id: "s", agent: "ann", openedAt: 0, expiresAt: 1 };

describe("the context line", () => {
  test.each([
    ["no session, no place", undefined, undefined, "no session"],
    ["an agent", session, undefined, "ann"],
    ["an agent and its model", { ...session, model: "opus" }, undefined, "ann (opus)"],
    ["a place", { ...session, model: "opus" }, "project Atlas", "ann (opus), in project Atlas"],
    ["what would break the line", { ...session, agent: "ann\n\u0000bob" }, "a\tb", "ann bob, in a b"],
  ])("names %s", (_title, who, place, line) => {
    expect(contextLine(who, place)).toBe(line);
  });

  test("stands in the result of a tool that asks for it, and in no other", async () => {
    const world = openNotes({ registry: withContext("note_list") });
    await world.login();
    const listed = valueOfAnswer(await world.call("note_list"));
    expect(listed).toEqual({ items: [], count: 0, _context: "ann, in the notebook" });
    expect(valueOfAnswer(await world.call("note_create", { title: "x" }))).not.toHaveProperty("_context");
  });
});

test("a session that is left is forgotten by its connection", async () => {
  const registry = notesRegistry();
  const entry = registry.tools.note_list;
  if (entry === undefined) throw new Error("the catalog has no note_list");
  const leaving: Registry<NotesDeps> = {
    ...registry,
    tools: {
      ...registry.tools,
      note_list: {
        ...entry,
        load: async () => ({
          ...(await entry.load()),
          handler: (_input, _deps, call) => {
            call.leaveSession();
            return ok([]);
          },
        }),
      },
    },
  };
  const world = openNotes({ registry: leaving });
  await world.login();
  await world.call("note_list");
  expect(world.connection.sessionHandle).toBe(undefined);
});

/** The same tool with `context: true`, as its YAML would say it. */
function withContext(name: string): Registry<NotesDeps> {
  const registry = notesRegistry();
  const entry = registry.tools[name];
  if (entry === undefined) throw new Error(`the catalog has no ${name}`);
  const load = async (): Promise<LoadedTool<NotesDeps>> => {
    const { validator } = await entry.load();
    const output = {
      ...validator.output,
      properties: { ...validator.output.properties, _context: { type: "string" } },
    } as const;
    return {
      validator: { ...validator, output, checkOutput: () => true },
      handler: () => ok([], { where: "the notebook" }),
    };
  };
  return { ...registry, tools: { ...registry.tools, [name]: { ...entry, context: true, load } } };
}
