import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pegboard, root } from "./run-pegboard.ts";

// A catalog whose note_list never comes back and hears no signal, with a host that never closes.

let project = "";
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "pegboard-timeout-"));
  const notes = join(root, "test", "fixtures", "notes");
  cpSync(join(notes, "schema"), join(project, "schema"), { recursive: true });
  cpSync(join(notes, "written"), project, { recursive: true });
  writeFileSync(
    join(project, "src/handlers/note/note_list.ts"),
    "export const noteList = () => new Promise<never>(() => setInterval(() => undefined, 1_000));\n",
  );
  writeFileSync(
    join(project, "src/host.ts"),
    "export const openHost = () => ({ deps: { notes: new Map() }, close: () => new Promise(() => undefined) });\n",
  );
  const { code, stderr } = await pegboard(["generate", "--catalog", project]);
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("pegboard call --timeout", () => {
  it("ends with 7 at the asked time, though neither tool nor host reacts", async () => {
    const started = performance.now();
    const { code, stdout, stderr } = await pegboard(["call", "note_list", "--catalog", project, "--timeout", "0.5"]);
    expect({ code, stdout }).toEqual({ code: 7, stdout: "" });
    expect(stderr).toContain(
      "DEADLINE_EXCEEDED: 'note_list' was stopped: it took longer than 500 ms, the limit of this server",
    );
    // Half a second, a grace of a quarter, and the start of a process that builds the catalog on a busy machine. The tool never ends.
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  it.each(["0", "-1", "soon", "Infinity", "2147484", "1e12"])("%s is refused", async (given) => {
    const { code, stderr } = await pegboard(["call", "note_list", "--catalog", project, `--timeout=${given}`]);
    expect(code).toBe(2);
    expect(stderr).toContain(`option '--timeout <seconds>' argument '${given}' is invalid`);
    expect(stderr).toContain("It must be a number above 0 and at most 2147483, which is 24 days.");
  });
});
