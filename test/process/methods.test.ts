import { afterAll, beforeAll } from "vitest";
import { makeMethodsProject } from "./methods-project.ts";
import type { NotesProject } from "./notes-project.ts";
import { playGoldens } from "./play-goldens.ts";

// Prompts, resources, completions, subscriptions, the log and questions to the client, in both eras: test/golden/methods. Which method
// of which era is shown where: test/golden-methods.ts.

let project: NotesProject;
beforeAll(async () => {
  project = await makeMethodsProject();
});
afterAll(() => project.remove());

playGoldens("methods", () => project.folder);
