import { describe, expect, test } from "vitest";
import type { ContentBlock } from "../../src/runtime/content.ts";
import { audio, image, resourceLink } from "../../src/runtime/content.ts";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import type { ResourceProvider } from "../../src/runtime/resource-provider.ts";
import { ok } from "../../src/runtime/result.ts";
import { wireContent } from "../../src/server/wire-content.ts";
import { handlers, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { modernEnvelope, openWire } from "./wire.ts";

const words = { uri: "test://words", name: "words" };

const provider: ResourceProvider = {
  list: async (cursor) => (cursor === undefined ? { entries: [words] } : undefined),
  templates: async () => ({ entries: [{ uriTemplate: "test://{id}", name: "any" }] }),
  async read(uri) {
    switch (uri) {
      case words.uri:
        return { uri, mimeType: "text/plain", text: "all of them" };
      case "test://locked":
        throw new HostUnavailable("the database is locked", "later");
      case "test://broken":
        throw new Error("secret words");
      case "test://wrong":
        return { uri: "no uri", text: "secret words" };
      default:
        return undefined;
    }
  },
};

function opened(resources = provider) {
  const notes = openNotes({
    openHost: () => ({
      deps: { notes: [], sessions: notes.sessions },
      sessions: notes.sessions,
      resources,
      close: async () => undefined,
    }),
  });
  return openWire({ sources: notes.dispatch.sources }, notes);
}

const modern = (params: object = {}) => ({ ...params, _meta: modernEnvelope });

describe("resources", () => {
  test("are listed and read in the older eras, without words that those don't know", async () => {
    const wire = opened();
    await wire.initialize("2025-11-25");
    const { result } = await wire.request("resources/list");
    expect(result).toEqual({
      resources: expect.arrayContaining([expect.objectContaining({ uri: "pegboard://guide" }), words]),
    });
    expect((await wire.request("resources/templates/list")).result).toMatchObject({
      resourceTemplates: [{ uriTemplate: "pegboard://docs/{tool}" }, { uriTemplate: "test://{id}" }],
    });
    expect((await wire.request("resources/read", { uri: words.uri })).result).toEqual({
      contents: [{ uri: words.uri, mimeType: "text/plain", text: "all of them" }],
    });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("say in the modern era how long they may be kept: ours for long, the host's not at all", async () => {
    const wire = opened();
    expect((await wire.request("resources/list", modern())).result).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    const guide = await wire.request("resources/read", modern({ uri: "pegboard://guide" }));
    expect(guide.result).toMatchObject({ resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" });
    const read = await wire.request("resources/read", modern({ uri: words.uri }));
    expect(read.result).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test.each([
    ["2024-11-05", -32002],
    ["2025-11-25", -32002],
    ["2026-07-28", -32602],
  ])("that are not there have the code of %s", async (revision, code) => {
    const wire = opened();
    const isModern = revision === "2026-07-28";
    if (!isModern) await wire.initialize(revision);
    const params = { uri: "test://nothing" };
    const { error } = await wire.request("resources/read", isModern ? modern(params) : params);
    expect(error).toEqual({ code, message: "Resource not found: test://nothing", data: params });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("are not repeated whole where somebody asks for megabytes", async () => {
    const wire = opened();
    await wire.initialize();
    const { error } = await wire.request("resources/read", { uri: `test://${"x".repeat(1_000_000)}` });
    expect(error).toMatchObject({ code: -32002, data: { uri: `test://${"x".repeat(1_992)}…` } });
    expect(JSON.stringify(error).length).toBeLessThan(2_500);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("faults of the host: its own sentence, or an id that the log knows too; nothing else gets out", async () => {
    const wire = opened();
    await wire.initialize();
    const messages: unknown[] = [];
    for (const uri of ["test://locked", "test://broken", "test://wrong"]) {
      messages.push((await wire.request("resources/read", { uri })).error);
    }
    const reported = expect.stringMatching(
      /^Internal error: the log of the server has details under the id [\w-]{12}$/,
    );
    expect(messages).toEqual([
      { code: -32603, message: "Internal error: the database is locked" },
      { code: -32603, message: reported },
      { code: -32603, message: reported },
    ]);
    expect(wire.lines.join()).not.toContain("secret");
    const logged = wire.log.filter(({ message }) => message === "a resource failed");
    expect(logged.map(({ fields }) => fields)).toEqual([
      { id: expect.any(String), error: expect.stringContaining("secret words") },
      { id: expect.any(String), error: expect.stringContaining("contents[0].uri: expected an absolute URI") },
    ]);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("an entry that no client could read is a fault of the host", async () => {
    const broken: ResourceProvider = { ...provider, list: async () => ({ entries: [{ uri: "no uri", name: "n" }] }) };
    const wire = opened(broken);
    await wire.initialize();
    expect((await wire.request("resources/list")).error).toMatchObject({ code: -32603 });
    expect(wire.log).toMatchObject([{ fields: { error: expect.stringMatching(/entries\[\d+\]\.uri: expected/) } }]);
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  test("bad cursors and params are refused", async () => {
    const wire = opened();
    await wire.initialize();
    for (const method of ["resources/list", "resources/templates/list"]) {
      for (const cursor of ["x", "own:7", 7, {}]) {
        expect((await wire.request(method, { cursor })).error, `${method} ${cursor}`).toMatchObject({ code: -32602 });
      }
    }
    for (const uri of [undefined, 7, null, []]) {
      const params = uri === undefined ? {} : { uri };
      expect((await wire.request("resources/read", params)).error).toMatchObject({ code: -32602 });
    }
    expect((await wire.request("resources/subscribe", { uri: words.uri })).error).toMatchObject({ code: -32601 });
    wire.stdin.end();
    expect(await wire.exit).toBe(0);
  });
});

describe("content", () => {
  const link = resourceLink({ uri: "test://a", name: "a", description: "the first" });
  const content: readonly ContentBlock[] = [
    image(new Uint8Array(1), "image/png"),
    audio(new Uint8Array(1), "audio/wav"),
    link,
  ];
  const [picture, sound] = content;
  const noSound = { type: "text", text: "[audio, audio/wav: not supported by this client's revision of MCP]" };
  const noLink = { type: "text", text: "[a: test://a, the first]" };

  test.each([
    ["2024-11-05", [picture, noSound, noLink]],
    ["2025-03-26", [picture, sound, noLink]],
    ["2025-06-18", content],
    ["2026-07-28", content],
  ])("that came later than %s goes out as text", (revision, expected) => {
    expect(wireContent(content, revision)).toEqual(expected);
  });

  test("is fitted to the revision that the client negotiated", async () => {
    const registry = notesRegistry({}, { ...handlers, note_list: () => ok([], { content }) });
    const sent: unknown[] = [];
    for (const revision of ["2025-03-26", "2025-06-18"]) {
      const wire = openWire({ registry }, openNotes({ registry }));
      await wire.initialize(revision);
      const { result } = await wire.request("tools/call", { name: "note_list" });
      sent.push(result);
      wire.stdin.end();
      expect(await wire.exit).toBe(0);
    }
    expect(sent).toMatchObject([{ content: [{}, picture, sound, noLink] }, { content: [{}, picture, sound, link] }]);
  });
});
