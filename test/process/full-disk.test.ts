import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, type TestContext } from "vitest";
import { mainPath } from "./run-pegboard.ts";
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
