import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outputBelow } from "./markdown-blocks.ts";
import { makePageProject, type PageProject } from "./page-project.ts";
import { root, run } from "./run-pegboard.ts";

// Pages for authors: each is a project as `pegboard init` makes it, with the files of the page. They are compiled, type-checked and tested.

const pages = {
  "testing.md": 13,
  "debugging.md": 7,
  "environment.md": 6,
  "images-and-files.md": 12,
  "recipes.md": 19,
  "sessions.md": 8,
  "old-names.md": 7,
} as const;

describe.each(Object.entries(pages))("docs/%s", (name, tests) => {
  let project: PageProject;
  beforeAll(() => {
    project = makePageProject(name);
  });
  afterAll(() => project.remove());

  it("compiles without a finding, and leaves no handler to be written", async () => {
    const { code, stdout, stderr } = await project.pegboard("generate");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("created src/");
  });

  it("type-checks, and its tests pass", async () => {
    expect(await project.typeCheck()).toEqual({ code: 0, stdout: "", stderr: "" });
    expect(await project.test()).toBe(`Tests  ${tests} passed (${tests})`);
  });

  it("leads to pages and headings that are there", () => {
    const links = [...project.page.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, path = "", heading]) => {
      const text = readFileSync(join(root, "docs", path === "" ? name : path), "utf8");
      return heading !== undefined && !headingsOf(text).includes(heading);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

function headingsOf(text: string): readonly string[] {
  const titles = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => title.toLowerCase());
  return titles.map((title) => title.replace(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-"));
}

describe("the mistake of docs/debugging.md", () => {
  let project: PageProject;
  beforeAll(async () => {
    project = makePageProject("debugging.md");
    expect((await project.pegboard("generate")).code).toBe(0);
  });
  afterAll(() => project.remove());

  /** The stack in the log, with the folder taken off, as far as it is of the project. */
  const ownStack = (stderr: string, folder: string) => {
    const line = stderr.split("\n").find((text) => text.includes('"event":"a call failed"')) ?? "{}";
    const { error = "" } = JSON.parse(line);
    const own = String(error).split("\n").slice(0, 4).join("\n");
    return `${own.replaceAll(`${folder}/`, "")}\n`;
  };

  it("is named by the lines of the author in a call, and console.log does not reach stdout", async () => {
    const main = join(root, "dist", "cli", "main.js");
    const words = [main, "call", "note_longest", "--catalog", "."];
    const { code, stdout, stderr } = await run(process.execPath, words, { cwd: project.folder });
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(ownStack(stderr, project.folder)).toBe(outputBelow(project.page, "One call, without a server"));
    expect(stderr).toContain("a line while I search\n");
  });

  it("is named by them in a build, wherever it is started, and without its maps by those of the build", async () => {
    expect(await project.pegboard("build", "--no-check")).toMatchObject({ code: 0, stderr: "" });
    const away = join(project.folder, "away");
    cpSync(join(project.folder, "dist"), away, { recursive: true });
    const call = () => {
      const lines = [
        {
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
        },
        { method: "notifications/initialized" },
        { id: 2, method: "tools/call", params: { name: "note_longest", arguments: {} } },
      ];
      const input = lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`).join("");
      return spawnSync(process.execPath, [join(away, "server.js")], { input, encoding: "utf8" }).stderr;
    };
    expect(ownStack(call(), project.folder)).toBe(outputBelow(project.page, "One call, without a server"));
    const manifest: { readonly files: readonly string[] } = JSON.parse(
      readFileSync(join(away, "pegboard-build.json"), "utf8"),
    );
    const maps = manifest.files.filter((path) => path.endsWith(".map"));
    expect(maps.filter((path) => path.includes("note_longest"))).toHaveLength(1);
    for (const path of maps) {
      const text = readFileSync(join(away, path), "utf8");
      expect(JSON.parse(text)).not.toHaveProperty("sourcesContent");
      expect(text).not.toContain(project.folder);
      rmSync(join(away, path));
    }
    expect(ownStack(call(), project.folder)).toMatch(
      /at noteLongest \(file:.*away\/chunks\/note_longest-\w+\.js:\d+:\d+\)/,
    );
  });
});

describe("the server of docs/environment.md", () => {
  let project: PageProject;
  beforeAll(async () => {
    project = makePageProject("environment.md");
    expect((await project.pegboard("generate")).code).toBe(0);
  });
  afterAll(() => project.remove());

  it.each([
    [2, {}, "error: the environment variable NOTES_TOKEN (Token of the note service) is not set\n"],
    // The whole sentence of the host: only errors of the system are shortened.
    [
      5,
      { NOTES_TOKEN: "abcdef", NOTES_REGION: "west" },
      "error: the host can't be opened: NOTES_REGION is one of north, south\n",
    ],
  ])("does not start where it can't work: code %i", async (code, given, sentence) => {
    const env = { NOTES_TOKEN: "", NOTES_REGION: "", ...given };
    const words = [join(root, "dist", "cli", "main.js"), "serve", "--catalog", "."];
    const ended = await run(process.execPath, words, { cwd: project.folder, env, stdin: "" });
    expect(ended).toMatchObject({
      code,
      stdout: "",
      stderr: expect.stringMatching(new RegExp(`^${escaped(sentence)}`)),
    });
  });

  it("lies in a folder whose git takes up no .env", () => {
    expect(readFileSync(join(project.folder, ".gitignore"), "utf8").split("\n")).toContain(".env");
  });
});

function escaped(text: string): string {
  return text.replace(/[.()]/g, "\\$&");
}
