import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as InstalledStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as InstalledHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeNotesProject, type NotesProject } from "./notes-project.ts";
import { mainPath, pegboard, pegboardHere, root } from "./run-pegboard.ts";

// What a built catalog gives to be read, and results that are too large, under the real clients of both eras: each over
// stdio, and both at one server over HTTP.

const hostWithResources = `import type { OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

const words = "test://words";

export const openHost: OpenHost<Deps> = () => ({
  deps: { notes: new Map() },
  resources: {
    list: async () => ({ entries: [{ uri: words, name: "words" }] }),
    templates: async () => ({ entries: [{ uriTemplate: "test://{id}", name: "any" }] }),
    read: async (uri) => (uri === words ? { uri, mimeType: "text/plain", text: "the arguments" } : undefined),
  },
  close: async () => undefined,
});
`;

const manyNotes = `import { audio, image, ok, resourceLink } from "pegboard/runtime";
import type { NoteList } from "../../../generated/contracts/note_list.ts";
import type { ToolHandler } from "../deps.ts";

export const noteList: ToolHandler<NoteList> = async ({ limit }) =>
  ok(
    Array.from({ length: limit }, (_, at) => ({ title: \`note \${at}\`, text: "long ".repeat(500) })),
    {
      content: [
        image(Uint8Array.of(1, 2, 3), "image/png"),
        audio(Uint8Array.of(4), "audio/wav"),
        resourceLink({ uri: "test://words", name: "words" }),
      ],
    },
  );
`;

let project: NotesProject;
let built = "";
const started: ChildProcess[] = [];

beforeAll(async () => {
  project = await makeNotesProject({ "src/host.ts": hostWithResources, "src/handlers/note/note_list.ts": manyNotes });
  // What was built leans on the package that is installed beside it.
  mkdirSync(join(project.folder, "node_modules"));
  symlinkSync(root, join(project.folder, "node_modules", "pegboard"), "dir");
  const { code, stdout, stderr } = await pegboardHere(["build", "--catalog", project.folder, "--no-check"]);
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
  built = join(project.folder, "dist");
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  project.remove();
});

/** What both generations of clients can do. */
interface Reader {
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly { readonly uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<{ readonly contents: readonly object[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly uri?: string;
}

const clientInfo = { name: "pegboard-test", version: "1.0.0" };
const serving = ["serve", "--max-result", "20000", "--catalog"];

function command() {
  return { command: process.execPath, args: [mainPath, ...serving, built], stderr: "inherit" as const };
}

async function serveHttp(): Promise<URL> {
  const child = spawn(process.execPath, [mainPath, ...serving, built, "--http", "0"], {
    env: { PATH: process.env.PATH, PEGBOARD_USAGE: "off" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let stderr = "";
  return new Promise((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /serving at (\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code}: ${stderr}`)));
  });
}

async function installed(transport: InstalledStdio | InstalledHttp): Promise<Reader> {
  const client = new InstalledClient(clientInfo);
  // Its optional members differ from the SDK's own type only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  return client;
}

async function modern(transport: ModernStdio | ModernHttp): Promise<Reader> {
  const client = new ModernClient(clientInfo, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(transport as never); // as above
  return client;
}

let http: Promise<URL> | undefined;
const ways: readonly (readonly [way: string, keeps: boolean, open: () => Promise<Reader>])[] = [
  ["the installed base over stdio", true, () => installed(new InstalledStdio(command()))],
  ["2026-07-28 over stdio", true, () => modern(new ModernStdio(command()))],
  [
    "the installed base over HTTP",
    false,
    async () => {
      http ??= serveHttp();
      return installed(new InstalledHttp(await http));
    },
  ],
  [
    "2026-07-28 over HTTP",
    false,
    async () => {
      http ??= serveHttp();
      return modern(new ModernHttp(await http));
    },
  ],
];

describe.each(ways)("%s", (_way, keeps, open) => {
  let client: Reader;
  beforeAll(async () => {
    client = await open();
  });
  afterAll(() => client.close());

  test("instructions describe the catalog, and where to read on", () => {
    expect(client.getInstructions()?.split("\n").at(-1)).toBe("More: the resource pegboard://guide");
  });

  test("the guide, the pages and what the host brings are listed and read", async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "pegboard://guide",
      "pegboard://docs/errors",
      "pegboard://docs/note_create",
      "pegboard://docs/note_list",
      "test://words",
    ]);
    for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toMatchObject([{ uri }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    const own = ["pegboard://docs/{tool}", ...(keeps ? ["pegboard://results/{id}"] : [])];
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([...own, "test://{id}"]);
  });

  test("what is not there is refused with its URI", async () => {
    const uri = "test://nothing";
    await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { uri } });
  });

  test("a small result carries pictures, sound and links", async () => {
    const result = await client.callTool({ name: "note_list", arguments: { limit: 1 } });
    const kinds = (result as { content: readonly Block[] }).content.map(({ type }) => type);
    expect(kinds.slice(0, 3)).toEqual(["text", "image", "audio"]);
    // Over stateless HTTP the installed client says its revision with every request, so nothing is held back there either.
    expect(kinds.slice(3)).toEqual(["resource_link"]);
  });

  test("a large one is cut, and where the process lasts, the link gives all of it", async () => {
    const result = await client.callTool({ name: "note_list", arguments: { limit: 40 } });
    const { content, structuredContent } = result as {
      content: readonly Block[];
      structuredContent: { items: readonly object[] };
    };
    const shown = structuredContent.items.length;
    expect(shown).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify({ content, structuredContent }))).toBeLessThan(20_000);
    expect(content.at(-1)?.text).toContain(`items: ${shown} of 40 shown`);
    const link = content.find(({ uri }) => uri?.startsWith("pegboard://results/"));
    expect(link !== undefined).toBe(keeps);
    if (link?.uri === undefined) return;
    const [whole] = (await client.readResource({ uri: link.uri })).contents as readonly { readonly text: string }[];
    expect(JSON.parse(whole?.text ?? "")).toMatchObject({ count: 40, items: { length: 40 } });
  });
});

test("on a terminal a result comes whole, and what can't be shown is described beside it", async () => {
  const { code, stdout, stderr } = await pegboard(["call", "note_list", "--catalog", built, '{"limit":40}']);
  expect([code, stderr]).toEqual([
    0,
    "[image, image/png: --json prints it]\n[audio, audio/wav: --json prints it]\n[words: test://words]\n",
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ count: 40, items: { length: 40 } });
});
