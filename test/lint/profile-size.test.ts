import { describe, expect, it } from "vitest";
import { check } from "../../src/compiler/compile.ts";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";
import { caseSources } from "./golden-case.ts";

// How many tools a profile lists, beside what clients and models take. Too many files for a golden case.

interface Listing {
  readonly tools: number;
  readonly targets: string;
  readonly surface?: string;
}

function listing({ tools, targets, surface }: Listing): readonly SourceFile[] {
  const base = caseSources("clean").filter(({ path }) => !path.includes("/tools/"));
  const files = base.map(({ path, text }) =>
    path.endsWith("catalog.yaml") ? { path, text: catalogText(text, targets, surface) } : { path, text },
  );
  const written = Array.from({ length: tools }, (_, index) => toolText(`note_n${index}`));
  return [...files.filter(({ path }) => !/guide|params|types/.test(path)), ...written];
}

function catalogText(text: string, targets: string, surface: string | undefined): string {
  const all = `{ families: all${surface === undefined ? "" : `, surface: ${surface}`} }`;
  return text
    .replace(/, instructions: \{ file: guide\.md \}/, "")
    .replace("tiers:\n", `targets: [${targets}]\ntiers:\n`)
    .replace("core: { tiers: [essential] }", "core: { tiers: [common] }")
    .replace("full: { families: all }", `full: ${all}`);
}

function toolText(name: string): SourceFile {
  const text = `name: ${name}
title: Note ${name}
tier: essential
since: 1.0.0
summary: Create a note.
session: none
effects: { read_only: false, destructive: false, idempotent: false, open_world: false }
result: { type: boolean }
`;
  return { path: `schema/tools/notes/${name}.yaml`, text };
}

function reported(of: Listing): readonly string[] {
  return check(listing(of))
    .diagnostics.filter(({ code }) => code === "profile-tool-count")
    .map(({ severity, message }) => `${severity}: ${message}`);
}

describe("a profile of many tools", () => {
  it.each([
    ["thirty are few enough, two built-in ones among them", { tools: 28, targets: "claude" }, []],
    [
      "models choose worse among more",
      { tools: 29, targets: "claude" },
      ["warning: the profile 'full' lists 31 tools; the limit of models is 30: choosing the right tool gets worse"],
    ],
    [
      "Cursor warns beyond 40",
      { tools: 39, targets: "cursor", surface: "direct" },
      ["warning: the profile 'full' lists 41 tools; the limit of Cursor is 40: it warns, and tools may be left out"],
    ],
    [
      "Windsurf takes 100",
      { tools: 99, targets: "windsurf", surface: "folded" },
      ["error: the profile 'full' lists 101 tools; the limit of Windsurf is 100: no more can be switched on"],
    ],
    [
      "VS Code takes 128",
      { tools: 127, targets: "vscode", surface: "direct" },
      ["error: the profile 'full' lists 129 tools; the limit of VS Code is 128: every request is refused"],
    ],
    [
      "who does not aim at VS Code is only warned",
      { tools: 127, targets: "claude", surface: "direct" },
      ["warning: the profile 'full' lists 129 tools; the limit of models is 30: choosing the right tool gets worse"],
    ],
    [
      "auto lists them all while it is direct",
      { tools: 38, targets: "cursor", surface: "auto" },
      ["warning: the profile 'full' lists 40 tools; the limit of models is 30: choosing the right tool gets worse"],
    ],
    ["auto lists a handful from then on", { tools: 39, targets: "openai", surface: "auto" }, []],
  ] as const)("%s", (_, of, expected) => {
    expect(reported(of)).toEqual(expected);
  });

  it("says nothing where a handful of tools finds the others", () => {
    expect(reported({ tools: 129, targets: "vscode", surface: "meta" })).toEqual([]);
  });
});
