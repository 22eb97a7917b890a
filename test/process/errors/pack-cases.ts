import {
  ambiguousMemory,
  ambiguousPack,
  ambiguousTask,
  badCursor,
  type Cases,
  missingMemory,
  missingPack,
  missingTask,
} from "./case.ts";

/** Packs and the focus. */
export const packCases: Cases = {
  pack_list: badCursor,
  pack_manage: {
    PACK_NOT_FOUND: missingPack({ action: "update", name: "x" }),
    PACK_AMBIGUOUS: ambiguousPack({ action: "update", name: "x" }),
    PACK_EXISTS: {
      with: { action: "create", name: "BRIDGE", type: "custom" },
      data: { name: "Bridge", pack: "$bridge" },
    },
    NOTHING_TO_CHANGE: {
      with: { action: "update", pack: "Bridge" },
      data: { action: "update", params: ["name", "type", "description", "status", "tags"] },
    },
    CONTROL_CHARACTER: {
      with: { action: "add_context", pack: "Bridge", context: "one\u0007line", text: "x" },
      data: { param: "context", character: "U+0007" },
    },
    MEMORY_NOT_FOUND: missingMemory("memory", { action: "add_memory", pack: "Bridge" }),
    MEMORY_AMBIGUOUS: ambiguousMemory("memory", { action: "add_memory", pack: "Bridge" }),
    TASK_NOT_FOUND: missingTask({ action: "add_task", pack: "Bridge" }),
    TASK_AMBIGUOUS: ambiguousTask({ action: "add_task", pack: "Bridge" }),
  },
  pack_get: { PACK_NOT_FOUND: missingPack(), PACK_AMBIGUOUS: ambiguousPack() },
  pack_delete: { PACK_NOT_FOUND: missingPack(), PACK_AMBIGUOUS: ambiguousPack() },
  focus_manage: {
    PACK_NOT_FOUND: missingPack({ action: "set" }),
    PACK_AMBIGUOUS: ambiguousPack({ action: "set" }),
  },
};
