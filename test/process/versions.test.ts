import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as InstalledClient } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectStdio } from "../../scripts/plain-connection.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { RecordingTransport } from "./recording-transport.ts";
import { mainPath, pegboard, root } from "./run-pegboard.ts";

// A project whose note_create is in its third version, with the first two mapped to it, and whose note_list keeps a
// handler for its first: compiled, type-checked by the compiler that runs it, and called by real clients.

let project = "";
beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), "pegboard-versions-"));
  cpSync(join(root, "test", "golden", "compile", "versions", "schema"), join(project, "schema"), { recursive: true });
  cpSync(join(root, "test", "fixtures", "versions"), project, { recursive: true });
  const { code, stderr } = await pegboard(["generate", "--catalog", project]);
  if (code !== 0) throw new Error(stderr);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

interface Answer {
  readonly isError: boolean;
  readonly structuredContent: unknown;
  readonly notices: readonly unknown[];
}

interface Visit {
  call(name: string, given: JsonObject, version?: number): Promise<Answer>;
  listed(): Promise<readonly string[]>;
  close(): Promise<void>;
}

function noticesIn(meta: unknown): readonly unknown[] {
  const notices = (meta as { readonly "pegboard/notices"?: readonly { readonly text: string }[] } | undefined)?.[
    "pegboard/notices"
  ];
  return (notices ?? []).map(({ text }) => text);
}

async function visitModern(): Promise<Visit> {
  const connection = await connectStdio({
    command: process.execPath,
    args: [mainPath, "serve", "--catalog", project],
    revision: "2026-07-28",
  });
  return {
    async call(name, given, version) {
      const meta = version === undefined ? undefined : { "pegboard/version": version };
      const answer = await connection.callTool(name, given, meta);
      if (answer.kind !== "result") throw new Error(answer.message);
      const { isError, structuredContent } = answer;
      return { isError, structuredContent, notices: noticesIn(answer.meta) };
    },
    listed: async () => (await connection.listTools()).map(({ name }) => name),
    close: () => connection.close(),
  };
}

async function visitInstalled(): Promise<Visit> {
  const transport = new RecordingTransport({ revision: "2025-06-18", words: ["serve", "--catalog", project] });
  const client = new InstalledClient({ name: "pegboard-test", version: "1.0.0" });
  // The class fits the SDK's Transport; its optional members differ only in exactOptionalPropertyTypes.
  await client.connect(transport as never);
  return {
    async call(name, given, version) {
      const _meta = version === undefined ? undefined : { "pegboard/version": version };
      const answer = await client.callTool({ name, arguments: given, ...(_meta === undefined ? {} : { _meta }) });
      return {
        isError: answer.isError === true,
        structuredContent: answer.structuredContent,
        notices: noticesIn(answer._meta),
      };
    },
    listed: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}

describe.each([
  ["SDK 2.x at 2026-07-28", visitModern],
  ["SDK 1.x at 2025-06-18", visitInstalled],
])("%s", (_title, visit) => {
  it("is shown each tool once, and gets the version that it asks for", async () => {
    const client = await visit();
    try {
      expect(await client.listed()).toEqual(["note_create", "note_list", "tool_search", "tool_describe"]);
      expect(await client.call("note_create", { title: "Milk", text: "Two litres" }, 1)).toEqual({
        isError: false,
        structuredContent: { title: "Milk", body: "Two litres (program)", priority: 2 },
        notices: [
          "version 1 of 'note_create' is deprecated since 0.2.0 and may be removed from 2027-12-01 on (the text is called body); use version 3",
        ],
      });
      expect(await client.call("note_create", { title: "Bread", body: "Rye" }, 2)).toMatchObject({
        structuredContent: { title: "Bread", body: "Rye (person)", priority: 3 },
      });
      const current = { title: "Salt", body: "Fine", source: "script", priority: 1 };
      expect(await client.call("note_create", current)).toEqual({
        isError: false,
        structuredContent: { title: "Salt", body: "Fine (program)", priority: 1 },
        notices: [],
      });
      expect(await client.call("note_list", { limit: 1 })).toMatchObject({
        structuredContent: { items: [{ title: "Milk" }], count: 1 },
      });
      expect(await client.call("note_list", { limit: 500 }, 1)).toMatchObject({
        structuredContent: { items: ["Milk", "Bread", "Salt"], count: 3 },
      });
    } finally {
      await client.close();
    }
  });

  it("gets the errors of its call in the older version's words, and which versions there are", async () => {
    const client = await visit();
    try {
      expect(await client.call("note_create", { title: "Milk", text: 5 }, 1)).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "INVALID_ARGUMENTS", violations: [{ path: "/text" }] } },
      });
      await client.call("note_create", { title: "Milk" }, 1);
      await client.call("note_create", { title: "Bread" }, 1);
      expect(await client.call("note_list", { limit: 1 }, 1)).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "LIST_TOO_LONG", data: { limit: 1 } } },
      });
      expect(await client.call("note_create", { title: "Milk" }, 1)).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "NOTE_EXISTS" } },
      });
      expect(await client.call("note_list", {}, 3)).toMatchObject({
        isError: true,
        structuredContent: { error: { code: "INVALID_ARGUMENTS", versions: [2, 1] } },
      });
    } finally {
      await client.close();
    }
  });
});

describe("the commands", () => {
  const own = (...words: string[]) => pegboard([...words, "--catalog", project]);

  it("call a version that is asked for", async () => {
    const older = await own("call", "note_create", "title=Milk", "--tool-version", "1");
    expect(older.code).toBe(0);
    expect(JSON.parse(older.stdout)).toEqual({ title: "Milk", body: "nothing (program)", priority: 2 });
    expect(older.stderr).toContain("Notice: version 1 of 'note_create' is deprecated since 0.2.0");
    const unknown = await own("call", "note_create", "title=Milk", "--tool-version", "9");
    expect(unknown.code).toBe(4);
    expect(unknown.stderr).toContain("'note_create' has no version 9");
    expect((await own("call", "note_create", "--tool-version", "one")).stderr).toContain(
      "It must be the number of a version, such as 1.",
    );
  });

  it("describe which versions there are", async () => {
    const { stdout } = await own("describe", "note_create");
    expect(stdout).toContain("version 3");
    expect(stdout).toContain(
      "older versions: 2 (until 2028-01-01), 1 (until 2027-12-01); pegboard call --tool-version calls one",
    );
  });

  it("generate finds the files of every version, and says which handler no version needs any more", async () => {
    expect((await own("generate", "--check")).stderr).toBe("");
    const path = join(project, "schema/tools/note/note_list.v1.yaml");
    const before = readFileSync(path, "utf8");
    const mapped = before
      .replace("max: 1000", "max: 50")
      .replace(/^deadline: .*\n/m, "")
      .replace("items: {type: string}", "items: {ref: Note}")
      .concat("upgrade: {}\n");
    writeFileSync(path, mapped);
    try {
      const { stderr } = await own("generate", "--check");
      expect(stderr).toContain("src/handlers/note/note_list.v1.ts");
      expect(stderr).toContain("delete the file: 'upgrade' in schema/tools/note/note_list.v1.yaml stands in for it");
    } finally {
      writeFileSync(path, before);
    }
  });
});
