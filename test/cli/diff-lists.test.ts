import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publishedList } from "../../src/cli/compared/published-list.ts";
import { resolvedSide } from "../../src/cli/compared/resolved-catalog.ts";
import { readSources } from "../../src/cli/project.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/contract/json.ts";
import { type Repository, temporaryProject } from "../process/git-repository.ts";
import { type Finished, runProgram } from "./run-program.ts";

// Files as the sides of `diff`: saved lists in all their forms, catalogs, baselines, and where findings about them point.

let made: Repository;
beforeEach(() => {
  made = temporaryProject();
});
afterEach(() => made.dispose());

const create = "schema/tools/note/note_create.yaml";

function diff(...words: readonly string[]): Promise<Finished> {
  return runProgram(["diff", "--format", "line", ...words], { cwd: made.path });
}

const unchanged = { code: 0, stdout: "", stderr: "" };

/** Without the fingerprints. */
function reported({ stdout }: Finished): readonly string[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace(/ \[[0-9a-f]{12}\]$/, ""));
}

function tool(maxLength: number, name = "note_find"): JsonObject {
  const properties = { text: { type: "string", maxLength } };
  return {
    name,
    description: "Finds notes by their text",
    inputSchema: { type: "object", properties, additionalProperties: false },
  };
}

async function published(): Promise<Json> {
  const side = resolvedSide(await readSources(made.path), { name: "schema/", rename: (path) => path });
  return publishedList(side, undefined).list;
}

it("a param of this project that answers to its name in the list is not a break", async () => {
  made.put("old.json", JSON.stringify(await published()));
  made.edit(create, "  text: { type: string", "  body: { aliases: [{ name: text }], type: string");
  made.edit(create, "text: Two litres", "body: Two litres");
  expect(reported(await diff("--against", "old.json"))).toEqual([
    expect.stringContaining("WARN tool-description-changed: "),
    `${create}:11:3 INFO param-renamed-with-alias: note_create.text: param 'text' is now 'body' and answers to its old name`,
  ]);
});

describe("two saved lists, with no project around", () => {
  beforeEach(() => made.remove("schema"));

  const forms: readonly [title: string, of: (tools: readonly Json[]) => Json][] = [
    ["{tools}", (tools) => ({ tools })],
    ["a JSON-RPC answer", (tools) => ({ jsonrpc: "2.0", id: 1, result: { tools } })],
    ["an array", (tools) => [...tools]],
  ];

  it.each(forms)("as %s, on one line or many: findings stand at the key that changed", async (_title, of) => {
    const [old, now] = [of([tool(20)]), of([tool(10)])];
    const column = JSON.stringify(now).indexOf('"maxLength"') + 1;
    made.put("old.json", JSON.stringify(old));
    made.put("new.json", JSON.stringify(now));
    const { code, stdout } = await diff("old.json", "new.json");
    expect(code).toBe(1);
    const [, line, at] = /^new\.json:(\d+):(\d+) ERR param-narrowed: /.exec(stdout) ?? [];
    expect(Number(line)).toBe(1);
    // The param or the very keyword: both are on the way to it.
    expect(Number(at)).toBeGreaterThan(column - 60);
    expect(Number(at)).toBeLessThanOrEqual(column);
    made.put("new.json", JSON.stringify(now, undefined, 2));
    const spread = await diff("old.json", "new.json");
    const [, spreadLine] = /^new\.json:(\d+):\d+ ERR param-narrowed: /.exec(spread.stdout) ?? [];
    const lines = JSON.stringify(now, undefined, 2).split("\n");
    expect(lines.slice(Number(spreadLine) - 1).join("\n")).toMatch(/^\s*"(?:text|maxLength)":/);
  });

  it("what is gone stands in the old one, by its name", async () => {
    made.put("old.json", JSON.stringify({ tools: [tool(20), tool(20, "note_drop")] }, undefined, 2));
    made.put("new.json", JSON.stringify({ tools: [tool(20)] }));
    const { stdout } = await diff("old.json", "new.json");
    const text = JSON.stringify({ tools: [tool(20), tool(20, "note_drop")] }, undefined, 2);
    const line = text.split("\n").findIndex((one) => one.includes("note_drop")) + 1;
    expect(stdout).toMatch(new RegExp(`^old\\.json:${line}:15 ERR tool-removed`, "m"));
  });

  it("equal ones, in another order of keys and another form, give nothing", async () => {
    const { name, description, inputSchema } = tool(20);
    made.put("old.json", JSON.stringify([tool(20)]));
    made.put("new.json", `\ufeff${JSON.stringify({ tools: [{ inputSchema, name, description }] }, undefined, 4)}`);
    expect(await diff("old.json", "new.json")).toEqual(unchanged);
    expect(await diff("--against", "old.json", "--head", "new.json")).toEqual(unchanged);
    expect(await diff("--against", "old.json", "new.json")).toEqual(unchanged);
  });

  it("entries that are not tools are reported, and the rest is compared", async () => {
    const tools = [tool(20), { description: "No name" }, null];
    made.put("old.json", JSON.stringify({ tools: [tool(20)] }));
    made.put("new.json", JSON.stringify({ tools }));
    expect(await diff("old.json", "new.json")).toEqual({
      ...unchanged,
      stderr: "new.json: 2 entries of the list not compared; the first at /tools/1: it has no name\n",
    });
  });

  it("names in a foreign list do nothing to a terminal", async () => {
    made.put("old.json", JSON.stringify([tool(20, "\u001b[31mred")]));
    made.put("new.json", "[]");
    const { stdout } = await diff("old.json", "new.json");
    expect(stdout).toContain("'\\u{1b}[31mred'");
    expect(stdout).not.toContain("\u001b");
  });

  it("without schema/ there is nothing to compare one list with", async () => {
    made.put("old.json", "[]");
    expect((await diff("old.json")).stderr).toContain("there is no schema/catalog.yaml here or in any folder above");
  });
});

