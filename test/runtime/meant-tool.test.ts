import { expect, test } from "vitest";
import { meantTool } from "../../src/runtime/builtins/meant-tool.ts";

const listed = [
  "session_open",
  "project_list",
  "task_create",
  "task_list",
  "memory_store",
  "memory_recall",
  "memory_get",
];

test.each([
  ["memory_add", "memory_store"],
  ["memory_save", "memory_store"],
  ["memory_search", "memory_recall"],
  ["memory_read", "memory_get"],
  ["create_task", "task_create"],
  ["newTask", "task_create"],
  ["list-projects", "project_list"],
  ["start_session", "session_open"],
  // Spelled alike, whatever the words mean.
  ["memory_stroe", "memory_store"],
  ["task_creat", "task_create"],
])("%s means %s", (name, meant) => {
  expect(meantTool(name, listed)).toBe(meant);
});

test.each(["weather", "", "the", "memory_store_memory_store_memory", `memory_add${"_the".repeat(30)}`])(
  "'%s' means none of them",
  (name) => {
    expect(meantTool(name, listed)).toBeUndefined();
  },
);

test("of several with the same meaning the one that is spelled most alike", () => {
  expect(meantTool("note_del", ["note_remove", "note_delete"])).toBe("note_delete");
  expect(meantTool("note_erase", ["note_remove", "note_delete"])).toBe("note_remove");
});
