import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readYaml } from "../../src/compiler/syntax/read-yaml.ts";
import { jsonOf } from "../../src/compiler/syntax/spec-node.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { type Repository, temporaryProject } from "./git-repository.ts";
import { mainPath } from "./run-pegboard.ts";

// action.yml: its script is run as GitHub runs it, with the built program in place of the one that npx would install.

const root = join(import.meta.dirname, "../..");

function action(): JsonObject {
  const { value, diagnostics } = readYaml({ path: "action.yml", text: readFileSync(join(root, "action.yml"), "utf8") });
  expect(diagnostics).toEqual([]);
  const read = value === undefined ? undefined : jsonOf(value);
  if (!isJsonObject(read)) throw new Error("action.yml is not a map");
  return read;
}

function step(): JsonObject {
  const runs = action().runs;
  const [only] = isJsonObject(runs) && Array.isArray(runs.steps) ? runs.steps : [];
  if (!isJsonObject(only)) throw new Error("action.yml has no step");
  return only;
}

let made: Repository;
beforeEach(() => {
  made = temporaryProject();
  mkdirSync(join(made.path, "bin"));
  const npx = join(made.path, "bin", "npx");
  writeFileSync(
    npx,
    '#!/bin/sh\n[ "$1 $2" = "--yes pegboard@latest" ] || exit 9\nshift 2\nexec "$PEGBOARD_NODE" "$PEGBOARD_MAIN" "$@"\n',
  );
  chmodSync(npx, 0o755);
});
afterEach(() => made.dispose());

function run(inputs: { readonly [name: string]: string }) {
  const env: Record<string, string> = {
    PATH: `${join(made.path, "bin")}:${process.env.PATH ?? ""}`,
    PEGBOARD_NODE: process.execPath,
    PEGBOARD_MAIN: mainPath,
    GITHUB_OUTPUT: join(made.path, "output"),
    GITHUB_STEP_SUMMARY: join(made.path, "summary"),
  };
  const defaults = action().inputs;
  for (const [name, input] of Object.entries(isJsonObject(defaults) ? defaults : {})) {
    const value = inputs[name] ?? (isJsonObject(input) ? String(input.default) : "");
    env[`PEGBOARD_${name.toUpperCase().replaceAll("-", "_")}`] = value;
  }
  return spawnSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", String(step().run)], {
    cwd: made.path,
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
}

function list(maxLength: number): string {
  const inputSchema = { type: "object", properties: { text: { type: "string", maxLength } } };
  return JSON.stringify({ tools: [{ name: "find", description: "Finds notes.", inputSchema }] });
}

describe("action.yml", () => {
  it("puts no input into a command", () => {
    expect(String(step().run)).not.toContain("${{");
    const { inputs } = action();
    const variables = isJsonObject(step().env) ? Object.values(step().env as JsonObject) : [];
    expect(variables).toEqual(Object.keys(isJsonObject(inputs) ? inputs : {}).map((name) => `\${{ inputs.${name} }}`));
  });

  it("fails for a break, and writes the bump, the summary, the comment and the log", () => {
    made.put("old.json", list(80));
    made.put("new.json", list(40));
    const { status, stdout, stderr } = run({
      base: "old.json",
      head: "new.json",
      sarif: "out.sarif",
      comment: "out.md",
    });
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(/^::error file=new\.json,.*title=param-narrowed::/);
    const written = (name: string) => readFileSync(join(made.path, name), "utf8");
    expect(written("output")).toBe("required-bump=major\n");
    expect(written("summary")).toBe(written("out.md"));
    expect(written("out.md")).toContain("`param-narrowed`");
    expect(JSON.parse(written("out.sarif")).runs[0].results).toHaveLength(1);
  });

  it("passes where nothing breaks, and where it is asked to", () => {
    made.put("old.json", list(40));
    made.put("new.json", list(40));
    expect(run({ base: "old.json", head: "new.json" }).status).toBe(0);
    made.put("new.json", list(20));
    expect(run({ base: "old.json", head: "new.json", "fail-on": "never" }).status).toBe(0);
  });

  it("takes an input that looks like a command as what it is: a name", () => {
    made.put("new.json", list(40));
    const { status, stderr } = run({ base: "$(touch here); touch here", head: "new.json" });
    expect(status).not.toBe(0);
    expect(stderr).toContain("touch here");
    expect(execFileSync("ls", [made.path], { encoding: "utf8" })).not.toMatch(/^here$/m);
  });
});
