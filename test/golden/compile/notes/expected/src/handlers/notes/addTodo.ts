// Scaffolded once by pegboard from schema/tools/notes/note_create.yaml; you own it now: it is never rewritten.
import type { AdaptAddTodo } from "../../../generated/contracts/note_create.ts";

/** Maps the arguments of 'addTodo' to those of note_create; pure. */
export const addTodo: AdaptAddTodo = (_old) => {
  throw new Error("the adapter of addTodo is not written yet");
};
