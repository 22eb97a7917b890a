// Words that people write at other places, or under other names, than this command line has them: what was meant is done, or
// the message says what to write.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainPath, pegboard, pegboardHere, root } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";

let home: ShellHome;
beforeAll(() => {
  home = makeShellHome();
  const files = join(root, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
  const script = fileURLToPath(new URL("shell-server.mjs", import.meta.url));
  const mcpServers = {
    files: { command: process.execPath, args: [files, home.folder] },
    elsewhere: { command: process.execPath, args: [script, join(home.folder, "done")] },
  };
  writeFileSync(join(home.folder, "servers.json"), JSON.stringify({ mcpServers }));
});
afterAll(() => home.remove());

const shell = (...words: string[]) => pegboardHere(words, { cwd: home.folder, env: home.env });
const path = (name: string) => join(home.folder, name);

describe("--config behind the tool's own words", () => {
  it.each([
    [["elsewhere", "check_weather", "city=Oslo", "--config", "servers.json"]],
    [["elsewhere", "check_weather", "--city", "Oslo", "--config", "servers.json"]],
    [["elsewhere", "check_weather", "--city=Oslo", "--config=servers.json"]],
    [["call", "check_weather", "--city", "Oslo", "--config", "servers.json", "--server", "elsewhere"]],
  ])("%j", async (words) => {
    expect(await shell(...words)).toEqual({ code: 0, stdout: "Oslo: mild\n", stderr: "" });
  });

  it("directly behind a flag it may be that flag's value: then the message says where it goes", async () => {
    const { code, stderr } = await shell("elsewhere", "check_weather", "--city", "--config", "servers.json");
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("'--config' directly behind a flag of the tool may be its value: write it before"),
    ]);
    const value = await shell("weather", "check_weather", "--city", "--config");
    expect(value.stdout).toBe("--config: mild\n");
    const behind = await shell("weather", "check_weather", "--", "--city", "--config");
    expect(behind.stdout).toBe("--config: mild\n");
  });
});

describe("a server of the command line behind the tool", () => {
  const first = "a server of the command line stands first: pegboard";
  it.each([
    [
      "echo",
      ["--stdio", "--", "npx", "x"],
      "there is no tool 'echo' in the catalog",
      `${first} --stdio TOOL … -- COMMAND`,
    ],
    ["echo", ["a=b", "--url=https://x.example"], "there is no tool 'echo' in the catalog", `${first} --url URL TOOL …`],
    [
      "project_list",
      ["--stdio", "--", "npx"],
      "the tool has no param for '--stdio'",
      `${first} --stdio TOOL … -- COMMAND`,
    ],
  ])("call %s %j: what to write is said", async (tool, words, problem, hint) => {
    const stderr = `error: ${problem}\n       ${hint}\n`;
    expect(await shell("call", tool, ...words)).toEqual({ code: 2, stdout: "", stderr });
  });
});

describe("a param that has the name of an option", () => {
  it.each([[["--path", "a b"]], [["--path=a b"]]])("%j: what to write for it is said", async (words) => {
    const { code, stdout, stderr } = await shell("--config", "servers.json", "files", "list_directory", ...words);
    expect({ code, stdout, stderr }).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "error: the tool needs 'path', and --path is an option of pegboard\n       write 'path=a b' for the tool's param\n",
    });
  });

  it("which works", async () => {
    const { code, stdout } = await shell("--config", "servers.json", "files", "list_directory", `path=${home.folder}`);
    expect([code, stdout]).toEqual([0, expect.stringContaining("[FILE] servers.json")]);
  });
});

describe("--out", () => {
  it.each(["-", "/dev/stdout", "/dev/fd/1"])("%s is stdout, and nothing else is there", async (out) => {
    const text = await shell("weather", "check_weather", "city=Oslo", "--out", out);
    expect(text).toEqual({ code: 0, stdout: "Oslo: mild", stderr: "" });
    expect(existsSync(path("-"))).toBe(false);
  });

  it("- gives the bytes of an image", () => {
    const words = [mainPath, "github", "picture", "--out", "-"];
    const { stdout, status } = spawnSync(process.execPath, words, {
      cwd: home.folder,
      env: { ...process.env, ...home.env },
    });
    expect([status, [...stdout]]).toEqual([0, [1, 2, 3]]);
  });

  // The words are the test's own; `>(…)` is the shell's.
  it.skipIf(process.platform === "win32")("takes what a shell opens with >(…)", async () => {
    const line = `"$0" "$1" weather check_weather city=Oslo --out >(cat > "$2") && sleep 0.2`;
    const { status, stdout } = spawnSync("bash", ["-c", line, process.execPath, mainPath, path("got")], {
      cwd: home.folder,
      env: { ...process.env, ...home.env },
    });
    expect([status, String(stdout)]).toEqual([0, expect.stringMatching(/^Written to: \/dev\/fd\/\d+\n$/)]);
    expect(readFileSync(path("got"), "utf8")).toBe("Oslo: mild");
  });

  it("still follows no link, and says so of a descriptor that is not open", async () => {
    const { code, stderr } = await pegboard(["weather", "check_weather", "city=Oslo", "--out", "/dev/fd/199"], {
      cwd: home.folder,
      env: home.env,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining("'/dev/fd/199' can't be written")]);
  });
});
