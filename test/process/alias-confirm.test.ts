import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeNotesProject, type NotesProject, noteDelete } from "./notes-project.ts";
import { mainPath } from "./run-pegboard.ts";

// A tool that must be confirmed, under old names: what is published is what is enforced. A client that sends only what the listed
// schemas take can do all that the tool does.

const aliases = `aliases:
  - { name: remove_note, of: old, rename: { name: title } }
  - { name: erase_note, of: old, params: { called: { type: string, required: true } }, adapt: true }
`;
const eraseNote = `export const eraseNote = ({ called }: { called: string }) => ({ title: called });
`;
const [yamlPath, handlerPath] = ["schema/tools/note/note_delete.yaml", "src/handlers/note/note_delete.ts"] as const;
const catalogYaml = `format: 1
server: { name: notes, title: Notes, version: 0.1.0 }
targets: [claude, openai]
tiers: { essential: { badge: E, summary: What every client needs } }
families: { note: { title: Notes, summary: Short texts with a title } }
profiles:
  all: { families: all }
  old: { list_as: old }
  plain: { list_as: old, texts: plain }
errors:
  NOTE_EXISTS:
    code: -31001
    message: "there is a note titled '{title}' already"
    data: { title: string }
    retry: changed_arguments
`;

let project: NotesProject;
beforeAll(async () => {
  project = await makeNotesProject({
    "schema/catalog.yaml": catalogYaml,
    [yamlPath]: `${noteDelete[yamlPath]}${aliases}`,
    [handlerPath]: noteDelete[handlerPath],
    "src/handlers/note/erase_note.ts": eraseNote,
  });
});
afterAll(() => project.remove());

async function connected<T>(profile: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ name: "pegboard-test", version: "1.0.0" });
  const words = [mainPath, "serve", "--catalog", project.folder, "--profile", profile];
  await client.connect(new StdioClientTransport({ command: process.execPath, args: words, stderr: "ignore" }));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

describe.each(["old", "plain"])("profile %s", (profile) => {
  test.each([
    ["remove_note", { name: "Milk" }],
    ["erase_note", { called: "Milk" }],
  ])("%s asks for a confirmation that its listed schema takes", async (name, given) => {
    await connected(profile, async (client) => {
      const { tools } = await client.listTools();
      const listed = tools.find((tool) => tool.name === name);
      const takes = new Ajv2020({ strict: false }).compile(listed?.inputSchema ?? false);
      // As a client that compares every structured content with the listed schema, that of errors too.
      const call = (sent: object) => client.callTool({ name, arguments: { ...sent } });
      const unconfirmed = await call(given);
      expect(unconfirmed.isError).toBe(true);
      expect(unconfirmed.content).toMatchObject([{ text: expect.stringContaining("CONFIRMATION_REQUIRED: ") }]);
      const confirmed = { ...given, confirm: true };
      expect([takes(given), takes(confirmed), takes({ ...given, confirm: "yes" })]).toEqual([true, true, false]);
      expect(await call(confirmed)).toMatchObject({
        structuredContent: { deleted: false },
      });
    });
  });
});
