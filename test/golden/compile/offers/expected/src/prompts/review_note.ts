// Scaffolded once by pegboard from schema/prompts/review_note.yaml; you own it now: it is never rewritten.
import { type Completions, NotWritten } from "pegboard/runtime";
import type { ReviewNoteArguments } from "../../generated/prompts/review_note.ts";
import type { Deps } from "../handlers/deps.ts";

/** Values that users are offered while they type. */
export const reviewNoteCompletions: Completions<"note", ReviewNoteArguments, Deps> = {
  note: async (_typed, _given, _deps) => {
    throw new NotWritten("src/prompts/review_note.ts");
  },
};
