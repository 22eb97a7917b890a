import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Finished, pegboard, pegboardHere, root } from "./run-pegboard.ts";

// Releasing and comparing, on a copy of the `desk` fixture.

let project = "";
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "pegboard-diff-"));
  cpSync(join(root, "test/fixtures/desk/schema"), join(project, "schema"), { recursive: true });
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const tool = "schema/tools/desk/desk_open.yaml";
const recorded = "test/baseline/catalog.json";
const notChecked = "note: the types were not checked: typescript is not installed in the project\n";
const version = "2.0.0";

function own(...words: string[]): Promise<Finished> {
  return pegboardHere(words, { cwd: project });
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(project, path), "utf8");
  if (!text.includes(from)) throw new Error(`'${from}' is not in ${path}`);
  writeFileSync(join(project, path), text.replace(from, to));
}

describe("pegboard baseline --release", () => {
  it("records the catalog, and again when nothing changed, with the same bytes", async () => {
    const first = await own("baseline", "--release");
    expect(first).toEqual({ code: 0, stdout: `recorded desk ${version} in ${recorded}\n`, stderr: notChecked });
    const text = readFileSync(join(project, recorded), "utf8");
    expect((await own("baseline", "--release")).code).toBe(0);
    expect(readFileSync(join(project, recorded), "utf8")).toBe(text);
  });

  it("refuses handlers that don't fit the types, unless it is not to look at them", async () => {
    mkdirSync(join(project, "node_modules"));
    symlinkSync(join(root, "node_modules", "typescript"), join(project, "node_modules", "typescript"));
    writeFileSync(
      join(project, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { strict: true }, files: ["a.ts"] }),
    );
    writeFileSync(join(project, "a.ts"), "export const count: number = 'one';\n");
    const refused = await own("baseline", "--release");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^a\.ts\(1,14\): error TS2322/);
    expect(refused.stderr).toContain("baseline not written: the type check failed");
    const json = await own("baseline", "--release", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      written: false,
      types: "fails",
      report: expect.stringMatching("TS2322"),
    });
    expect(existsSync(join(project, recorded))).toBe(false);
    expect(await own("baseline", "--release", "--no-check")).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(join(project, "a.ts"), "export const count: number = 1;\n");
    expect(await own("baseline", "--release")).toMatchObject({ code: 0, stderr: "" });
  });

  it("refuses changes under the version that is released already, and takes them under the next", async () => {
    await own("baseline", "--release");
    const text = readFileSync(join(project, recorded), "utf8");
    edit(tool, "agent: { type: string, max_length: 80", "agent: { type: string, max_length: 64");
    const refused = await own("baseline", "--release");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`refused: catalog-version-not-bumped: version ${version} is released already`);
    expect(readFileSync(join(project, recorded), "utf8")).toBe(text);
    edit("schema/catalog.yaml", `version: ${version}`, "version: 99.0.0");
    expect((await own("baseline", "--release")).code).toBe(0);
  });

  it("is the only way to write it", async () => {
    const { code, stderr } = await own("baseline");
    expect(code).toBe(2);
    expect(stderr).toContain("pegboard baseline --release");
  });
});

describe("pegboard diff", () => {
  it("needs something to compare with", async () => {
    const { code, stderr } = await own("diff");
    expect(code).toBe(2);
    expect(stderr).toContain(`there is no baseline: '${recorded}' does not exist`);
  });

  it("finds nothing against itself: baseline, folder, catalog.json", async () => {
    await own("baseline", "--release");
    await own("generate");
    for (const against of ["baseline", ".", "generated/.cache/catalog.json", recorded]) {
      expect(await own("diff", "--against", against)).toEqual({ code: 0, stdout: "no changes\n", stderr: "" });
    }
    expect(await own("diff", "--required-bump")).toEqual({ code: 0, stdout: "none\n", stderr: "" });
  });

  it("names a removed tool, and fails where the gate says so", async () => {
    const removed = "schema/tools/desk/desk_log.yaml";
    edit(removed, "since: 1.0.0\n", "since: 1.0.0\nstability: experimental\n");
    await own("baseline", "--release");
    rmSync(join(project, removed));
    const words = ["diff", "--fail-on", "warn", "--format", "line"];
    const { code, stdout } = await pegboard(words, { cwd: project });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^test\/baseline\/catalog\.json.* (ERR|WARN) tool-removed: .*desk_log/m);
    expect((await own("diff", "--fail-on", "never")).code).toBe(0);
  });

  it("prints the same changes as JSON, with places in the YAML", async () => {
    await own("baseline", "--release");
    edit(tool, "agent: { type: string, max_length: 80", "agent: { type: string, max_length: 64");
    const { stdout } = await own("diff", "--json");
    const { changes } = JSON.parse(stdout) as { changes: { id: string; line: number; fingerprint: string }[] };
    expect(changes.map(({ id }) => id)).toContain("param-narrowed");
    for (const { fingerprint } of changes) expect(fingerprint).toMatch(/^[0-9a-f]{12}$/);
  });

  it("finds a baseline that was edited by hand, and compares nothing with it", async () => {
    await own("baseline", "--release");
    edit(recorded, '"title": "Desk"', '"title": "Another"');
    const { code, stdout } = await own("diff", "--format", "line");
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^test\/baseline\/catalog\.json:\d+:3 ERR baseline-missing-or-edited: the baseline was edited: its hash does not match its catalog \[[0-9a-f]{12}\]\n$/,
    );
    const release = await own("baseline", "--release");
    expect(release.code).toBe(2);
    expect(release.stderr).toContain("was edited: its hash does not match its catalog (baseline-missing-or-edited)");
  });
});
