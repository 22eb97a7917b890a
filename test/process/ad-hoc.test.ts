import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHostileLogin } from "./hostile-login.ts";
import { started } from "./identity-servers.ts";
import { mainPath, pegboardHere } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

// Servers that no file names: the command line brings them.

let home: ShellHome;
let command: readonly string[] = [];
beforeAll(() => {
  home = makeShellHome();
  const script = fileURLToPath(new URL("shell-server.mjs", import.meta.url));
  command = ["--", process.execPath, script, join(home.folder, "done")];
});
afterAll(() => home.remove());

const say = (words: readonly string[], env = {}) =>
  pegboardHere(words, { cwd: home.folder, env: { ...home.env, ...env } });

describe("a server that the command line starts", () => {
  it("lists its tools, shows one and calls it", async () => {
    const listed = await say(["--stdio", ...command]);
    expect(listed, listed.stderr).toMatchObject({ code: 0 });
    expect(listed.stdout).toMatch(/^node — \d+ tools:\n/);
    expect(listed.stdout).toContain("\npegboard --stdio <tool> -- ");
    const shown = await say(["--stdio", "check_weather", ...command]);
    expect(shown.stdout).toContain(`\npegboard --stdio check_weather '{"city":"…"}' -- ${process.execPath} `);
    const called = await say(["--stdio", "check_weather", "city=Paris", ...command]);
    expect(called).toMatchObject({ code: 0, stdout: "Paris: mild\n" });
    expect(await say(["call", "--stdio", "check_weather", "--city", "Oslo", ...command])).toMatchObject({
      stdout: "Oslo: mild\n",
    });
  });

  it("asks before it changes something, by the rules of the command line", async () => {
    const refused = await say(["--stdio", "save", "what=note", ...command]);
    expect(refused.code).toBe(6);
    expect(refused.stderr).toContain("allow rules in files are ignored with --stdio");
    expect(await say(["--stdio", "--allow", "node/save", "save", "what=note", ...command])).toMatchObject({
      code: 0,
      stdout: "saved\n",
    });
    // The user's own file denies that of another server only; here it is named so.
    const denied = await say(["--stdio", "--server", "weather", "--yes", "save", "what=note", ...command]);
    expect(denied).toMatchObject({ code: 6 });
    expect(denied.stderr).toContain("'save' of 'weather' is denied");
  });

  it("gets the variables that are named, and no others", async () => {
    const script = join(home.folder, "variables.mjs");
    writeFileSync(
      script,
      `process.stderr.write(JSON.stringify([process.env.MY_KEY ?? null, process.env.OTHER ?? null])); process.exit(3);`,
    );
    const { stderr } = await say(["--stdio", "--env", "MY_KEY", "--", process.execPath, script], {
      MY_KEY: "abc",
      OTHER: "def",
    });
    // Its value is a secret that no message shows.
    expect(stderr).not.toContain("abc");
    expect(stderr).toContain('["***",null]');
    const mistyped = await say(["--stdio", "--", process.execPath, join(home.folder, "no-file.mjs")]);
    expect(mistyped.stderr).toContain("MODULE_NOT_FOUND");
    expect(mistyped.stderr).not.toContain("--env");
    expect((await say(["--stdio", "--env", "NOT_THERE", ...command])).stderr).toContain(
      "error: the environment has no variable 'NOT_THERE'",
    );
  });
});

describe("a server at an address", () => {
  it("is used like any other, also where its tool has a param of the same name", async () => {
    const words = [mainPath, "serve", "--http", "127.0.0.1:0"];
    const { child, found: url } = await started(words, /serving at (\S+)/, { env: home.env });
    try {
      const listed = await say(["--url", url]);
      expect(listed, listed.stderr).toMatchObject({ code: 0 });
      const { host } = new URL(url);
      expect(listed.stdout).toContain(`${host} — `);
      expect(listed.stdout).toContain(`\npegboard --url ${url} <tool> shows one`);
      const dry = await say(["--url", url, "--dry-run", "--no-validate", "tool_search", "--url", "x"]);
      expect(dry.stderr).toContain("the tool has no param for '--url'");
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("gets headers out of variables and files", async () => {
    const server = await openHostileLogin(() => ({ accepted: { status: 403, body: "" } }));
    try {
      const { stderr, code } = await say(["--url", server.url, "--header-env", "Authorization=MY_TOKEN"], {
        MY_TOKEN: "Bearer abc",
      });
      expect(code).toBe(6);
      expect(stderr).toContain("refused with HTTP 403");
    } finally {
      server.close();
    }
  });

  it("names the command that logs in to it", async () => {
    const server = await openHostileLogin(() => ({}));
    try {
      const { stderr, code } = await say(["--url", server.url]);
      expect(code).toBe(6);
      const { host } = new URL(server.url);
      expect(stderr).toBe(`error: '${host}' requires authentication; run: pegboard login --url ${server.url}\n`);
      expect((await say(["whoami", "--url", server.url])).stderr).toContain(
        `run: pegboard login --url ${server.url}\n`,
      );
    } finally {
      server.close();
    }
  });

  it.each([
    [["--url", "ftp://x.org"], "--url takes an http or https URL"],
    [["--url", "https://ann:secret@x.org"], "a URL must not contain a secret"],
    [["tools", "--url", "https://x.org", "--config", "x.json"], "--url and --config can't be combined"],
    [["--url", "https://x.org", "--bridge", "7179"], "--url and --bridge can't be combined"],
    [["--url", "https://x.org", "--header-env", "Authorization"], "--header-env takes NAME=VARIABLE"],
  ])("%j is refused", async (words, message) => {
    const outcome = await say(words);
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain(`error: ${message}`);
    expect(outcome.stderr).not.toContain("secret@");
  });
});
