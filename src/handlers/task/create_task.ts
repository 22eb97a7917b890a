import type { AdaptCreateTask } from "../../../generated/contracts/task_create.ts";
import { firstSentence } from "./first-sentence.ts";

const maxTitleLength = 120;

/** The old tool knew a description only and kept it as the title: its first sentence is the title, and all of it stays. */
export const createTask: AdaptCreateTask = (old) => ({
  project: old.project,
  title: firstSentence(old.description, maxTitleLength),
  description: old.description,
  ...(old.priority === undefined ? {} : { priority: old.priority }),
});
