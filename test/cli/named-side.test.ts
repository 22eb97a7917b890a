import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseSides, type SideOptions } from "../../src/cli/compared/choose-sides.ts";
import { readGitName } from "../../src/cli/compared/git-side.ts";
import { namedSide } from "../../src/cli/compared/named-side.ts";
import { readPackageWord } from "../../src/cli/compared/package-side.ts";
import { CliError } from "../../src/terminal/cli-error.ts";
import type { Terminal } from "../../src/terminal/terminal.ts";
import { type Repository, temporaryRepository } from "../process/git-repository.ts";
import { recordTerminal } from "./record-terminal.ts";

// What a word on the command line of `diff` names, and what is said when it names nothing.

let made: Repository;
let terminal: Terminal;
beforeAll(() => {
  made = temporaryRepository();
  made.git(["branch", "docs"]);
  made.git(["branch", "released"]);
  made.git(["update-ref", "refs/remotes/origin/trunk", "HEAD"]);
  mkdirSync(join(made.path, "docs"));
  made.put("old.json", JSON.stringify({ tools: [] }));
  made.put("strange.json", "{}");
  made.put("newer.json", JSON.stringify({ format: 2, server: {}, tools: [], profiles: [] }));
  made.put("half.json", JSON.stringify({ format: 1, server: {}, tools: [], profiles: [] }));
  made.put("released/schema/catalog.yaml", "format: 1\n");
  terminal = { ...recordTerminal(made.path).terminal, env: process.env };
});
afterAll(() => made.dispose());

/** The message of a refusal and, on the next line, its hint. */
async function refused(work: () => Promise<unknown> | unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return error.hint === undefined ? error.message : `${error.message}\n${error.hint}`;
  }
  throw new Error("it was not refused");
}

