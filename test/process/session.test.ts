import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { type DeskProject, makeDeskProject } from "./desk-project.ts";
import { root } from "./run-pegboard.ts";
import { parseTranscript, play, printTranscript } from "./transcript.ts";

// Sessions with the built server over real pipes, in both eras, byte for byte: test/golden/session. Lines with "#" say which
// rule is shown. A new one: write the client's lines, let UPDATE_GOLDENS=1 add the server's, and hold each of those against
// the specification.

const folder = join(root, "test", "golden", "session");
const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
let desk: DeskProject;
beforeAll(async () => {
  desk = await makeDeskProject();
});
afterAll(() => desk.remove());

// Plain requests are answered without the SDK; with it, every byte is the same.
const paths = ["on", "off"] as const;

describe.concurrent.each(paths)("a session with the fast path %s", (fastPath) => {
  it.each(names)("%s", async (name) => {
    const path = join(folder, name);
    const steps = parseTranscript(readFileSync(path, "utf8"));
    const rewrites = mayRewriteGoldens() && fastPath === "off";
    const reading = rewrites ? "until-quiet" : "as-told";
    const played = await play(steps, { catalog: desk.folder, fastPath, reading });
    if (rewrites) writeFileSync(path, printTranscript(played.steps));
    expect(printTranscript(played.steps).split("\n")).toEqual(readFileSync(path, "utf8").split("\n"));
    for (const id of played.faultIds) expect(played.stderr).toContain(id);
  });
});
