// The pipelines of tool-cli's own document, as they stand there, with `pegboard` for `tool-cli`; against servers of a
// configuration, and against a bridge.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finished } from "./run-pegboard.ts";
import { makeShellHome, type ShellHome } from "./shell-home.ts";
import { openShell } from "./shell-tools.ts";

let home: ShellHome;
let bash: (script: string) => Promise<Finished>;
beforeAll(() => {
  home = makeShellHome();
  bash = openShell(home);
});
afterAll(() => home.remove());

const pipelines: readonly (readonly [what: string, script: string, stdout: string])[] = [
  [
    "into jq",
    `pegboard github search_code '{"query":"auth"}' | jq '.items[].path'`,
    '"src/auth-0.ts"\n"src/auth-1.ts"\n',
  ],
  [
    "through xargs into another call",
    `pegboard myserver list_items '{}' | jq -r '.[0].id' | \\
       xargs -I{} pegboard myserver get_item '{"id":"{}"}'`,
    "item 7\n",
  ],
  [
    "in a loop",
    `for city in London Tokyo Paris; do
       echo "=== $city ==="
       pegboard weather check_weather '{"city":"'"$city"'"}'
     done`,
    "=== London ===\nLondon: mild\n=== Tokyo ===\nTokyo: mild\n=== Paris ===\nParis: mild\n",
  ],
  ["into a file", `pegboard github list_issues '{"repo":"owner/repo"}' --out issues.json`, "Written to: issues.json\n"],
];

describe("a pipeline of the seed", () => {
  it.each(pipelines)("%s", async (_, script, stdout) => {
    expect(await bash(script)).toEqual({ code: 0, stdout, stderr: "" });
  });

  it("all of them work through a bridge, too", async () => {
    writeScript(pipelines.map(([, script]) => script).join("\n"));
    const { code, stdout } = await bash("pegboard bridge -- bash -euo pipefail script.sh");
    expect({ code, stdout }).toEqual({ code: 0, stdout: pipelines.map(([, , said]) => said).join("") });
    expect(JSON.parse(readFileSync(join(home.folder, "issues.json"), "utf8"))).toMatchObject({ repo: "owner/repo" });
  });
});

describe("a bridge for the shell that one is in", () => {
  it("says how not to wait for it, and shows nothing of the catalog that a rule denies", async () => {
    const { code, stdout, stderr } = await bash(
      [
        `eval "$(pegboard bridge --servers pegboard --deny pegboard/memory_get 2>told & echo bridge=$!)"`,
        "pegboard pegboard --json",
        `kill "$bridge"; cat told >&2`,
      ].join("\n"),
    );
    expect(code).toBe(0);
    expect(stderr).toContain('put the bridge into the background: eval "$(pegboard bridge &)"');
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain("memory_list");
    // Its name stands in texts of other tools, too.
    expect(stdout).not.toMatch(/\bmemory_get\b/);
  });
});

describe("--out", () => {
  it("writes to stdout by each of its names, and into what the shell has opened", async () => {
    const call = "pegboard github search_code query=auth limit=1 --path items[0].path --out";
    for (const place of ["-", "/dev/stdout", "/dev/fd/1"]) {
      expect(await bash(`${call} ${place} | cat`)).toEqual({ code: 0, stdout: "src/auth-0.ts", stderr: "" });
    }
    // What is behind >(…) may end after the call; `done` would not do as its mark, because the servers log there.
    const { code, stdout } = await bash(
      `${call} >(tr a-z A-Z > opened; touch written); until [ -e written ]; do sleep 0.05; done; cat opened`,
    );
    expect(code).toBe(0);
    expect(stdout).toContain("SRC/AUTH-0.TS");
  });
});

describe("a script", () => {
  it("ends at the first call that fails, under set -e; && is not gone past", async () => {
    const { code, stdout, stderr } = await bash(
      "pegboard github fail '{}' && echo not here; echo between; pegboard github fail '{}'; echo never",
    );
    expect({ code, stdout }).toEqual({ code: 4, stdout: "between\n" });
    expect(stderr.match(/"why": "broken"/g)).toHaveLength(2);
  });

  it("reads arguments from a pipe, a file, a here-document", async () => {
    const { stdout } = await bash(
      [
        `echo '{"id":"1"}' | pegboard myserver get_item -`,
        `echo '{"id":"2"}' > given.json; pegboard myserver get_item @given.json`,
        `pegboard myserver get_item - < given.json`,
        `pegboard myserver get_item - <<< '{"id":"3"}'`,
      ].join("\n"),
    );
    expect(stdout).toBe("item 1\nitem 2\nitem 2\nitem 3\n");
  });

  it("may stop reading when it has seen enough", async () => {
    const { stdout, stderr } = await bash("set +o pipefail; pegboard github many '{}' | head -2");
    expect({ stdout, stderr }).toEqual({ stdout: "line\nline\n", stderr: "" });
  });
});

function writeScript(script: string): void {
  writeFileSync(join(home.folder, "script.sh"), `${script}\n`);
}

describe("stdout on a full disk", () => {
  const full = "stdout can't be written: ENOSPC: no space left on device";

  it("is reported, with an exit code that ends a script", async () => {
    const { code, stdout, stderr } = await bash(
      `pegboard weather check_weather '{"city":"Oslo"}' > /dev/full && echo not printed`,
    );
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: `error: ${full}\n` });
  });

  it("is reported where the disk has space for the first part", async () => {
    // A limit of 1 KiB for files stands for the end of the disk; without the trap, it ends the process.
    const { code, stdout, stderr } = await bash(
      `trap '' XFSZ; (ulimit -f 1; PEGBOARD_AUDIT=off PEGBOARD_DAEMON=off pegboard github --json > cut.json && echo not printed)`,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("error: stdout can't be written: EFBIG");
  });
});
