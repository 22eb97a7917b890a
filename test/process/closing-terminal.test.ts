import { spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, run } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

// A terminal that is closed under a long-running command: it ends in its own way, and leaves nothing behind.

const driver = fileURLToPath(new URL("closing-terminal.py", import.meta.url));
const hasPython = spawnSync("python3", ["-c", "import pty"]).status === 0;
if (!hasPython) {
  console.warn("THERE IS NO python3 WITH pty ON THIS MACHINE: a terminal that is closed is NOT tested");
}

let home: ShellHome;
let project: NotesProject;
beforeEach(async () => {
  home = makeShellHome();
  project = await makeNotesProject({});
});
afterEach(() => {
  home.remove();
  project.remove();
});

describe.skipIf(process.platform === "win32")("SIGHUP", () => {
  it("ends a bridge that removes the file of its token, however many come", { timeout: 60_000 }, async () => {
    const words = ["bridge", "--servers", "weather", "--token-file", "tok"];
    const bridge = spawn(process.execPath, [mainPath, ...words], {
      cwd: home.folder,
      env: { ...process.env, ...home.env },
      stdio: ["ignore", "pipe", "ignore"],
    });
    await new Promise((resolve) => bridge.stdout?.once("data", resolve));
    expect(readdirSync(home.folder)).toContain("tok");
    const ended = new Promise((resolve) => bridge.once("exit", (code, signal) => resolve([code, signal])));
    bridge.kill("SIGHUP");
    bridge.kill("SIGHUP");
    expect(await ended).toEqual([0, null]);
    expect(readdirSync(home.folder)).not.toContain("tok");
  });

  it.skipIf(!hasPython)("and a terminal that is gone crash no command", { timeout: 120_000 }, async () => {
    const of = (words: readonly string[], until: string) => ({
      command: [process.execPath, mainPath, ...words],
      until,
    });
    const plan = [
      of(["serve", "--catalog", project.folder, "--http", "127.0.0.1:0"], "serving at"),
      of(["dev", "--catalog", project.folder], "serving;"),
      of(["generate", "--watch", "--catalog", project.folder], "watching"),
      of(["bridge", "--servers", "weather", "--token-file", join(home.folder, "tok")], "listens at"),
      of(["bridge", "--servers", "weather", "--", "sh", "-c", "echo begun; exec sleep 60"], "begun"),
    ];
    const { stdout, stderr } = await run("python3", [driver, JSON.stringify(plan)], {
      cwd: home.folder,
      env: home.env,
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual([0, 0, 130, 0, 129]);
    expect(readdirSync(home.folder)).not.toContain("tok");
  });
});
