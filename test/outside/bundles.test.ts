import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { makeNotesProject, type NotesProject } from "../process/notes-project.ts";
import { pegboard, root } from "../process/run-pegboard.ts";
import { type Ended, runInGroup } from "./process-groups.ts";
import { outsidePrograms } from "./programs.ts";

// `pegboard build --mcpb`, as the makers of the format judge and pack it, and as a client that installs bundles starts it.

const programs = await outsidePrograms();
const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");
const declared = `environment:
  NOTES_TOKEN: {description: Token of the note service, required: true, secret: true}
host: eager
`;

let project: NotesProject;
let away = "";
beforeAll(async () => {
  project = await makeNotesProject({ "schema/catalog.yaml": `${catalog}${declared}` });
  const facts = { name: "notes", description: "Notes for agents", license: "MIT", author: { name: "Ada" } };
  writeFileSync(join(project.folder, "package.json"), JSON.stringify(facts));
  const built = await pegboard(["build", "--no-check", "--mcpb"], { cwd: project.folder });
  expect(built).toMatchObject({ code: 0, stderr: "" });
  away = mkdtempSync(join(tmpdir(), "pegboard-bundle-"));
  cpSync(join(project.folder, "dist"), join(away, "dist"), { recursive: true });
});
afterAll(() => {
  project.remove();
  rmSync(away, { recursive: true, force: true });
});

describe.skipIf(programs === undefined)("a bundle", () => {
  it("is accepted by the official validator, and a damaged manifest is not", async () => {
    const manifest = join(away, "dist", "manifest.json");
    expect(await mcpb("validate", manifest)).toMatchObject({ code: 0 });
    const damaged = join(away, "manifest.json");
    const { server, ...rest } = JSON.parse(readFileSync(manifest, "utf8"));
    writeFileSync(damaged, JSON.stringify(rest));
    expect(server).toMatchObject({ type: "node" });
    expect(await mcpb("validate", damaged)).toMatchObject({ code: 1 });
  });

  it("is packed by the official program, and what it unpacks is started as the manifest says", async () => {
    const file = join(away, "notes.mcpb");
    const folder = join(away, "installed");
    expect(await mcpb("pack", join(away, "dist"), file)).toMatchObject({ code: 0 });
    expect(await mcpb("unpack", file, folder)).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, "node_modules"))).toBe(false);
    const { server, user_config } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    expect(user_config).toMatchObject({ notes_token: { type: "string", required: true, sensitive: true } });
    const filled = (text: string) =>
      text.replaceAll(hole("__dirname"), folder).replaceAll(hole("user_config.notes_token"), "a-token");
    const { args, env } = server.mcp_config;
    const connection = await connectStdio({
      command: process.execPath,
      args: args.map(filled),
      cwd: away,
      env: Object.fromEntries(Object.entries<string>(env).map(([name, value]) => [name, filled(value)])),
    });
    try {
      expect((await connection.listTools()).map(({ name }) => name)).toContain("note_list");
      expect(await connection.callTool("note_list")).toMatchObject({ isError: false });
    } finally {
      await connection.close();
    }
  });
});

const hole = (name: string) => ["$", `{${name}}`].join("");

function mcpb(...words: string[]): Promise<Ended> {
  if (programs === undefined) throw new Error("the outside programs are not there");
  return runInGroup(programs.node, [programs.entry("mcpb"), ...words], {});
}
