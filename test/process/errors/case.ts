import { expect } from "vitest";
import type { JsonObject } from "../../../src/contract/json.ts";

/** A call that fails. `$name` stands for a value that the test has kept, in both parts. */
export interface Case {
  /** A workbench other than the usual one, which has no vault. */
  readonly on?: "locked" | "damaged" | "organization";
  readonly with: JsonObject;
  /** All of the error's data; asymmetric matchers where it holds ids. */
  readonly data: object;
}

export type Cases = { readonly [tool: string]: { readonly [error: string]: Case } };

export const unknownId = "no-such-id";

/** The param of a tool that names a thing, beside whatever else the tool requires. */
export function missingTask(given: JsonObject = {}): Case {
  return { with: { ...given, task: unknownId }, data: { task: unknownId } };
}

export function ambiguousTask(given: JsonObject = {}): Case {
  return { with: { ...given, task: "$tasks" }, data: { task: "$tasks", candidates: candidatesOf } };
}

export function missingMemory(param: string, given: JsonObject = {}): Case {
  return { with: { ...given, [param]: unknownId }, data: { memory: unknownId } };
}

export function ambiguousMemory(param: string, given: JsonObject = {}): Case {
  return { with: { ...given, [param]: "$memories" }, data: { memory: "$memories", candidates: candidatesOf } };
}

/** Errors of a param that names a memory. */
export function badMemory(param: string, given: JsonObject = {}) {
  return {
    MEMORY_NOT_FOUND: missingMemory(param, given),
    MEMORY_AMBIGUOUS: ambiguousMemory(param, given),
  } satisfies Cases[string];
}

export function missingPack(given: JsonObject = {}): Case {
  return { with: { ...given, pack: "Bride" }, data: { pack: "Bride", candidates: ["Bridge"] } };
}

export function ambiguousPack(given: JsonObject = {}): Case {
  return { with: { ...given, pack: "$packs" }, data: { pack: "$packs", candidates: candidatesOf } };
}

/** Errors of the param `project`. */
export function badProject(given: JsonObject = {}) {
  return {
    PROJECT_NOT_FOUND: {
      with: { ...given, project: "Atlass" },
      data: { project: "Atlass", candidates: ["Atlas"] },
    },
    PROJECT_AMBIGUOUS: {
      with: { ...given, project: "$projects" },
      data: { project: "$projects", candidates: candidatesOf },
    },
  } satisfies Cases[string];
}

/** Errors of the param `namespace`. */
export function badNamespace(given: JsonObject = {}) {
  return {
    NAMESPACE_INVALID: {
      with: { ...given, namespace: "a/.." },
      data: { namespace: "a/..", problem: "'.' and '..' are not words" },
    },
  } satisfies Cases[string];
}

/** Errors of the params `namespace` and `project` together. */
export function badPlace(given: JsonObject = {}) {
  return {
    ...badNamespace(given),
    NAMESPACE_CONFLICT: {
      with: { ...given, namespace: "elsewhere", project: "Atlas" },
      data: { namespace: "elsewhere", project: "Atlas" },
    },
    ...badProject(given),
  } satisfies Cases[string];
}

export const badCursor = {
  CURSOR_INVALID: { with: { cursor: "$cursorOfProjects" }, data: {} },
} satisfies Cases[string];

/** Errors of texts and metadata that are stored. */
export function badParts(given: JsonObject) {
  return {
    METADATA_TOO_LARGE: {
      with: { ...given, metadata: { text: "x".repeat(65_536) } },
      data: { problem: "takes 65547 bytes as JSON" },
    },
    CONTROL_CHARACTER: {
      with: { ...given, title: "one\u0007line" },
      data: { param: "title", character: "U+0007" },
    },
  } satisfies Cases[string];
}

export const candidatesOf = expect.arrayContaining([expect.stringMatching(/ \([0-9a-f-]{36}\)$/)]);
