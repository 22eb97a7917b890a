import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { root } from "./run-pegboard.ts";
import { parseTranscript, play, printTranscript } from "./transcript.ts";

/**
 * Plays the transcripts of a folder of test/golden against the built server over real pipes, byte for byte. Plain requests are answered
 * without the SDK; with it, every byte is the same. A new one: write the client's lines, let UPDATE_GOLDENS=1 add the server's, and hold
 * each of those against the specification.
 * @param catalog known once the tests run
 */
export function playGoldens(folderName: string, catalog: () => string): void {
  const folder = join(root, "test", "golden", folderName);
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  describe.concurrent.each(["on", "off"] as const)("a session with the fast path %s", (fastPath) => {
    it.each(names)("%s", async (name) => {
      const path = join(folder, name);
      const rewrites = mayRewriteGoldens() && fastPath === "off";
      const reading = rewrites ? "until-quiet" : "as-recorded";
      const steps = parseTranscript(readFileSync(path, "utf8"));
      const played = await play(steps, { catalog: catalog(), fastPath, reading });
      if (rewrites) writeFileSync(path, printTranscript(played.steps));
      expect(printTranscript(played.steps).split("\n")).toEqual(readFileSync(path, "utf8").split("\n"));
      for (const id of played.faultIds) expect(played.stderr).toContain(id);
    });
  });
}
