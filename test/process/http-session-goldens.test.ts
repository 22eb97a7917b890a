import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { type Running, started } from "./identity-servers.ts";
import { makeMethodsProject } from "./methods-project.ts";
import type { NotesProject } from "./notes-project.ts";
import { mainPath, root } from "./run-pegboard.ts";
import { playSession, type SessionStep } from "./session-exchanges.ts";

// Sessions of older clients over HTTP, event by event: test/golden/http-sessions.

const folder = join(root, "test", "golden", "http-sessions");
let project: NotesProject;
beforeAll(async () => {
  project = await makeMethodsProject();
});
afterAll(() => project.remove());

// Plain requests are answered without the SDK; with it, every event is the same.
describe.each(["on", "off"] as const)("with the fast path %s", (fastPath) => {
  let server: Running & { readonly found: string };
  beforeAll(async () => {
    const words = [mainPath, "serve", "--catalog", project.folder, "--http", "0"];
    // Wherever events wait, they are the same.
    const events = fastPath === "on" ? join(project.folder, "events.db") : "memory";
    const env = { PEGBOARD_USAGE: "off", PEGBOARD_FAST_PATH: fastPath, PEGBOARD_SESSION_EVENTS: events };
    server = await started(words, /serving at (\S+)/, { env });
  });
  afterAll(() => void server.child.kill("SIGKILL"));

  it.each(readdirSync(folder))("%s", async (name) => {
    const path = join(folder, name);
    const lines = () => readFileSync(path, "utf8").split("\n").filter(Boolean);
    const rewrites = mayRewriteGoldens() && fastPath === "off";
    // The committed files are this repository's own.
    const steps = lines().map((line) => JSON.parse(line) as SessionStep);
    const played = await playSession(server.found, steps, rewrites ? "until-quiet" : "as-recorded");
    const found = played.map((step) => JSON.stringify(step));
    if (rewrites) writeFileSync(path, `${found.join("\n")}\n`);
    expect(found).toEqual(lines());
  });
});
