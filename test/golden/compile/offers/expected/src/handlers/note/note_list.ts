// Scaffolded once by pegboard from schema/tools/note/note_list.yaml; you own it now: it is never rewritten.
import { NotWritten, type ResultOf } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

/** List the titles of the notes. */
export const noteList: ToolHandler<NoteList> = async (_input, _deps, _call): ResultOf<NoteList> => {
  throw new NotWritten("src/handlers/note/note_list.ts");
};
