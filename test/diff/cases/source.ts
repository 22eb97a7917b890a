import { toolWith } from "../../schema/arbitraries.ts";
import { changed, field, type Pair, params, text, tools } from "./build.ts";

/** Files that are there while the cases are compared. */
export const handlers: readonly string[] = ["src/handlers/notes/note_create.ts", "src/handlers/notes/note_keep.ts"];

const keep = toolWith([], { name: "note_keep", summary: "Lock it away." });
const find = toolWith([], { name: "note_find", summary: "Look something up." });

/** diff.md, section L. */
export const sourceCases: { readonly [rule: string]: Pair } = {
  "handler-signature-changed": params([field("title", text, { required: true })], [field("title", text)]),
  "handler-orphaned": tools([toolWith([]), keep], [toolWith([])]),
  "handler-missing": tools([toolWith([])], [toolWith([]), find]),
  "client-type-changed": params([field("title", text)], [field("title", text, { required: true })]),
  "generated-symbol-collision": tools(
    [toolWith([])],
    [toolWith([]), toolWith([], { name: "note__create", summary: "Copy what was written." })],
  ),
};

/** Near to each, and none of its business. */
export const sourceSilentCases: { readonly [rule: string]: Pair } = {
  "client-type-changed": params([field("title", text)], [field("title", { ...text, maxLength: 5 })]),
  // What the handler reads is there with a default, too.
  "handler-signature-changed": changed(
    { params: [field("title", text, { required: true })] },
    { params: [field("title", text, { default: "" })] },
  ),
};
