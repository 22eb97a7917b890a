// Scaffolded once by pegboard from schema/tools/notes/note_create.yaml; you own it now: it is never rewritten.
import type { AdaptAddTodo, AdaptAddTodoResult } from "../../../generated/contracts/note_create.ts";

/** Maps the arguments of 'addTodo' to those of note_create; pure. */
export const addTodo: AdaptAddTodo = (_old) => {
  throw new Error("addTodo is not written yet");
};

/** Maps a result of note_create to one of 'addTodo'; pure. */
export const addTodoResult: AdaptAddTodoResult = (_result) => {
  throw new Error("addTodoResult is not written yet");
};
