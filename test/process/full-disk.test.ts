import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, type TestContext } from "vitest";
import { catalogOf, writeSources } from "../../scripts/bench/catalogs.mjs";
import { compile } from "../../src/compiler/compile.ts";
import { mainPath } from "./run-pegboard.ts";
import { serveWorkbenchHere } from "./served-workbench.ts";
import { smallDisk } from "./small-disk.ts";

// What commands write on a disk that takes only a part of it.

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-full-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs commands of sh: `pegboard`, `room N`, which makes the file F end N bytes before a page of the disk does and fills the rest, and
 * `free`, which takes that away. `F` is on the small disk.
 */
function onSmallDisk(context: TestContext, file: string, script: string) {
  const functions = `
    mount -t tmpfs -o size=1m tmpfs "$DISK" || exit 99
    pegboard() { "$0" "$MAIN" "$@"; }
    room() {
      head -c "$(( 4096 - $(stat -c %s "$F") - $1 - 1 ))" /dev/zero | tr '\\0' ' ' >> "$F"; echo >> "$F"
      cat /dev/zero > "$DISK/ballast" 2>/dev/null
    }
    free() { rm "$DISK/ballast"; }
  `;
  const [command, ...words] = smallDisk(context, folder);
  const env = {
    ...{ ...process.env, HOME: folder, XDG_CONFIG_HOME: "", XDG_STATE_HOME: "", XDG_CACHE_HOME: "" },
    ...{ DISK: join(folder, "disk"), MAIN: mainPath, F: join(folder, "disk", file) },
    ...{ PEGBOARD_AUDIT: "off", PEGBOARD_DB: join(folder, "workbench.db") },
  };
  const ran = spawnSync(command, [...words, "-c", functions + script, process.execPath], {
    ...{ cwd: folder, env, encoding: "utf8" as const },
  });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

it("the audit of calls: a line that is cut is an error, and the next begins on a line of its own", (context) => {
  const { stdout, stderr } = onSmallDisk(
    context,
    "audit.jsonl",
    `export PEGBOARD_AUDIT="$F"
     pegboard call memory_list > /dev/null
     room 60
     pegboard call memory_list > /dev/null
     free
     pegboard call memory_list > /dev/null
     cat "$F"`,
  );
  expect(stderr).toBe(
    `the audit log '${join(folder, "disk/audit.jsonl")}' can't be written: ENOSPC: no space left on device; PEGBOARD_AUDIT names another file, or off\n`,
  );
  const lines = stdout.trimEnd().split("\n");
  expect(lines.filter((line) => line.trim() !== "").map((line) => line.length)).toEqual([
    expect.any(Number),
    60,
    lines.at(-1)?.length,
  ]);
  expect(lines.at(-1)).toMatch(/^\{.*\}$/);
});

it("a recording: an exchange that is cut is an error, and the next begins on a line of its own", (context) => {
  writeFileSync(join(folder, "done"), "");
  const server = {
    command: process.execPath,
    args: [join(import.meta.dirname, "shell-server.mjs"), join(folder, "done")],
  };
  writeFileSync(join(folder, "servers.json"), JSON.stringify({ mcpServers: { myserver: server } }));
  const { stdout, stderr } = onSmallDisk(
    context,
    "session.jsonl",
    `record() { pegboard tools --server myserver --config servers.json --record "$F" > /dev/null; echo "ended with $?"; }
     record
     room 60
     record
     free
     record
     grep -c '^{.*}$' "$F"; grep -v '}$' "$F" | tail -n 1 | wc -c`,
  );
  expect({ stdout, stderr }).toEqual({
    stdout: "ended with 0\nended with 2\nended with 0\n3\n61\n",
    stderr: `error: '${join(folder, "disk/session.jsonl")}' can't be written: ENOSPC: no space left on device\n`,
  });
});

it("the database that can't be created: it is worth another try", (context) => {
  const { stdout, stderr } = onSmallDisk(
    context,
    "workbench.db",
    `mount -t tmpfs -o nr_inodes=1 tmpfs "$DISK"
     export PEGBOARD_DB="$F"
     pegboard call session_open agent=me --json
     echo "ended with $?"`,
  );
  const message = `the database '${join(folder, "disk/workbench.db")}' can't be created: the disk is full`;
  expect(stdout).toBe("ended with 5\n");
  expect(JSON.parse(stderr)).toMatchObject({
    structuredContent: { error: { code: "HOST_UNAVAILABLE", message, retry: "later" } },
  });
});

it("decisions as files: those that were written count as exported, and what is cut leaves nothing", async (context) => {
  const workbench = await serveWorkbenchHere({ profile: "full", databasePath: join(folder, "workbench.db") });
  await workbench.value("session_open", { agent: "tester" });
  await workbench.value("project_create", { name: "Atlas" });
  for (const title of ["One", "Two", "Three"])
    await workbench.value("decision_create", { project: "Atlas", title, description: "word ".repeat(6_000) });
  await workbench.close();
  const { stdout, stderr } = onSmallDisk(
    context,
    "pack.json",
    `head -c 970752 /dev/zero > "$DISK/ballast"
     pegboard adr export "$DISK/adr" --project Atlas; echo "ended with $?"; ls -A "$DISK/adr"
     free
     pegboard adr accept 1 --project Atlas
     pegboard adr export "$DISK/adr" --project Atlas; echo "ended with $?"`,
  );
  expect({ stdout, stderr }).toEqual({
    stdout: [
      ...["ended with 2", "0001-one.md", "0002-two.md"],
      ...["ADR-0001  accepted    One", "updated   0001-one.md", "created   0003-three.md"],
      ...["3 decisions, 1 unchanged", "ended with 0", ""],
    ].join("\n"),
    stderr: "error: '0003-three.md' can't be written: ENOSPC: no space left on device\n",
  });
});

it("a pack as a file: the full disk is named, and no part of the file is left", async (context) => {
  const workbench = await serveWorkbenchHere({ profile: "full", databasePath: join(folder, "workbench.db") });
  await workbench.value("session_open", { agent: "tester" });
  await workbench.value("pack_manage", { action: "create", name: "Large", type: "custom" });
  const text = "word ".repeat(6_000);
  await workbench.value("pack_manage", { action: "add_context", pack: "Large", context: "all", text });
  await workbench.close();
  const { stdout, stderr } = onSmallDisk(
    context,
    "pack.json",
    `head -c 1040384 /dev/zero > "$DISK/ballast"
     pegboard pack export Large "$F"; echo "ended with $?"
     pegboard pack export Large > /dev/full; echo "ended with $?"
     ls -A "$DISK"`,
  );
  expect({ stdout, stderr }).toEqual({
    stdout: "ended with 2\nended with 2\nballast\n",
    stderr: [
      `error: '${join(folder, "disk/pack.json")}' can't be written: ENOSPC: no space left on device`,
      "error: stdout can't be written: ENOSPC: no space left on device\n",
    ].join("\n"),
  });
});

it("what generate has made of a large catalog: no handler is left in part, and the next run makes the rest", (context) => {
  const sources = catalogOf(310);
  writeSources(join(folder, "large"), sources);
  const { stdout, stderr, code } = onSmallDisk(
    context,
    "large",
    `mount -o remount,size=8m "$DISK" && cp -r large "$F" || exit 98
     pegboard generate --catalog "$F" > /dev/null; echo "ended with $?"
     cp -r "$F" "$HOME/first"
     mount -o remount,size=100m "$DISK" || exit 97
     pegboard generate --catalog "$F" > /dev/null; echo "ended with $?"
     cp -r "$F" "$HOME/second"`,
  );
  expect([code, stdout]).toEqual([0, "ended with 2\nended with 0\n"]);
  expect(stderr).toMatch(/can't be written: ENOSPC: no space left on device$/m);
  const files = compile(sources).value?.files ?? [];
  const wrong = (state: string, some: typeof files) =>
    some.filter(({ path, text }) => readFileSync(join(folder, state, path), "utf8") !== text).map(({ path }) => path);
  const left = files.filter(({ path }) => existsSync(join(folder, "first", path)));
  expect([left.length > 100, left.length < files.length]).toEqual([true, true]);
  expect(wrong("first", left)).toEqual([]);
  expect(wrong("second", files)).toEqual([]);
  const tree = readdirSync(join(folder, "second"), { recursive: true, encoding: "utf8" });
  expect(tree.filter((path) => path.endsWith(".tmp"))).toEqual([]);
});
