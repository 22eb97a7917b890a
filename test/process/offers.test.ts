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
import { mainPath, pegboardHere, root } from "./run-pegboard.ts";

// Prompts and resources that a catalog declares, under the real clients of both eras: over stdio, and at one server over HTTP.

const files = {
  "schema/prompts/review_note.yaml": `name: review_note
title: Review a note
description: Ask for a review of one note.
arguments:
  note: { description: Title of the note, required: true, completion: computed }
  style: { description: How strict it is, completion: [strict, kind, short] }
messages:
  - text: { file: review.md }
  - { role: assistant, text: "First {{tool note_list}}." }
`,
  "schema/prompts/review.md": 'Review "{{note}}". {{style}}\n',
  "schema/prompts/plan_day.yaml": `name: plan_day
description: Plan a day.
arguments:
  day: { description: Which day, required: true }
computed: true
`,
  "src/prompts/review_note.ts": `import type { Completions } from "pegboard/runtime";
import type { ReviewNoteArguments } from "../../generated/prompts/review_note.ts";
import type { Deps } from "../handlers/deps.ts";

export const reviewNoteCompletions: Completions<"note", ReviewNoteArguments, Deps> = {
  note: async (typed, { style }, { notes }, { signal }) => {
    if (typed === "broken") throw new Error("secret words");
    return [\`\${typed} as \${style}, \${notes.size} notes, \${signal.aborted}\`, ...Array.from({ length: 100 }, (_, at) => \`n\${at}\`)];
  },
};
`,
  "src/prompts/plan_day.ts": `import type { PromptHandler } from "pegboard/runtime";
import type { PlanDayArguments } from "../../generated/prompts/plan_day.ts";
import type { Deps } from "../handlers/deps.ts";

export const planDay: PromptHandler<PlanDayArguments, Deps> = async ({ day }, { notes }, { signal }) => {
  if (day === "never") return { refused: "there is no such day" };
  if (day === "broken") throw new Error("secret words");
  if (day === "wrong") return [{ role: "user", content: { type: "image", data: "no base64!", mimeType: "image/png" } }];
  return [
    { role: "user", text: \`\${day}: \${notes.size} notes, \${signal.aborted}\` },
    { role: "user", content: { type: "image", data: "AQID", mimeType: "image/png" } },
  ];
};
`,
  "schema/resources/style.yaml": `name: style
title: House style
description: How notes are written.
uri: notes://style
text: Short sentences.
`,
  "schema/resources/note.yaml": `name: note
description: One part of a note.
uri_template: notes://note/{title}/{part}
mime_type: text/plain
variables:
  title: { completion: computed }
  part: { description: Which part, completion: [head, body] }
computed: true
`,
  "src/resources/note.ts": `import type { Completions, ResourceHandler } from "pegboard/runtime";
import type { NoteVariables } from "../../generated/resources/note.ts";
import type { Deps } from "../handlers/deps.ts";

export const note: ResourceHandler<NoteVariables, Deps> = ({ title, part }) => {
  if (title === "gone") return undefined;
  if (title === "broken") throw new Error("secret words");
  return part === "head" ? Uint8Array.of(1, 2, 3) : \`\${title} of \${part}\`;
};

export const noteCompletions: Completions<"title", NoteVariables, Deps> = {
  title: (typed) => [" ", "!"].map((end) => typed + end),
};
`,
};

let project: NotesProject;
let built = "";
const started: ChildProcess[] = [];

beforeAll(async () => {
  project = await makeNotesProject(files);
  mkdirSync(join(project.folder, "node_modules"));
  symlinkSync(root, join(project.folder, "node_modules", "pegboard"), "dir");
  const { code, stdout, stderr } = await pegboardHere(["build", "--catalog", project.folder]);
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
  built = join(project.folder, "dist");
}, 120_000);
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  project.remove();
});

