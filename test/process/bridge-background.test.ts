import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainPath, pegboard } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

let home: ShellHome;
beforeEach(() => {
  home = makeShellHome();
});
afterEach(() => home.remove());

/** Lines of a shell in which `pegboard` is the built program. */
function bash(lines: string, env: Readonly<Record<string, string>> = {}) {
  const start = `pegboard() { "$0" "$1" "$@"; }\n`.replace('"$1" "$@"', `"${mainPath}" "$@"`);
  const { status, stdout, stderr } = spawnSync("bash", ["-c", start + lines, process.execPath], {
    cwd: home.folder,
    env: { ...process.env, ...home.env, TOOL_CLI_TIMEOUT_MS: "60000", ...env },
    encoding: "utf8",
    timeout: 120_000,
  });
  return { status, stdout: stdout.trim().split("\n"), stderr };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe.skipIf(process.platform === "win32")("a bridge in the background", () => {
  it("is there for the shell that evaluates what it prints, and leaves nothing behind when it is stopped", () => {
    const { status, stdout, stderr } = bash(`
      set -e
      eval "$(pegboard bridge --background --servers weather)"
      echo "$PEGBOARD_BRIDGE_PID"
      pegboard weather check_weather city=Oslo
      pegboard weather check_weather city=Bergen
      eval "$(pegboard bridge --stop)"
      echo "\${TOOL_CLI_PORT:-none} \${TOOL_CLI_TOKEN:-none} \${PEGBOARD_BRIDGE_PID:-none}"
    `);
    expect([status, stdout.slice(1)]).toEqual([0, ["Oslo: mild", "Bergen: mild", "none none none"]]);
    expect(isRunning(Number(stdout[0]))).toBe(false);
    expect(stderr).toContain(`the bridge runs as process ${stdout[0]}`);
    const left = join(home.folder, ".local", "state", "pegboard", "bridge");
    expect(existsSync(left) ? readdirSync(left) : []).toEqual([]);
  });

  it("removes the file of its token, and its variables hold no token then", () => {
    const { status, stdout } = bash(`
      set -e
      eval "$(pegboard bridge --background --token-file tok --servers weather)"
      echo "\${TOOL_CLI_TOKEN:-none}"
      test -s tok
      pegboard weather check_weather city=Oslo
      eval "$(pegboard bridge --stop)"
    `);
    expect([status, stdout]).toEqual([0, ["none", "Oslo: mild"]]);
    expect(existsSync(join(home.folder, "tok"))).toBe(false);
  });

  it("leaves the file to another bridge that has put its token there", () => {
    const { stdout } = bash(`
      flags="--token-file tok --servers weather"
      pegboard bridge $flags -- "$0" "${mainPath}" bridge --background $flags >later
      ls tok
      . ./later
      eval "$(pegboard bridge --stop)"
      ls tok || echo gone
    `);
    expect(stdout).toEqual(["tok", "gone"]);
  });

  it("says whether it was stopped, or had ended before", () => {
    const { stdout, stderr } = bash(`
      set -e
      eval "$(pegboard bridge --background --servers weather)"
      echo "$PEGBOARD_BRIDGE_PID"
      pegboard bridge --stop --json
      pegboard bridge --stop --json
    `);
    expect(JSON.parse(`[${stdout.slice(1).join("").replace("}{", "},{")}]`)).toEqual([
      { stopped: true },
      { stopped: false },
    ]);
    expect(stderr).toContain(`the bridge (process ${stdout[0]}) had ended before`);
  });

  it("is not ended by a number that another process has", () => {
    const env = { PEGBOARD_BRIDGE_PID: String(process.pid), TOOL_CLI_PORT: "9", TOOL_CLI_TOKEN: "x" };
    const { status, stdout } = bash("pegboard bridge --stop", env);
    expect([status, stdout.at(-1)]).toEqual([0, "unset PEGBOARD_BRIDGE_PID"]);
    expect(isRunning(process.pid)).toBe(true);
  });

  it("and one beside a command leave the command's time to the user, and nothing else of another bridge", () => {
    const around = { TOOL_CLI_TIMEOUT_MS: "41000", TOOL_CLI_TOKEN_FILE: "other" };
    const script = "echo $TOOL_CLI_TIMEOUT_MS; echo $TOOL_CLI_TOKEN_FILE; echo end";
    const { stdout } = bash(`pegboard bridge --servers weather -- sh -c '${script}'`, around);
    expect(stdout).toEqual(["41000", "", "end"]);
  });

  it("is not taken for stopped by a token that is not its own, and its variables stay", () => {
    const { stdout, stderr } = bash(`
      eval "$(pegboard bridge --background --servers weather)"
      TOOL_CLI_TOKEN=other pegboard bridge --stop
      echo $?
      eval "$(pegboard bridge --stop)"
      echo $?
      kill -0 "$PEGBOARD_BRIDGE_PID" || echo ended
    `);
    expect(stdout).toEqual(["6", "0", "ended"]);
    expect(stderr).toMatch(/process \d+ was not stopped: Authentication failed/);
  });

  it("says why it did not start, and what is wrong with a stop", async () => {
    const options = { cwd: home.folder, env: home.env };
    const broken = await pegboard(["bridge", "--background", "--config", "no.json"], options);
    expect([broken.code, broken.stdout, broken.stderr]).toEqual([
      5,
      "",
      expect.stringMatching(/^error: the bridge did not start\n {7}(?!error:)\S/),
    ]);
    const none = await pegboard(["bridge", "--stop"], { ...options, env: { ...home.env, PEGBOARD_BRIDGE_PID: "" } });
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining("PEGBOARD_BRIDGE_PID does not name a bridge"),
    ]);
  });
});