describe("a name that can't be compared", () => {
  const cases: readonly [title: string, name: string, message: string][] = [
    [
      "an unknown name, with the near one",
      "mian",
      "'mian' is neither a file or folder here nor a git ref; did you mean 'main'?",
    ],
    [
      "a tag that is not there",
      "v1.0.1",
      "'v1.0.1' is neither a file or folder here nor a git ref; did you mean 'v1.0.0'?",
    ],
    [
      "a hash that is not there",
      "0123456789abcdef0123456789abcdef01234567",
      "'0123456789abcdef0123456789abcdef01234567' is neither a file or folder here nor a git ref",
    ],
    ["a file that is not there, with the near one", "./shema", "'./shema' does not exist\ndid you mean './schema'?"],
    ["an unknown branch behind merge-base:", "merge-base:develop", "the repository has no commit 'develop'"],
    ["no branch behind merge-base:", "merge-base:", "an empty text is not a git ref"],
    [
      "an option of git",
      "--upload-pack=x",
      "there is nothing to compare with: '--upload-pack=x' is not a git ref: a ref can't begin with '-'\nif it is a file, write './--upload-pack=x'",
    ],
    [
      "an option of git behind merge-base:",
      "merge-base:--upload-pack=x",
      "'--upload-pack=x' is not a git ref: a ref can't begin with '-'",
    ],
    [
      "a line break",
      "main\nrefs",
      "there is nothing to compare with: 'main\\nrefs' is not a git ref: it contains a control character",
    ],
    [
      "everything but a branch",
      "^main",
      "'^main' is neither a file or folder here nor a git ref; did you mean 'main'?",
    ],
    ["a range", "v1.0.0..main", "'v1.0.0..main' is neither a file or folder here nor a git ref"],
    [
      "a way out of the repository",
      "main:../other",
      "'../other' is not a path in a repository\nwrite it from the repository's root, as in main:packages/notes",
    ],
    [
      "a way out of the repository, further on",
      "main:schema/../../nowhere-at-all",
      "'schema/../../nowhere-at-all' is not a path in a repository\nwrite it from the repository's root, as in main:packages/notes",
    ],
    [
      "an absolute path in a commit",
      "main:/etc",
      "'/etc' is not a path in a repository\nwrite it from the repository's root, as in main:packages/notes",
    ],
    [
      "a folder without a catalog, with the one that has it",
      "main:schema",
      "there is no catalog at 'main': the commit has no schema/schema/catalog.yaml\nwrite main:",
    ],
    [
      "a file that is not JSON",
      "main:schema/catalog.yaml",
      "'main:schema/catalog.yaml' is not valid JSON: Unexpected token 'o', \"format: 1\\ns\"... is not valid JSON",
    ],
    [
      "a branch of the other repository by its own name",
      "trunk",
      "'trunk' is neither a file or folder here nor a git ref; did you mean 'origin/trunk'?",
    ],
    [
      "a file that is nearly there",
      "odl.json",
      "'odl.json' is neither a file or folder here nor a git ref\ndid you mean 'old.json'?",
    ],
    ["nothing", "", "there is nothing to compare with: an empty text is not a git ref"],
    [
      "a NUL",
      "main\0",
      "there is nothing to compare with: 'main\\u{0}' is not a git ref: it contains a control character",
    ],
    [
      "a NUL in a path",
      "main:a\0b",
      "there is nothing to compare with: 'main:a\\u{0}b' is not a git ref: it contains a control character",
    ],
    ["stdin without anything in it", "-", "'stdin' is not valid JSON: Unexpected end of JSON input"],
    [
      "a search for a message",
      ":/first",
      "':/first' is neither a file or folder here nor a git ref; an empty text is not a git ref",
    ],
    ["a tree that is not a commit", "HEAD^{tree}", "'HEAD^{tree}' is neither a file or folder here nor a git ref"],
    [
      "a folder without a catalog that is a branch too",
      "docs",
      "'docs' is not a catalog: it has no schema/catalog.yaml\nthe folder was meant; for the git ref of that name write refs/heads/docs",
    ],
    [
      "JSON of another kind",
      "strange.json",
      "'strange.json' is neither a catalog nor a list of tools\nuse a generated/.cache/catalog.json, a baseline, or what a server answers to tools/list: {\"tools\": […]}",
    ],
    [
      "a catalog of another format",
      "newer.json",
      "'newer.json' can't be used as a catalog: its format is 2; this version reads format 1",
    ],
    ["a catalog that is not whole", "half.json", "'half.json' can't be used as a catalog: it has no list 'targets'"],
    [
      "no baseline",
      "baseline",
      "there is no baseline: 'test/baseline/catalog.json' does not exist (baseline-missing-or-edited)\nrecord one with `pegboard baseline --release`, or compare with something else: --against <git ref, folder or file>",
    ],
  ];

  it.each(cases)("%s", async (_title, name, message) => {
    expect(await refused(() => namedSide({ terminal, catalog: undefined }, name))).toBe(message);
  });

  it("a ref of a thousand characters and more", async () => {
    const message = await refused(() => namedSide({ terminal, catalog: undefined }, `refs/heads/${"x".repeat(1000)}`));
    expect(message).toContain("…' is not a git ref: it is 1011 characters long");
  });
});

describe("a name that two things have", () => {
  it("means the folder; refs/heads/ makes it the branch", async () => {
    expect(await refused(() => namedSide({ terminal, catalog: undefined }, "released"))).toContain(
      "the catalog of 'released' does not compile: released/schema/catalog.yaml",
    );
    const branch = await namedSide({ terminal, catalog: undefined }, "refs/heads/released");
    expect(branch.kind).toBe("catalog");
  });
});