/** What both generations of clients can do. */
interface Reader {
  getServerCapabilities(): object | undefined;
  listPrompts(): Promise<{ readonly prompts: readonly object[] }>;
  getPrompt(params: {
    name: string;
    arguments?: Record<string, string>;
  }): Promise<{ readonly messages: readonly object[] }>;
  complete(params: {
    ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
    argument: { name: string; value: string };
    context?: { arguments?: Record<string, string> };
  }): Promise<{ readonly completion: { readonly values: readonly string[] } }>;
  listResources(): Promise<{ readonly resources: readonly { readonly uri: string }[] }>;
  listResourceTemplates(): Promise<{ readonly resourceTemplates: readonly { readonly uriTemplate: string }[] }>;
  readResource(params: { uri: string }): Promise<{ readonly contents: readonly object[] }>;
  close(): Promise<void>;
}

const clientInfo = { name: "pegboard-test", version: "1.0.0" };

function command() {
  return { command: process.execPath, args: [mainPath, "serve", "--catalog", built], stderr: "ignore" as const };
}

async function serveHttp(): Promise<URL> {
  const child = spawn(process.execPath, [mainPath, "serve", "--catalog", built, "--http", "0"], {
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
function url(): Promise<URL> {
  http ??= serveHttp();
  return http;
}

const ways: readonly (readonly [way: string, open: () => Promise<Reader>])[] = [
  ["the installed base over stdio", () => installed(new InstalledStdio(command()))],
  ["2026-07-28 over stdio", () => modern(new ModernStdio(command()))],
  ["the installed base over HTTP", async () => installed(new InstalledHttp(await url()))],
  ["2026-07-28 over HTTP", async () => modern(new ModernHttp(await url()))],
];

describe.each(ways)("%s", (_way, open) => {
  let client: Reader;
  beforeAll(async () => {
    client = await open();
  });
  afterAll(() => client.close());

  test("the server says that it has prompts and completions", () => {
    expect(client.getServerCapabilities()).toMatchObject({ prompts: {}, completions: {}, resources: {}, tools: {} });
  });

  test("prompts are listed with their arguments, and without the values that are offered", async () => {
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: "plan_day",
        description: "Plan a day.",
        arguments: [{ name: "day", description: "Which day", required: true }],
      },
      {
        name: "review_note",
        title: "Review a note",
        description: "Ask for a review of one note.",
        arguments: [
          { name: "note", description: "Title of the note", required: true },
          { name: "style", description: "How strict it is", required: false },
        ],
      },
    ]);
  });

  test("a prompt is filled in: a value stays as it is, and an argument that was left out is nothing", async () => {
    const note = "$& {{style}} {{tool x}}";
    const { messages } = await client.getPrompt({ name: "review_note", arguments: { note, more: "ignored" } });
    expect(messages).toEqual([
      { role: "user", content: { type: "text", text: `Review "${note}". ` } },
      { role: "assistant", content: { type: "text", text: "First note_list." } },
    ]);
  });

  test("a handler makes messages of any content", async () => {
    const { messages } = await client.getPrompt({ name: "plan_day", arguments: { day: "today" } });
    expect(messages).toEqual([
      { role: "user", content: { type: "text", text: "today: 0 notes, false" } },
      { role: "user", content: { type: "image", data: "AQID", mimeType: "image/png" } },
    ]);
  });

  test.each([
    ["a missing argument", "review_note", {}, "the prompt 'review_note' needs the argument 'note': Title of the note"],
    ["a blank argument", "review_note", { note: " " }, "needs the argument 'note'"],
    ["an unknown prompt", "review_notes", {}, "unknown prompt 'review_notes'; did you mean 'review_note'?"],
    ["a refusal", "plan_day", { day: "never" }, "Invalid params: there is no such day"],
    ["a name of every object", "constructor", {}, "unknown prompt 'constructor'"],
  ])("%s is explained", async (_what, name, args, message) => {
    await expect(client.getPrompt({ name, arguments: args })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
    });
  });

  test.each(["broken", "wrong"])("a handler that is %s says nothing of its inside", async (day) => {
    const error: unknown = await client.getPrompt({ name: "plan_day", arguments: { day } }).catch((caught) => caught);
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining("under the id") });
    expect(JSON.stringify(error)).not.toMatch(/secret|base64/);
  });

  test("values are completed, for prompts and templates", async () => {
    const ref = { type: "ref/prompt" as const, name: "review_note" };
    const offered = async (name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion;
    expect(await offered("style", "S")).toEqual({ values: ["strict", "short"], total: 2, hasMore: false });
    expect(await offered("none", "")).toEqual({ values: [], total: 0, hasMore: false });
    const template = { type: "ref/resource" as const, uri: "notes://note/{title}/{part}" };
    const argument = { name: "part", value: "b" };
    expect((await client.complete({ ref: template, argument })).completion).toMatchObject({ values: ["body"] });
    for (const uri of ["pegboard://docs/{tool}", "notes://style"]) {
      const { completion } = await client.complete({ ref: { type: "ref/resource", uri }, argument });
      expect(completion).toEqual({ values: [], total: 0, hasMore: false });
    }
    await expect(client.complete({ ref: { ...ref, name: "none" }, argument })).rejects.toMatchObject({ code: -32602 });
  });

  test("values are computed, with what is filled in and what the host opened", async () => {
    const ref = { type: "ref/prompt" as const, name: "review_note" };
    const context = { arguments: { style: "kind" } };
    const completed = async (value: string) =>
      (await client.complete({ ref, argument: { name: "note", value }, context })).completion;
    const { values, ...rest } = await completed("mi");
    expect([values[0], values.length, rest]).toEqual([
      expect.stringMatching(/^mi as kind, \d+ notes, false$/),
      100,
      { total: 101, hasMore: true },
    ]);
    const template = { type: "ref/resource" as const, uri: "notes://note/{title}/{part}" };
    const titles = await client.complete({ ref: template, argument: { name: "title", value: "a/" } });
    expect(titles.completion.values).toEqual(["a/ ", "a/!"]);
    const error: unknown = await completed("broken").catch((caught) => caught);
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining("under the id") });
    expect(JSON.stringify(error)).not.toContain("secret");
  });

  test("resources and templates of the catalog are listed after the server's own", async () => {
    expect((await client.listResources()).resources.at(-1)).toEqual({
      uri: "notes://style",
      name: "style",
      title: "House style",
      description: "How notes are written.",
      mimeType: "text/markdown",
    });
    expect((await client.listResourceTemplates()).resourceTemplates.at(-1)).toMatchObject({
      uriTemplate: "notes://note/{title}/{part}",
      name: "note",
    });
  });

  test("resources are read: a text, and what a handler makes of the decoded variables", async () => {
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read("notes://style")).toEqual([
      { uri: "notes://style", mimeType: "text/markdown", text: "Short sentences." },
    ]);
    const body = "notes://note/M%C3%BCsli%20%2F/body";
    expect(await read(body)).toEqual([{ uri: body, mimeType: "text/plain", text: "Müsli / of body" }]);
    const head = "notes://note/a/head";
    expect(await read(head)).toEqual([{ uri: head, mimeType: "text/plain", blob: "AQID" }]);
  });

  test.each(["notes://note/gone/body", "notes://note/a/b/c", "notes://note/%zz/body", "notes://note//body"])(
    "%s is not there",
    async (uri) => {
      await expect(client.readResource({ uri })).rejects.toMatchObject({ data: { uri } });
    },
  );

  test("a broken handler of a resource says nothing of its inside", async () => {
    const error: unknown = await client.readResource({ uri: "notes://note/broken/body" }).catch((caught) => caught);
    expect(error).toMatchObject({ code: -32603 });
    expect(JSON.stringify(error)).not.toContain("secret");
  });
});