describe("a list and a catalog", () => {
  it("are compared as lists: what a catalog publishes is equal to itself", async () => {
    made.put("published.json", JSON.stringify(await published()));
    expect(await diff("published.json")).toEqual(unchanged);
    expect(await diff("schema/..", "published.json")).toEqual(unchanged);
    expect(await diff("published.json", "--profile", "all")).toEqual(unchanged);
  });

  it("findings point into the YAML of the param", async () => {
    made.put("published.json", JSON.stringify(await published()));
    made.edit(create, "max_length: 80", "max_length: 40");
    const { code, stdout } = await diff("published.json");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^schema\/tools\/note\/note_create\.yaml:10:\d+ ERR param-narrowed: note_create\.title/m);
  });

  it("what the list had and the catalog has not stands in the list", async () => {
    const list = await published();
    if (!isJsonObject(list) || !Array.isArray(list.tools)) throw new Error("that is not a list");
    made.put("published.json", JSON.stringify({ tools: [...list.tools, tool(20)] }, undefined, 2));
    expect(reported(await diff("published.json"))).toEqual([
      expect.stringMatching(/^published\.json:\d+:15 ERR tool-removed/),
    ]);
  });

  it("an unknown profile is refused, with the known ones; so is one where none is needed", async () => {
    made.put("published.json", JSON.stringify(await published()));
    expect((await diff("published.json", "--profile", "al")).stderr).toBe(
      "error: 'schema/' has no profile 'al'\n       did you mean 'all'?\n",
    );
    expect((await diff("published.json", "published.json", "--profile", "all")).stderr).toBe(
      "error: --profile is for comparing a catalog with a list of tools\n",
    );
    expect((await diff(".", "--profile", "all")).stderr).toBe(
      "error: --profile is for comparing a catalog with a list of tools\n",
    );
  });
});

describe("catalogs in files", () => {
  it("the baseline: what is gone stands at its name in it", async () => {
    await runProgram(["baseline", "--release"], { cwd: made.path });
    made.remove("schema/tools/note/note_list.yaml");
    made.edit("schema/catalog.yaml", ", read with {{tool note_list}}", "");
    const { stdout } = await diff();
    const [, place] = /^test\/baseline\/catalog\.json:(\d+):\d+ \S+ tool-removed/m.exec(stdout) ?? [];
    const { stdout: cut } = await runProgram(["diff"], { cwd: made.path });
    expect(place).toBeDefined();
    // The frame for people shows that line.
    expect(cut).toMatch(new RegExp(`^ *${place} \\| +"name": "note_list",$`, "m"));
  });

  it("a catalog.json on either side, and a folder", async () => {
    await runProgram(["generate"], { cwd: made.path });
    expect(await diff("generated/.cache/catalog.json")).toEqual(unchanged);
    made.edit(create, "max_length: 80", "max_length: 40");
    for (const words of [["generated/.cache/catalog.json"], ["generated/.cache/catalog.json", "."]]) {
      expect((await diff(...words)).stdout).toMatch(
        /^schema\/tools\/note\/note_create\.yaml:10:\d+ \S+ param-narrowed/m,
      );
    }
    const { stdout } = await diff(".", "generated/.cache/catalog.json");
    expect(stdout).toMatch(/^generated\/\.cache\/catalog\.json:\d+:\d+ \S+ param-widened/m);
  });

  it("an edited baseline is a finding as the base and refused as the head", async () => {
    await runProgram(["baseline", "--release"], { cwd: made.path });
    made.edit("test/baseline/catalog.json", '"title": "Notes"', '"title": "Other"');
    const finding = /^test\/baseline\/catalog\.json:\d+:3 ERR baseline-missing-or-edited: /;
    expect(await diff()).toEqual({ code: 1, stdout: expect.stringMatching(finding), stderr: "" });
    expect((await diff("test/baseline/catalog.json")).stdout).toMatch(finding);
    expect((await diff(".", "test/baseline/catalog.json")).stderr).toContain(
      "error: 'test/baseline/catalog.json' was edited: its hash does not match its catalog\n",
    );
  });

  it("a baseline with the marks of a merge is refused", async () => {
    made.put("test/baseline/catalog.json", "<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> topic\n");
    const { code, stderr } = await diff();
    expect(code).toBe(2);
    expect(stderr).toContain("error: 'test/baseline/catalog.json' can't be used as a baseline: it is not JSON");
    expect(stderr).toContain("       restore it from version control");
  });
});
