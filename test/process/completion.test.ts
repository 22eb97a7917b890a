import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rememberTools } from "../../src/shell/completion/listing-cache.ts";
import { mainPath, pegboardHere, run } from "./run-pegboard.ts";

// Real shells read the script and ask the built program, as at the TAB key.

let top: string;
let env: Record<string, string>;
const evil = "x$(touch pwned)`touch pwned`;touch pwned";

beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), "pegboard-completion-"));
  for (const folder of ["bin", "home", "work folder"]) await mkdir(join(top, folder));
  await symlink(mainPath, join(top, "bin", "pegboard"));
  await writeFile(join(top, "arguments.json"), "{}");
  const mcpServers = { files: { command: join(top, "must-never-start") }, [evil]: { command: "x" } };
  await writeFile(join(top, "servers.json"), JSON.stringify({ mcpServers }));
  await mkdir(join(top, "home", ".cursor"));
  await writeFile(join(top, "home", ".cursor", "mcp.json"), JSON.stringify({ mcpServers }));
  const empty = ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CLAUDE_CONFIG_DIR", "TOOL_CLI_PORT"];
  env = {
    HOME: join(top, "home"),
    PATH: `${join(top, "bin")}${delimiter}${process.env.PATH ?? ""}`,
    ...Object.fromEntries(empty.map((name) => [name, ""])),
  };
  const inputSchema = { properties: { path: { type: "string" }, sort: { enum: ["by name", "by size"] } } };
  expect(await rememberTools({ env }, "files", [{ name: "list_files", inputSchema }])).toBe(true);
});
afterAll(() => rm(top, { recursive: true, force: true }));

/** Has a shell read the script, and then these lines. */
async function shell(command: "bash" | "zsh", flags: readonly string[], lines: string): Promise<readonly string[]> {
  const script = await pegboardHere(["completion", command], { env });
  expect([script.code, script.stderr]).toEqual([0, ""]);
  await writeFile(join(top, `script.${command}`), script.stdout);
  await writeFile(join(top, `lines.${command}`), lines);
  const { stdout, stderr, code } = await run(command, [...flags, join(top, `lines.${command}`)], { cwd: top, env });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout.split("\n").filter((line) => line !== "");
}

describe("completion", () => {
  it("in bash, with words cut as bash cuts them", async () => {
    // What readline does: COMP_WORDS is the line, cut at blanks and at the signs of COMP_WORDBREAKS.
    const got = await shell(
      "bash",
      ["--norc"],
      `source script.bash
tab() {
  COMP_LINE=$1 COMP_POINT=\${#1} COMPREPLY=()
  shift
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  $(complete -p pegboard | sed 's/.*-F \\([^ ]*\\).*/\\1/')
  local IFS='|'
  echo "\${COMPREPLY[*]}"
}
tab "pegboard inst" pegboard inst
tab "pegboard call task_create priority=h" pegboard call task_create priority = h
tab "pegboard call task_create pri" pegboard call task_create pri
tab "pegboard call create_t" pegboard call create_t
tab "pegboard call x title@=argu" pegboard call x title @= argu
tab "pegboard tools --catalog wor" pegboard tools --catalog wor
tab "pegboard files list_files sort=" pegboard files list_files sort =
tab "pegboard --config servers.json x" pegboard --config servers.json x
`,
    );
    expect(got).toEqual([
      "install",
      "high",
      "priority=",
      "create_task",
      "arguments.json",
      "work folder",
      "by\\ name|by\\ size",
      "x\\$\\(touch\\ pwned\\)\\`touch\\ pwned\\`\\;touch\\ pwned",
    ]);
  });

  it(
    "in zsh, of the words that its line editor has",
    async () => {
      if (!hasZsh()) return;
      // The line editor and its builtins can't run without a terminal; they are stood in for, all else is zsh.
      const got = await shell(
        "zsh",
        ["-f"],
        `compdef() { print "$@" }
compset() { print "skips $2" }
_files() { print "files $*" }
compadd() {
  local -a texts found
  local suffix=' '
  while [[ $1 != -- ]]; do
    case $1 in
      -d) texts=("\${(@P)2}"); shift ;;
      -S) suffix=$2; shift ;;
    esac
    shift
  done
  found=("\${(@P)2}")
  print -r -- "\${(j:|:)found}$suffix"
  print -r -- "\${texts[1]}"
}
source script.zsh
tab() { local -a words; words=("$@"); local CURRENT=$# PREFIX=\${@[-1]}; _pegboard }
tab pegboard inst
tab pegboard call task_create pri
tab pegboard call task_create priority=h
tab pegboard files list_files sort=
tab pegboard call x title@=argu
tab pegboard tools --catalog wor
tab pegboard nothing_begins_like_this || print none
`,
      );
      expect(got).toEqual([
        "_pegboard pegboard",
        "install ",
        "install  -- configure a client to start the server; shows the change first",
        "priority=",
        "priority=  -- How much it matters",
        "priority=high ",
        "priority=high",
        "sort=by name|sort=by size ",
        "sort=by name",
        "skips 7",
        "files ",
        "skips 0",
        "files -/",
        "none",
      ]);
    },
    zshMs,
  );

  it("runs nothing of what it has read", async () => {
    expect((await readdir(top, { recursive: true })).filter((name) => name.includes("pwned"))).toEqual([]);
  });

  it("starts no server and asks no questions", async () => {
    const words = async (...line: string[]) =>
      (await pegboardHere(["__complete", "--", ...line], { cwd: join(top, "work folder"), env })).stdout;
    expect(await words("call", "--server", "")).toBe(
      `words\npegboard\tin this process\nfiles\t${join("~", ".cursor", "mcp.json")}\n${evil}\t${join("~", ".cursor", "mcp.json")}\n`,
    );
    expect(await words("files", "")).toBe("words\nlist_files\t\n");
    expect(await words("never-listed", "")).toBe("words\n");
    expect(await words("call", "--catalog", "nowhere", "")).toBe("words\n");
    expect(await words("call", "--config", "missing.json", "--server", "f")).toBe("words\n");
  });
});

/** Fetching it takes longer than a test may. */
const zshMs = 400_000;

/** zsh is on few machines of CI: there it is fetched; elsewhere its absence is said. */
function hasZsh(): boolean {
  const isThere = () => spawnSync("zsh", ["--version"]).status === 0;
  if (isThere()) return true;
  const isCi = (process.env.CI ?? "") !== "";
  if (isCi && process.getuid?.() === 0) {
    const options = { stdio: "ignore", timeout: 120_000 } as const;
    const install = () => spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "zsh"], options).status;
    if (install() !== 0) {
      spawnSync("apt-get", ["update"], options);
      install();
    }
    if (isThere()) return true;
  }
  const missing = "zsh is not installed: its completion was NOT tested (apt-get install zsh)";
  if (isCi) throw new Error(missing);
  console.warn(missing);
  return false;
}
