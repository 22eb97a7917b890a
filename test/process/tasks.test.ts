import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import type { NotesProject } from "./notes-project.ts";
import { root } from "./run-pegboard.ts";
import { makeTasksProject } from "./tasks-project.ts";
import { parseTranscript, play, printTranscript } from "./transcript.ts";

// Tasks of the built server in both eras: byte for byte over pipes (test/golden/tasks), with and without the fast path.

let project: NotesProject;
beforeAll(async () => {
  project = await makeTasksProject();
}, 60_000);
afterAll(() => project.remove());

const folder = join(root, "test", "golden", "tasks");
const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));

describe.concurrent.each(["on", "off"] as const)("a session with the fast path %s", (fastPath) => {
  it.each(names)("%s", { timeout: 60_000 }, async (name) => {
    const path = join(folder, name);
    const rewrites = mayRewriteGoldens() && fastPath === "off";
    const reading = rewrites ? "until-quiet" : "as-told";
    const steps = parseTranscript(readFileSync(path, "utf8"));
    const played = await play(steps, { catalog: project.folder, fastPath, reading });
    if (rewrites) writeFileSync(path, printTranscript(played.steps));
    expect(printTranscript(played.steps).split("\n")).toEqual(readFileSync(path, "utf8").split("\n"));
  });
});
