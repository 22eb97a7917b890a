// Scaffolded once by pegboard from schema/tools/notes/note_create.yaml; you own it now: it is never rewritten.
import type { AdaptAddNoteResult } from "../../../generated/contracts/note_create.ts";

/** Maps a result of note_create to one of 'add_note'; pure. */
export const addNoteResult: AdaptAddNoteResult = (_result) => {
  throw new Error("addNoteResult is not written yet");
};
