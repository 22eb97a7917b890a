import { describe, expect, it, vi } from "vitest";
import { text } from "../../src/runtime/content.ts";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import { ok } from "../../src/runtime/result.ts";
import { examplesOf, openBench } from "../../src/testing/index.ts";
import { handlers, type LoggedLine, memoryLog, notesRegistry, openNotes } from "../runtime/notes-catalog.ts";
import { openNotesCatalog } from "./notes-bench.ts";

describe("a bench", () => {
  it("answers with a result or with an error, never with both", async () => {
    const { options } = await openNotesCatalog();
    const bench = openBench(options);
    expect(await bench.call("note_create", { title: " Milk " })).toEqual({
      result: { title: "Milk", text: "" },
      notices: [],
    });
    expect(await bench.call("note_create", { title: "Milk" })).toEqual({
      error: {
        code: "NOTE_EXISTS",
        message: "there is a note titled 'Milk' already",
        data: { title: "Milk" },
        hint: "choose another title",
      },
      notices: [],
    });
    await bench.close();
  });

  it("shows what callers read of a host that can't be opened, and of a handler that finds it closed", async () => {
    const registry = notesRegistry();
    const down = () => {
      throw new HostUnavailable("the notes are closed", "later", { operatorMessage: "the notes in /x are closed" });
    };
    const lines: LoggedLine[] = [];
    const bench = openBench({ registry, openHost: down, log: memoryLog(lines) });
    const error = { code: "HOST_UNAVAILABLE", message: "the notes are closed", retry: "later" };
    expect(await bench.call("note_list")).toEqual({ error, notices: [] });
    expect(lines.slice(0, 1)).toMatchObject([{ level: "warn", fields: { reason: "the notes in /x are closed" } }]);
    await bench.close();
    const closing = openBench({
      registry: notesRegistry({}, { ...handlers, note_list: down }),
      openHost: () => ({ deps: { notes: [], sessions: openNotes().sessions }, close: async () => undefined }),
      log: memoryLog(lines),
    });
    expect(await closing.call("note_list")).toEqual({ error, notices: [] });
    await closing.close();
    const environment = [{ name: "TOKEN", description: "A key", required: true, secret: true }] as const;
    const without = openBench({
      registry: { ...registry, environment },
      openHost: down,
      env: { TOKEN: undefined },
      log: memoryLog(lines),
    });
    expect((await without.call("note_list")).error).toMatchObject({ code: "HOST_UNAVAILABLE", retry: "never" });
    await without.close();
  });

  it("names what is wrong with arguments, and unknown tools", async () => {
    const { options } = await openNotesCatalog();
    const bench = openBench(options);
    expect((await bench.call("note_create", {})).error).toMatchObject({
      code: "INVALID_ARGUMENTS",
      violations: [expect.stringMatching(/^title: expected a text.*, found nothing$/)],
      hint: expect.stringContaining("required params: title"),
    });
    expect((await bench.call("note_creat")).error).toMatchObject({ code: "UNKNOWN_TOOL" });
    await bench.close();
  });

  it("knows old names, and passes on the notices for the caller", async () => {
    const { options } = await openNotesCatalog();
    const bench = openBench(options);
    const { result, notices } = await bench.call("add_note", { name: "Milk" });
    await bench.close();
    expect(result).toEqual({ title: "Milk", text: "" });
    expect(notices).toEqual([expect.stringContaining("'add_note' is deprecated")]);
  });

  it("passes on what the handler gives beside the value", async () => {
    const registry = notesRegistry({}, { ...handlers, note_list: () => ok([], { content: [text("more")] }) });
    const bench = openBench({
      registry,
      openHost: () => ({ deps: { notes: [], sessions: openNotes().sessions }, close: async () => undefined }),
    });
    expect(await bench.call("note_list")).toEqual({
      result: { items: [], count: 0 },
      content: [{ type: "text", text: "more" }],
      notices: [],
    });
    const { content, notices } = await bench.call("note_list", { what: 1 });
    expect([content, notices]).toEqual([
      [{ type: "text", text: "more" }],
      ["Notice: unknown param 'what' was ignored"],
    ]);
    await bench.close();
  });

  it("prints the stack of what a handler threw, beside the id that the caller gets", async () => {
    const registry = notesRegistry(
      {},
      {
        ...handlers,
        note_list: function brokenHandler() {
          throw new Error("no such table");
        },
      },
    );
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    try {
      const bench = openBench({
        registry,
        openHost: () => ({ deps: { notes: [], sessions: openNotes().sessions }, close: async () => undefined }),
      });
      const { error } = await bench.call("note_list");
      await bench.close();
      expect(error?.code).toBe("INTERNAL");
      const [text] = printed.mock.calls.map((words) => words.join(" "));
      const [id] = /[\w-]{12}$/.exec(error?.message ?? "") ?? [];
      expect(text).toContain(`"id":"${id}"`);
      expect(text).toMatch(/Error: no such table\n +at .*brokenHandler/);
      expect(error?.logged).toMatch(/^Error: no such table\n +at .*brokenHandler/);
    } finally {
      printed.mockRestore();
    }
  });

  it("lets a test say who calls", async () => {
    const seen: unknown[] = [];
    const registry = notesRegistry(
      {},
      {
        ...handlers,
        note_list: (_input: unknown, _deps: unknown, call: CallContext) => {
          seen.push(call.caller);
          return ok([]);
        },
      },
    );
    const bench = openBench({
      registry,
      openHost: () => ({ deps: { notes: [], sessions: openNotes().sessions }, close: async () => undefined }),
    });
    await bench.call("note_list");
    await bench.call("note_list", {}, { caller: { identity: { subject: "ada" }, client: { name: "cursor" } } });
    await bench.close();
    expect(seen).toEqual([
      { client: undefined, transport: "in-process", identity: undefined },
      {
        client: { name: "cursor" },
        transport: "in-process",
        identity: { subject: "ada", issuer: undefined, clientId: undefined, scopes: [] },
      },
    ]);
  });

  it("closes the host, once a call has opened it", async () => {
    const { options, closed } = await openNotesCatalog();
    const untouched = openBench(options);
    await untouched.close();
    expect(closed()).toBe(0);
    const used = openBench(options);
    await used.call("note_list");
    await used.close();
    expect(closed()).toBe(1);
  });
});

