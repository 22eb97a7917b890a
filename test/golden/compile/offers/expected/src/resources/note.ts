// Scaffolded once by pegboard from schema/resources/note.yaml; you own it now: it is never rewritten.
import { type Completions, NotWritten, type ResourceAnswer, type ResourceHandler } from "pegboard/runtime";
import type { NoteVariables } from "../../generated/resources/note.ts";
import type { Deps } from "../handlers/deps.ts";

/** One note by its title. */
export const note: ResourceHandler<NoteVariables, Deps> = async (_variables, _deps, _call): Promise<ResourceAnswer> => {
  throw new NotWritten("src/resources/note.ts");
};

/** Values that users are offered while they type. */
export const noteCompletions: Completions<"title", NoteVariables, Deps> = {
  title: async (_typed, _given, _deps) => {
    throw new NotWritten("src/resources/note.ts");
  },
};
