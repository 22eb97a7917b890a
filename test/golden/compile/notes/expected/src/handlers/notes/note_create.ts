// Scaffolded once by pegboard from schema/tools/notes/note_create.yaml; you own it now: it is never rewritten.
import { NotWritten, type ResultOf } from "pegboard/runtime";
import type { NoteCreate } from "../../../generated/contracts/note_create.ts";
import type { ToolHandler } from "../deps.ts";

/** Write one note. */
export const noteCreate: ToolHandler<NoteCreate> = async (_input, _deps, _call): ResultOf<NoteCreate> => {
  throw new NotWritten("src/handlers/notes/note_create.ts");
};