describe("examples", () => {
  it("that fail by what a handler threw say what it was and where, without the lines of packages", async () => {
    const registry = notesRegistry(
      {},
      {
        ...handlers,
        note_list: function brokenHandler() {
          const error = new Error("no such table");
          error.stack += "\n    at dispatch (file:///project/node_modules/pegboard/dist/runtime/index.js:1:1)";
          throw error;
        },
      },
    );
    const { catalog } = await openNotesCatalog();
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const openHost = () => ({ deps: { notes: [], sessions: openNotes().sessions }, close: async () => undefined });
    const example = examplesOf(catalog).find(({ tool }) => tool === "note_list");
    const failed = await example?.run({ registry, openHost, log: quiet }).catch((error: Error) => error.message);
    expect(failed).toMatch(
      /^the call failed with INTERNAL: Error: no such table\n +at .*brokenHandler .*bench\.test\.ts/,
    );
    expect(failed).not.toContain("node_modules");
  });

  it("of a catalog hold, each on a catalog of its own", async () => {
    const { catalog, options } = await openNotesCatalog();
    const cases = examplesOf(catalog);
    expect(cases.map(({ tool, title }) => `${tool}: ${title}`)).toEqual([
      "note_create: Write one",
      "note_list: Nothing yet",
    ]);
    for (const example of cases) await example.run(options);
  });

  it.each<[title: string, example: object, message: string | undefined]>([
    ["a part of the result", { arguments: { title: "A" }, result: { text: "" } }, undefined],
    [
      "another value",
      { arguments: { title: "A" }, result: { text: "B" } },
      'the answer differs from the example: result.text is "" instead of "B"',
    ],
    [
      "a value that is not there",
      { arguments: { title: "A" }, result: { id: "1" } },
      'the answer differs from the example: result.id is missing instead of "1"',
    ],
    ["an error instead of a result", { arguments: {}, result: {} }, "the call failed with INVALID_ARGUMENTS"],
    [
      "a result instead of an error",
      { arguments: { title: "A" }, error: "NOTE_EXISTS" },
      "the example expects the error NOTE_EXISTS; the answer was a result",
    ],
    [
      "the error that is promised",
      {
        given: [{ call: "note_create", with: { title: "A" }, keep: { t: "title" } }],
        arguments: { title: "$t" },
        error: "NOTE_EXISTS",
      },
      undefined,
    ],
    [
      "a kept value that the result does not have",
      { given: [{ call: "note_create", with: { title: "A" }, keep: { t: "note.id" } }], arguments: { title: "$t" } },
      "given: the result of note_create has no 'note.id'",
    ],
    [
      "a given call that fails",
      { given: [{ call: "note_create", with: {}, keep: {} }], arguments: {} },
      "given: note_create failed with INVALID_ARGUMENTS",
    ],
  ])("%s", async (title, example, message) => {
    const { options } = await openNotesCatalog();
    const [only] = examplesOf({ tools: [{ name: "note_create", examples: [{ title, given: [], ...example }] }] });
    const run = only?.run(options) ?? Promise.reject(new Error("no example"));
    if (message === undefined) await expect(run).resolves.toBeUndefined();
    else await expect(run).rejects.toThrow(message);
  });

  it("compare lists whole: what was not promised must not be in them", async () => {
    const { options } = await openNotesCatalog();
    const given = [{ call: "note_create", with: { title: "A" }, keep: {} }];
    const [only] = examplesOf({
      tools: [{ name: "note_list", examples: [{ title: "x", given, arguments: {}, result: { items: [] } }] }],
    });
    await expect(only?.run(options)).rejects.toThrow("result.items has 1 items instead of 0");
  });
});
