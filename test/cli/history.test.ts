import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { byVersion } from "../../src/cli/commands/history.ts";
import { type Repository, temporaryProject } from "../process/git-repository.ts";
import { runProgram } from "./run-program.ts";

// `history`: what each release did to callers of the one before, from a folder or from git tags.

let made: Repository;
beforeEach(() => {
  made = temporaryProject();
});
afterEach(() => made.dispose());

const history = (...words: readonly string[]) => runProgram(["history", ...words], { cwd: made.path });

function list(maxLength: number, ...more: readonly string[]): string {
  const inputSchema = { type: "object", properties: { text: { type: "string", maxLength } } };
  return JSON.stringify({
    tools: ["find", ...more].map((name) => ({ name, description: `Does ${name}.`, inputSchema })),
  });
}

describe("pegboard history", () => {
  it("is a table of a folder, the newest release first", async () => {
    made.put("releases/1.9.0.json", list(80));
    made.put("releases/1.10.0.json", list(80, "get"));
    made.put("releases/2.0.0.json", list(40, "get"));
    expect((await history("releases")).stdout).toBe(
      [
        "release  breaking  dangerous  compatible  asks for  what broke",
        "2.0.0    2         0          0           major     text: max length is 40 instead of 80 (2 times)",
        "1.10.0   0         0          1           minor",
        "",
      ].join("\n"),
    );
    expect((await history("releases", "--format", "md")).stdout).toContain(
      "| `2.0.0` | 2 | 0 | 0 | major | text: max length is 40 instead of 80 (2 times) |",
    );
    const { badge, releases } = JSON.parse((await history("releases", "--format", "json")).stdout);
    expect(badge).toEqual({ schemaVersion: 1, label: "breaks", message: "2 in 2.0.0", color: "orange" });
    expect(releases.map(({ release }: { release: string }) => release)).toEqual(["1.10.0", "2.0.0"]);
    made.put("releases/2.0.1.json", list(40, "get"));
    expect(JSON.parse((await history("releases", "--format", "json")).stdout).badge.message).toBe("none since 2.0.0");
  });

  it("reads git tags, and what each of them holds", async () => {
    made.git(["init", "--quiet"]);
    for (const [tag, length] of [
      ["v1.0.0", 80],
      ["v1.1.0", 40],
    ] as const) {
      made.put("tools.json", list(length));
      made.git(["add", "tools.json"]);
      made.git(["commit", "--quiet", "--message", tag]);
      made.git(["tag", tag]);
    }
    expect((await history("--tags", "v*", "--path", "tools.json")).stdout).toContain("v1.1.0   1         0");
  });

  it("is refused where nothing is named, or nothing is there", async () => {
    expect((await history()).stderr).toContain("name a folder with a saved list for each release, or git tags");
    expect((await history("none")).stderr).toContain("'none' can't be read");
    made.put("empty/readme.txt", "");
    expect((await history("empty")).stderr).toContain("there are no releases to compare");
    expect((await history("empty", "--path", "x")).stderr).toContain("--path is for --tags");
    made.put("one/1.json", list(1));
    expect((await history("one")).stdout).toBe("one release alone has no history\n");
  });
});

it("sorts versions by their numbers, a release after what led to it", () => {
  const sorted = ["v1.0.0", "1.9.0", "1.10.0", "2.0.0-rc.1", "2.0.0-rc.10", "2.0.0-rc.2", "2.0.0"];
  const order = ["v1.0.0", "1.9.0", "1.10.0", "2.0.0-rc.1", "2.0.0-rc.2", "2.0.0-rc.10", "2.0.0"];
  expect(sorted.toReversed().sort(byVersion)).toEqual(order);
});
