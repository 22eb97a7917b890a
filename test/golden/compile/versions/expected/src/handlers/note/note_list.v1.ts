// Scaffolded once by pegboard from schema/tools/note/note_list.v1.yaml; you own it now: it is never rewritten.
import { NotWritten, type ResultOf } from "pegboard/runtime";
import type { NoteListV1 } from "../../../generated/contracts/note_list.v1.ts";
import type { ToolHandler } from "../deps.ts";

/** List all titles, or none when there are too many. */
export const noteListV1: ToolHandler<NoteListV1> = async (_input, _deps, _call): ResultOf<NoteListV1> => {
  throw new NotWritten("src/handlers/note/note_list.v1.ts");
};
