// Scaffolded once by pegboard from schema/resources/note.yaml; you own it now: it is never rewritten.
import type { ResourceHandler } from "pegboard/runtime";
import type { NoteVariables } from "../../generated/resources/note.ts";
import type { Deps } from "../handlers/deps.ts";

/** One note by its title. */
export const note: ResourceHandler<NoteVariables, Deps> = async (_variables, _deps, _call) => {
  throw new Error("note is not written yet");
};
