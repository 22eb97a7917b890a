import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./run-pegboard.ts";

// Start-up time is import time. The bundler leaves the name of each source file as a comment, so the built chunks tell
// what a command loads at once; what it imports later, when it is needed, is not followed.

const dist = join(root, "dist");

interface Loaded {
  /** Source files, relative to the repository. */
  readonly sources: readonly string[];
  readonly packages: readonly string[];
}

function loadedBy(command: string): Loaded {
  const start = readdirSync(join(dist, "chunks")).find((name) => name.startsWith(`${command}-`)) ?? "";
  const files = new Set([join(dist, "cli", "main.js"), join(dist, "chunks", start)]);
  const packages = new Set<string>();
  const sources = new Set<string>();
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, source = ""] of text.matchAll(/^\/\/ ((?:src|generated)\/\S+)$/gm)) sources.add(source);
    for (const [, target = ""] of text.matchAll(/^(?:import|export) ?(?:[^"]*? ?from ?)?"([^"]+)";$/gms)) {
      const chunk = resolve(dirname(file), target);
      // Templates hold import lines of other people's modules; those lead to no chunk of ours.
      if (!target.startsWith(".")) packages.add(target);
      else if (existsSync(chunk)) files.add(chunk);
    }
  }
  return { sources: [...sources].sort(), packages: [...packages].filter((name) => !name.startsWith("node:")).sort() };
}

/** What is made while a module is loaded and takes a twentieth of a second: data of ICU. */
function slowAtOnce(text: string): readonly string[] {
  return text.match(/^(?:var|let|const) \w+ = new Intl\..*$/gm) ?? [];
}

describe("what a command loads at once", () => {
  it.each(["serve", "call", "tools", "describe", "bridge"])(
    "%s: no compiler, no handler, no store, no SDK",
    (command) => {
      const { sources, packages } = loadedBy(command);
      expect(sources).toContain(`src/shell/verbs/${command}.ts`);
      expect(sources.filter((path) => /^(src\/(compiler|handlers|store|services)|generated)\//.test(path))).toEqual([]);
      expect(packages.filter((name) => !["commander", "picocolors", "cli-table3"].includes(name))).toEqual([]);
    },
  );

  it.each(["generate", "lint", "diff", "baseline", "explain"])("%s: no runtime and nothing generated", (command) => {
    const { sources } = loadedBy(command);
    expect(sources).toContain(`src/cli/commands/${command}.ts`);
    expect(sources.filter((path) => /^(src\/(runtime|server|handlers|store|services)|generated)\//.test(path))).toEqual(
      [],
    );
  });

  it("nothing that is slow to make", () => {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"));
    const found = files.flatMap((path) => slowAtOnce(readFileSync(join(dist, path), "utf8")));
    expect(found).toEqual([]);
    // It would be seen; made when it is needed, it is no matter.
    expect(
      slowAtOnce('var cells = new Intl.Segmenter("en");\nfunction f() {\n  cells ??= new Intl.Segmenter();\n}\n'),
    ).toEqual(['var cells = new Intl.Segmenter("en");']);
  });
});
