import { afterAll, beforeAll } from "vitest";
import { type DeskProject, makeDeskProject } from "./desk-project.ts";
import { playGoldens } from "./play-goldens.ts";

// Sessions with the built server over real pipes, in both eras, byte for byte: test/golden/session. Lines with "#" say which
// rule is shown.

let desk: DeskProject;
beforeAll(async () => {
  desk = await makeDeskProject();
});
afterAll(() => desk.remove());

playGoldens("session", () => desk.folder);
