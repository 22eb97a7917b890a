import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// The variables that catalog.yaml declares, and a host that is opened at start.

const declared = `environment:
  NOTES_TOKEN: {description: Token of the note service, required: true, secret: true}
  NOTES_REGION: {description: Where notes are kept, default: north}
  NOTES_FAILS: {description: The host fails with this text}
host: eager
`;
const host = `import { HostUnavailable, type OpenHost } from "pegboard/runtime";
import type { Environment } from "../generated/environment.ts";
import type { Deps } from "./handlers/deps.ts";

export const openHost: OpenHost<Deps, Environment> = ({ env, log }) => {
  const token: string = env.NOTES_TOKEN;
  console.log("not a line of the protocol");
  log.warn(\`opened with \${token}\`, { url: \`https://notes.example/?token=\${token}\` });
  if (env.NOTES_FAILS === "path") {
    throw new HostUnavailable("the notes can't be opened", "never", { operatorMessage: \`/srv/notes of \${token} is not there\` });
  }
  if (env.NOTES_FAILS !== undefined) throw new Error(\`\${env.NOTES_FAILS} (\${token})\`);
  return { deps: { notes: new Map([["region", { title: env.NOTES_REGION, text: "" }]]) }, close: async () => {} };
};
`;
const handler = `import { ok } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async (_input, { notes }) => ok([...notes.values()]);
`;
const catalog = readFileSync(join(root, "test", "fixtures", "notes", "schema", "catalog.yaml"), "utf8");
const secret = "s3cret-value";

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/catalog.yaml": `${catalog}${declared}`,
    "src/host.ts": host,
    "src/handlers/note/note_list.ts": handler,
  });
});
afterAll(() => project.remove());

const serve = (env: Readonly<Record<string, string>>) =>
  pegboard(["serve", "--catalog", project.folder], { env: { NOTES_TOKEN: "", ...env }, stdin: "" });

describe("a server whose catalog declares variables", () => {
  it("does not start without a required one, and says so in one sentence", async () => {
    const { code, stdout, stderr } = await serve({});
    expect({ code, stdout, lines: stderr.trim().split("\n") }).toEqual({
      code: 2,
      stdout: "",
      lines: [
        "error: the environment variable NOTES_TOKEN (Token of the note service) is not set",
        expect.stringContaining("set it in the environment of the server"),
      ],
    });
  });

  it("and for `call` one sentence names the variable, what it is, and how to set it", async () => {
    const words = ["call", "note_list", "--catalog", project.folder];
    const { code, stdout, stderr } = await pegboard(words, { env: { NOTES_TOKEN: "" }, stdin: "" });
    expect({ code, stdout, stderr }).toEqual({
      code: 5,
      stdout: "",
      stderr:
        "error: HOST_UNAVAILABLE: the environment variable NOTES_TOKEN (Token of the note service) is not set; set it in the environment of this command, as by 'export NOTES_TOKEN=…'\n",
    });
  });

  it("does not start where its host fails at start, and masks the secret in its message", async () => {
    const { code, stdout, stderr } = await serve({ NOTES_TOKEN: secret, NOTES_FAILS: "no service" });
    expect({ code, stdout }).toEqual({ code: 5, stdout: "" });
    expect(stderr).toContain("error: the host can't be opened: no service ([secret])");
    expect(stderr).not.toContain(secret);
  });

  it("tells the operator at start what callers must not see of a host that is unavailable", async () => {
    const { code, stderr } = await serve({ NOTES_TOKEN: secret, NOTES_FAILS: "path" });
    expect({ code, error: stderr.split("\n").find((line) => line.startsWith("error: ")) }).toEqual({
      code: 5,
      error: "error: the host can't be opened: /srv/notes of [secret] is not there",
    });
  });

  it("opens its host before the first request, with defaults, and logs no secret", async () => {
    const { code, stdout, stderr } = await serve({ NOTES_TOKEN: secret });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("opened with [secret]");
    expect(stderr).not.toContain(secret);
    const connection = await connectStdio({
      command: process.execPath,
      args: [mainPath, "serve", "--catalog", project.folder],
      env: { NOTES_TOKEN: secret },
      stderr: "ignore",
    });
    const answer = await connection.callTool("note_list");
    await connection.close();
    expect(answer).toMatchObject({ structuredContent: { items: [{ title: "north" }] } });
  });

  it("is installed with its variables, as the client's own environment has them", async () => {
    const home = mkdtempSync(join(tmpdir(), "pegboard-environment-"));
    mkdirSync(join(home, ".cursor"));
    const words = ["install", "cursor", "--catalog", project.folder, "--yes"];
    const { code, stderr, stdout } = await pegboard(words, { env: { HOME: home, NOTES_TOKEN: secret } });
    const written = readFileSync(join(home, ".cursor", "mcp.json"), "utf8");
    rmSync(home, { recursive: true, force: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("the server starts where Cursor has NOTES_TOKEN in its environment");
    expect(written).not.toContain(secret);
    const [entry] = Object.values<{ env: unknown }>(JSON.parse(written).mcpServers);
    const reference = (name: string) => ["$", `{env:${name}}`].join("");
    expect(entry?.env).toEqual({
      NOTES_TOKEN: reference("NOTES_TOKEN"),
      NOTES_REGION: reference("NOTES_REGION"),
      NOTES_FAILS: reference("NOTES_FAILS"),
    });
  });

  it("has a page and a type that name them", () => {
    const page = readFileSync(join(project.folder, "generated", "docs", "index.md"), "utf8");
    expect(page).toContain("| `NOTES_TOKEN` | **required** | Token of the note service (secret) |");
    expect(page).toContain("| `NOTES_REGION` | `north` | Where notes are kept |");
    const types = readFileSync(join(project.folder, "generated", "environment.ts"), "utf8");
    expect(types).toContain("readonly NOTES_TOKEN: string;");
    expect(types).toContain("readonly NOTES_FAILS?: string | undefined;");
  });
});
