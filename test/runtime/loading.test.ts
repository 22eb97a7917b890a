import { expect, test } from "vitest";
import { lastAwaited } from "../../src/runtime/awaited.ts";
import { loadTool } from "../../src/runtime/loading.ts";
import type { ToolEntry } from "../../src/runtime/registry.ts";
import { type NotesDeps, notesRegistry } from "./notes-catalog.ts";

const why = "a top-level await in its module, or in one that it imports, does not end";

function entryOf(load: ToolEntry<NotesDeps>["load"]): ToolEntry<NotesDeps> {
  const entry = notesRegistry().tools.note_list;
  if (entry === undefined) throw new Error("the notes have a list");
  return { ...entry, load };
}

test("a module that is never loaded ends the call with its name, and is awaited by name until then", async () => {
  const where = "'note_list' (src/handlers/notes/note_list.ts)";
  const loaded = loadTool(
    entryOf(() => new Promise(() => undefined)),
    1,
  );
  expect(lastAwaited()).toBe(`${where} is never loaded: ${why}`);
  // Alone it does not keep the process alive.
  const alive = setInterval(() => undefined, 1_000);
  await expect(loaded).rejects.toThrow(`${where} has not been loaded within 1 ms: ${why}`);
  clearInterval(alive);
  expect(lastAwaited()).toBeUndefined();
});
