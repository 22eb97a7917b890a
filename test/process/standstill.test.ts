import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// Code of a catalog that never ends, in a process that has nothing else to do: Node would end with 13, and say nothing.

const never = "\nawait new Promise(() => undefined);\n";
const written = (path: string) => readFileSync(join(root, "test/fixtures/notes/written", path), "utf8");
const list = "src/handlers/note/note_list.ts";
const why = "a top-level await in its module, or in one that it imports, does not end";

const projects: NotesProject[] = [];
const projectOf = async (files: Readonly<Record<string, string>>) => {
  const project = await makeNotesProject(files);
  projects.push(project);
  return project.folder;
};
let module = "";
beforeAll(async () => {
  module = await projectOf({ [list]: `${written(list)}${never}` });
});
afterAll(() => {
  for (const project of projects) project.remove();
});

it.each([["call"], ["describe"]])("a handler's module that is never loaded is named by %s", async (verb) => {
  const { code, stderr } = await pegboard([verb, "note_list", "--catalog", module]);
  expect({ code, stderr }).toEqual({ code: 3, stderr: `error: 'note_list' (${list}) is never loaded: ${why}\n` });
});

it("a server answers other calls meanwhile, and that one within its limit", async () => {
  const args = [mainPath, "serve", "--catalog", module, "--call-timeout", "2", "--drain", "1"];
  const connection = await connectStdio({ command: process.execPath, args, env: {}, stderr: "ignore" });
  const order: string[] = [];
  const call = async (tool: string, given: Record<string, string>) => {
    const answer = await connection.callTool(tool, given);
    order.push(tool);
    return answer;
  };
  const [stuck, other] = await Promise.all([call("note_list", {}), call("tool_search", { query: "note" })]);
  expect(order).toEqual(["tool_search", "note_list"]);
  expect(other).toMatchObject({ isError: false });
  expect(stuck).toMatchObject({ isError: true, structuredContent: { error: { code: "DEADLINE_EXCEEDED" } } });
  await connection.close();
});

it("a handler that never answers is named", async () => {
  const folder = await projectOf({
    [list]: `export const noteList = () => new Promise<never>(() => undefined);\n`,
  });
  const { code, stderr } = await pegboard(["call", "note_list", "--catalog", folder]);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: "error: 'note_list' never answers: what its handler waits for does not come\n",
  });
});

it.each(["call", "serve"])("a host's module that is never loaded is named by %s", async (verb) => {
  const folder = await projectOf({ "src/host.ts": `${written("src/host.ts")}${never}` });
  const words = verb === "call" ? ["note_list"] : [];
  const { code, stderr } = await pegboard([verb, ...words, "--catalog", folder]);
  expect({ code, stderr: stderr.trimEnd().split("\n").at(-1) }).toEqual({
    code: 3,
    stderr:
      "error: the catalog is never loaded: a top-level await in src/host.ts, or in a module that it imports, does not end",
  });
});

it("a host that is never opened is named", async () => {
  const folder = await projectOf({
    "src/host.ts": "export const openHost = () => new Promise<never>(() => undefined);\n",
  });
  const { code, stderr } = await pegboard(["call", "note_list", "--catalog", folder]);
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr:
      "error: the host is never opened: openHost, or a top-level await in src/host.ts or in a module that it imports, does not end\n",
  });
});