describe("the name of a package", () => {
  it("is that of one version", () => {
    expect(readPackageWord("npm:@acme/notes@1.2.0-beta.1")).toEqual({ name: "@acme/notes", version: "1.2.0-beta.1" });
  });

  const several = "such as npm:notes@1.2.0; `npm view notes version` prints the newest";
  const cases: readonly [word: string, message: string][] = [
    ["npm:notes", `'npm:notes' does not name one version\nwrite npm:notes@VERSION, ${several}`],
    ["npm:notes@latest", `'npm:notes@latest' does not name one version\nwrite npm:notes@VERSION, ${several}`],
    ["npm:notes@^1.0.0", `'npm:notes@^1.0.0' does not name one version\nwrite npm:notes@VERSION, ${several}`],
    ["npm:../notes@1.0.0", "'npm:../notes@1.0.0' does not name an npm package\nwrite npm:NAME@VERSION"],
    ["npm:--global@1.0.0", "'npm:--global@1.0.0' does not name an npm package\nwrite npm:NAME@VERSION"],
    ["npm:notes@1.0.0;id", `'npm:notes@1.0.0;id' does not name one version\nwrite npm:notes@VERSION, ${several}`],
    ["npm:", "'npm:' does not name an npm package\nwrite npm:NAME@VERSION"],
  ];
  it.each(cases)("%s is refused", async (word, message) => {
    expect(await refused(() => readPackageWord(word))).toBe(message);
  });
});

describe("readGitName", () => {
  const cases: readonly [text: string, ref: string, isMergeBase: boolean, path: string | undefined][] = [
    ["main", "main", false, undefined],
    ["v1.2.0:packages/notes", "v1.2.0", false, "packages/notes"],
    ["main:", "main", false, ""],
    ["main:a:b", "main", false, "a:b"],
    ["merge-base:origin/main", "origin/main", true, undefined],
    ["merge-base:main:packages/notes", "main", true, "packages/notes"],
  ];
  it.each(cases)("%s", (text, ref, isMergeBase, path) => {
    expect(readGitName(text)).toEqual({ ref, isMergeBase, path });
  });
});

describe("which word is which side", () => {
  const head = (words: readonly string[], options: SideOptions = {}) => chooseSides(terminal, words, options).head;

  it("the base is the first, unless an option names it; the head the next", () => {
    expect(head([])).toBe(undefined);
    expect(head(["v1"])).toBe(undefined);
    expect(head(["v1", "v2"])).toBe("v2");
    expect(head(["v2"], { against: "v1" })).toBe("v2");
    expect(head(["v1"], { head: "v2" })).toBe("v2");
    expect(head(["new.json"], { againstUrl: "https://example.com" })).toBe("new.json");
    expect(head(["node", "server.js"], { againstStdio: true })).toBe(undefined);
    expect(head(["node", "server.js"], { againstStdio: true, head: "new.json" })).toBe("new.json");
    expect(head(["npm:notes@1.0.0", "new.json", "--stdio"])).toBe("new.json");
  });

  const tooMany = "pegboard diff [base] [head]; options name them too: --against <base>, --head <head>";
  const cases: readonly [title: string, words: readonly string[], options: SideOptions, message: string][] = [
    ["three words", ["a", "b", "c"], {}, `'c' is one catalog too many: a base and a head are compared\n${tooMany}`],
    [
      "a head twice",
      ["b"],
      { against: "a", head: "c" },
      `'b' is one catalog too many: a base and a head are compared\n${tooMany}`,
    ],
    [
      "two bases",
      [],
      { against: "a", againstStdio: true },
      "--against and --against-stdio can't be combined: there is one base",
    ],
    [
      "variables without a server",
      [],
      { env: ["TOKEN"] },
      "--env is for --against-stdio, --head --stdio and npm:NAME@VERSION",
    ],
    ["a header without a server", [], { headerEnv: ["A=B"] }, "--header-env is for a server behind a URL"],
    ["a time without a server", [], { timeout: 5 }, "--timeout is for a server that is started or behind a URL"],
    [
      "one secret for two servers",
      ["https://example.com/mcp"],
      { head: "https://example.org/mcp", headerEnv: ["A=B"] },
      "--header-env is for one server, and both sides are behind URLs\nsave the list of one of them first",
    ],
  ];
  it.each(cases)("%s is refused", async (_title, words, options, message) => {
    expect(await refused(() => chooseSides(terminal, words, options))).toBe(message);
  });

  it("a server without a command is refused", async () => {
    expect(await refused(chooseSides(terminal, [], { againstStdio: true }).base)).toBe(
      "--against-stdio needs the command that starts the server\n--against-stdio -- COMMAND ARGUMENTS",
    );
  });
});
