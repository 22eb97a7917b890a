import { describe, expect, test } from "vitest";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler, Registry, ToolEntry, UpgradedVersion } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes, tools, validatorOf } from "./notes-catalog.ts";
import { errorOf, valueOfAnswer } from "./read-answer.ts";

// Whose deadline a call has: its tool's own or the server's, whichever is shorter, by any name and through any proxy tool.

/** Longer than any test takes: a call that is stopped is stopped by the other deadline. */
const longMs = 600_000;
const shortMs = 15;

/** Goes on until it is stopped. */
const endless: ErasedHandler<NotesDeps> = (_input, _deps, call: CallContext<"optional">) =>
  new Promise((_resolve, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason)));

const soon: ErasedHandler<NotesDeps> = async () => {
  await new Promise((resolve) => setTimeout(resolve, 2 * shortMs));
  return ok([]);
};

/** The notes with handlers and facts of tools replaced. */
function notesWith(
  own: { readonly [tool: string]: ErasedHandler<NotesDeps> },
  facts: { readonly [tool: string]: Partial<ToolEntry<NotesDeps>> },
): Registry<NotesDeps> {
  const registry = notesRegistry({}, { ...handlers, ...own });
  const entries = Object.entries(registry.tools).map(([name, entry]) => [name, { ...entry, ...facts[name] }] as const);
  return { ...registry, tools: Object.fromEntries(entries) };
}

const endlessList = (deadlineMs: number | undefined, more: Partial<ToolEntry<NotesDeps>> = {}) =>
  notesWith({ note_list: endless }, { note_list: { ...(deadlineMs === undefined ? {} : { deadlineMs }), ...more } });

const byTool = (name: string) => ({
  code: "DEADLINE_EXCEEDED",
  message: `'${name}' was stopped: it took longer than ${shortMs} ms, the limit of this tool`,
  retry: "later",
  deadlineMs: shortMs,
  deadlineOf: "tool",
  hint: "ask for less at once, or try again later",
});

describe("a tool's deadline", () => {
  test("counts where the server has none", async () => {
    const world = openNotes({ registry: endlessList(shortMs) });
    expect(errorOf(await world.call("note_list"))).toEqual(byTool("note_list"));
  });
  test("counts where the server gives more time", async () => {
    const world = openNotes({ registry: endlessList(shortMs), deadlineMs: longMs });
    expect(errorOf(await world.call("note_list"))).toEqual(byTool("note_list"));
  });
  test("gives no more time than the server does", async () => {
    const world = openNotes({ registry: endlessList(longMs), deadlineMs: shortMs });
    expect(errorOf(await world.call("note_list"))).toMatchObject({ deadlineMs: shortMs, deadlineOf: "server" });
  });
  test("is that tool's alone", async () => {
    const registry = notesWith({ note_list: soon }, { note_manage: { deadlineMs: 1 } });
    expect(valueOfAnswer(await openNotes({ registry }).call("note_list"))).toEqual({ items: [], count: 0 });
  });
  test("begins before the session is looked up, so that the time of the whole call counts", async () => {
    const registry = notesWith({}, { note_create: { deadlineMs: shortMs } });
    const hangs = { open: () => new Promise<never>(() => undefined), use: () => new Promise<never>(() => undefined) };
    const world = openNotes({
      registry,
      openHost: () => ({ deps: { notes: [], sessions: hangs }, sessions: hangs, close: async () => undefined }),
    });
    expect(errorOf(await world.call("note_create", { title: "a", session: "abc" }))).toEqual(byTool("note_create"));
  });
  test("counts while the call waits in line", async () => {
    const world = openNotes({
      registry: notesWith({ note_list: endless }, { note_manage: { deadlineMs: shortMs } }),
      maxCalls: 1,
    });
    const stop = new AbortController();
    const running = world.call("note_list", {}, { signal: () => stop.signal });
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = world.call("note_manage", { action: "rename", title: "a", to: "b" });
    expect(errorOf(await waiting)).toEqual(byTool("note_manage"));
    stop.abort();
    expect(errorOf(await running).code).toBe("CANCELLED");
  });
});

describe("a call by another way", () => {
  test("by an old name has the tool's deadline", async () => {
    const world = openNotes({
      registry: notesWith({ note_create: endless }, { note_create: { deadlineMs: shortMs } }),
    });
    await world.login();
    expect(errorOf(await world.call("add_note", { headline: "a" }))).toEqual(byTool("add_note"));
  });
  test("through a proxy tool has the tool's deadline, and the server's counts once", async () => {
    const through = { tool: "note_list", arguments: {} };
    const own = openNotes({ registry: endlessList(shortMs), deadlineMs: longMs });
    expect(errorOf(await own.call("call_read", through))).toEqual(byTool("note_list"));
    // The same number for both: the message names the tool, not the proxy tool.
    const servers = openNotes({ registry: endlessList(undefined), deadlineMs: shortMs });
    expect(errorOf(await servers.call("call_read", through)).message).toBe(
      `'note_list' was stopped: it took longer than ${shortMs} ms, the limit of this server`,
    );
  });
  test("in an older version that is mapped has the current one's, in one with a handler of its own that one's", async () => {
    const [contract] = tools.filter(({ name }) => name === "note_list");
    if (contract === undefined) throw new Error("invariant: the catalog has it");
    const { session, effects } = contract;
    const validator = validatorOf(contract);
    const upgrade = { rename: {}, set: {}, defaults: {}, ignore: [] };
    const mapped: UpgradedVersion = { version: 1, session, effects, upgrade, load: async () => validator };
    const { note_list: current } = notesRegistry().tools;
    if (current === undefined) throw new Error("invariant: the registry has it");
    const kept: ToolEntry<NotesDeps> = {
      ...current,
      version: 2,
      deadlineMs: longMs,
      load: async () => ({ validator, handler: soon }),
    };
    const world = openNotes({ registry: endlessList(shortMs, { version: 3, versions: { 1: mapped, 2: kept } }) });
    const inVersion = (version: number) => world.call("note_list", {}, { meta: { "pegboard/version": version } });
    expect(errorOf(await inVersion(1))).toEqual(byTool("note_list"));
    expect(valueOfAnswer(await inVersion(2))).toEqual({ items: [], count: 0 });
  });
});
