import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { verdicts } from "../../src/cli/usage/judge-usage.ts";
import { type ConfigRows, configGrammar } from "../../src/shell/settings/config-grammar.ts";
import { parseConfig } from "../../src/shell/settings/parse-config.ts";
import { recordTerminal } from "../cli/record-terminal.ts";

// docs/serving.md describes everything that can be set, and nothing else.

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "docs/serving.md"), "utf8");
const program = createProgram(recordTerminal(root).terminal, () => undefined);
const flagsOf = (name: string) =>
  program.commands
    .find((command) => command.name() === name)
    ?.options.map(({ long }) => long ?? "")
    .filter((flag) => !["--help"].includes(flag)) ?? [];

/** Rows of the table of settings. */
const rows = text.split("\n").filter((line) => line.split("|").length === 7 && !/^\| flag|^\|-/.test(line));

test("every flag of serve stands in it, and every flag in it is one of serve, call or usage", () => {
  const shown = new Set([...text.matchAll(/--[a-z][a-z-]+/g)].map(([flag]) => flag));
  expect(flagsOf("serve").filter((flag) => !shown.has(flag))).toEqual([]);
  // Node's own, in NODE_OPTIONS, and that of a built server, and of the program.
  const known = new Set(["--import", "--version", ...["serve", "call", "usage", "token"].flatMap(flagsOf)]);
  expect([...shown].filter((flag) => !known.has(flag))).toEqual([]);
});

test("every key of the configuration file stands in the table, and no other", () => {
  const keysOf = (grammar: ConfigRows, before = ""): readonly string[] =>
    Object.entries(grammar).flatMap(([key, row]) =>
      row.kind === "group" ? keysOf(row.rows, `${before}${key}.`) : [`${before}${key}`],
    );
  const reported = rows.flatMap((row) => /`([\w.]+)`/.exec(row.split("|")[3] ?? "")?.[1] ?? []);
  expect([...reported].sort()).toEqual([...keysOf(configGrammar)].sort());
});

test("every variable that settings are read from stands in the table, and no other", () => {
  const sources = [
    "serve-settings.ts",
    "find-config.ts",
    "http-options.ts",
    "listing-flags.ts",
    "session-handle.ts",
    "identity-options.ts",
    "state-key.ts",
  ];
  const code = sources.map((path) => readFileSync(join(root, "src/shell/settings", path), "utf8")).join("\n");
  const read = new Set([...code.matchAll(/PEGBOARD_[A-Z_]*[A-Z]/g)].map(([name]) => name));
  const reported = new Set(rows.flatMap((row) => [...row.matchAll(/PEGBOARD_[A-Z_]*[A-Z]/g)].map(([name]) => name)));
  expect([...reported].sort()).toEqual([...read].sort());
});

test("its configuration file has no mistake", () => {
  const [, example = ""] = /```json\n(\{\n {2}"\$schema"[\s\S]*?)```/.exec(text) ?? [];
  expect(example).toContain('"http"');
  expect(parseConfig({ path: "c.json", text: example }).mistakes).toEqual([]);
});

test("it explains every verdict", () => {
  const explained = [...text.matchAll(/^\| ([a-z ]+) \| [^|]+ \|$/gm)].map(([, verdict]) => verdict);
  expect(verdicts.filter((verdict) => !explained.includes(verdict))).toEqual([]);
});
