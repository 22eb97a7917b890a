import type { AdaptCreateTask } from "../../../generated/contracts/task_create.ts";
import { firstSentence } from "./first-sentence.ts";

const maxTitleLength = 120;

/** The old tool had a description only and used it as the title: now its first sentence is the title. */
export const createTask: AdaptCreateTask = (old) => ({
  project: old.project,
  title: firstSentence(old.description, maxTitleLength),
  description: old.description,
  ...(old.priority === undefined ? {} : { priority: old.priority }),
});
