import { describe, expect, test } from "vitest";
import { HostUnavailable, NotWritten } from "../../src/runtime/errors.ts";
import { createMemorySessions } from "../../src/runtime/memory-sessions.ts";
import type { CallContext } from "../../src/runtime/ports.ts";
import type { ErasedHandler, Host } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { countingEntropy, handlers, type NotesDeps, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, noticesOf, valueOfAnswer } from "./read-answer.ts";

/** The notes' world with one handler replaced. */
function withHandler(handler: ErasedHandler<NotesDeps>, options: Parameters<typeof openNotes>[0] = {}) {
  return openNotes({ registry: notesRegistry({}, { ...handlers, note_list: handler }), ...options });
}

function hostOf(): Host<NotesDeps> {
  const sessions = createMemorySessions({ clock: () => 0, entropy: countingEntropy() });
  return { deps: { notes: [], sessions }, close: async () => undefined };
}

describe("internal errors", () => {
  test("an exception becomes INTERNAL with an id that is in the log; nothing else leaves", async () => {
    const world = withHandler(() => {
      throw new Error("password=hunter2");
    });
    const answer = await world.call("note_list");
    const { id, code, message } = errorOf(answer);
    expect({ code, message }).toEqual({
      code: "INTERNAL",
      message: `internal error; the log of the server has details under the id ${id}`,
    });
    expect(JSON.stringify(answer)).not.toContain("hunter2");
    const [logged] = world.lines;
    expect({ level: logged?.level, message: logged?.message, id: logged?.fields?.id }).toEqual({
      level: "error",
      message: "a call failed",
      id,
    });
  });
  test("a scaffold that is not written yet says so: its file to the operator and the log, not to callers", async () => {
    const scaffold = () => {
      throw new NotWritten("src/handlers/notes/note_list.ts");
    };
    const said = "the handler of 'note_list' is not written yet";
    const world = withHandler(scaffold);
    const answer = await world.call("note_list");
    expect(errorOf(answer)).toEqual({ code: "INTERNAL", message: said });
    expect(JSON.stringify(answer)).not.toContain("src/");
    const logged = {
      level: "error",
      message: `${said}: src/handlers/notes/note_list.ts`,
      fields: { tool: "note_list" },
    };
    const errorsOf = ({ lines }: typeof world) => lines.filter(({ level }) => level === "error");
    expect(errorsOf(world)).toEqual([logged]);
    const atShell = withHandler(scaffold, { audience: "operator" });
    expect(errorOf(await atShell.call("note_list"))).toEqual({ code: "INTERNAL", message: logged.message });
    expect(errorsOf(atShell)).toEqual([]);
  });
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "hunter2"],
    ["a list of 1 item", [1]],
    ["an object", { title: "hunter2" }],
    ["an object", { ok: "yes" }],
    ["an object", { ok: false, error: "hunter2" }],
  ])(
    "a handler that returns %s in place of a result is named in the log, without the value",
    async (found, returned) => {
      // As a handler of JavaScript would.
      const world = withHandler((() => returned) as unknown as ErasedHandler<NotesDeps>);
      expect(errorOf(await world.call("note_list")).code).toBe("INTERNAL");
      const [logged] = world.lines;
      expect(logged?.fields?.error).toContain(
        `the handler of 'note_list' must return ok(…) or an error of the catalog; it returned ${found}\n`,
      );
      expect(JSON.stringify(world.lines)).not.toContain("hunter2");
    },
  );
  test("whatever is thrown is caught", async () => {
    for (const thrown of [undefined, null, "text", 7, { a: 1 }]) {
      const world = withHandler(async () => {
        throw thrown;
      });
      expect(errorOf(await world.call("note_list")).code).toBe("INTERNAL");
    }
  });
  test("a result that breaks its contract is logged by its places, never by its values", async () => {
    const world = withHandler(() => ok([{ title: 5, priority: "secret-value", by: "ann" }]));
    const answer = await world.call("note_list");
    const { id } = errorOf(answer);
    expect(world.lines[0]).toEqual({
      level: "error",
      message: "a result breaks its contract",
      fields: {
        id,
        tool: "note_list",
        violations: [
          "/items/0/title: expected a text, found a number",
          "/items/0/priority: expected an integer, found a text",
        ],
      },
    });
    expect(JSON.stringify([answer, world.lines])).not.toContain("secret-value");
  });
  test("keys that the result does not declare are dropped and logged by name; the call succeeds", async () => {
    const notes = [{ title: "a", priority: 1, by: "ann", pin: "secret-value", gone: undefined }];
    const world = withHandler(() => ok([...notes, ...notes]));
    const answer = await world.call("note_list");
    const kept = { title: "a", priority: 1, by: "ann" };
    expect(valueOfAnswer(answer)).toEqual({ items: [kept, kept], count: 2 });
    expect(world.lines.filter(({ message }) => message !== "call")).toEqual([
      {
        level: "warn",
        message: "a result has keys that are not declared; they were dropped",
        fields: { tool: "note_list", keys: ["/items/*/pin"] },
      },
    ]);
    expect(JSON.stringify([answer, world.lines])).not.toContain("secret-value");
  });
  test("a result that breaks its contract in another way as well is an error about that alone", async () => {
    const world = withHandler(() => ok([{ title: 5, priority: 1, by: "ann", pin: 7 }]));
    expect(errorOf(await world.call("note_list")).code).toBe("INTERNAL");
    expect(world.lines.slice(0, 2).map(({ fields }) => fields?.violations ?? fields?.keys)).toEqual([
      ["/items/*/pin"],
      ["/items/0/title: expected a text, found a number"],
    ]);
  });
  test("a tool whose code can't be loaded fails, and is tried again at the next call", async () => {
    const registry = notesRegistry();
    const { note_list: entry } = registry.tools;
    if (entry === undefined) throw new Error("invariant: the catalog has note_list");
    let attempts = 0;
    const load = async () => {
      attempts++;
      if (attempts === 1) throw new Error("broken import");
      return entry.load();
    };
    const world = openNotes({ registry: { ...registry, tools: { ...registry.tools, note_list: { ...entry, load } } } });
    expect(errorOf(await world.call("note_list")).code).toBe("INTERNAL");
    expect(valueOfAnswer(await world.call("note_list"))).toEqual({ items: [], count: 0 });
  });
});

describe("host", () => {
  test("that can't work says so in its own sentence; the next call tries again", async () => {
    let attempts = 0;
    const world = openNotes({
      openHost: () => {
        attempts++;
        if (attempts === 1) throw new HostUnavailable("the database is locked by another process", "later");
        return hostOf();
      },
    });
    expect(errorOf(await world.call("note_list"))).toEqual({
      code: "HOST_UNAVAILABLE",
      message: "the database is locked by another process",
      retry: "later",
    });
    expect(valueOfAnswer(await world.call("note_list"))).toEqual({ items: [], count: 0 });
  });
  test("is opened at the first call that needs it, once however many race, and closed once", async () => {
    const events: string[] = [];
    const world = openNotes({
      openHost: async () => {
        events.push("open");
        await new Promise((resolve) => setTimeout(resolve, 5));
        return { ...hostOf(), close: async () => void events.push("close") };
      },
    });
    await world.call("no_such_tool");
    await world.call("note_list", { limit: 0 });
    expect(events).toEqual([]);
    await Promise.all([world.call("note_list"), world.call("note_list"), world.call("note_list")]);
    await world.dispatch.close();
    expect(events).toEqual(["open", "close"]);
  });
  test("that was never needed is never opened to be closed", async () => {
    const world = openNotes({
      openHost: () => {
        throw new Error("opened");
      },
    });
    await world.dispatch.close();
    expect(world.lines).toEqual([]);
  });
  test("has middleware of its own, which runs right before the handler", async () => {
    const seen: unknown[] = [];
    const host: Host<NotesDeps> = {
      ...hostOf(),
      middleware: [
        async (call, next) => {
          seen.push(["first", call.arguments]);
          return next({ ...call, arguments: { ...call.arguments, limit: 1 } });
        },
        async (call, next) => {
          seen.push(["second", call.arguments]);
          return next(call);
        },
      ],
    };
    const world = openNotes({ openHost: () => host });
    await world.call("note_list");
    expect(seen).toEqual([
      ["first", { limit: 10 }],
      ["second", { limit: 1 }],
    ]);
  });
});

describe("call context", () => {
  test("describes the call to the handler and carries its notices", async () => {
    const progress: unknown[] = [];
    const world = withHandler((_input, _deps, call: CallContext<"optional">) => {
      call.progress(1, 2, "half");
      call.notice("the list is old");
      call.adoptSession("handle");
      return ok([{ title: `${call.tool} ${call.calledAs} ${call.session?.agent}`, priority: 1, by: "x" }]);
    });
    const answer = await world.call("note_list", {}, { progress: (...report) => progress.push(report) });
    expect(valueOfAnswer(answer)).toEqual({
      items: [{ title: "note_list note_list undefined", priority: 1, by: "x" }],
      count: 1,
    });
    expect(noticesOf(answer)).toEqual(["the list is old"]);
    expect([progress, world.connection.sessionHandle]).toEqual([[[1, 2, "half"]], "handle"]);
  });
  test("no signal is made for a handler that never looks", async () => {
    let made = 0;
    await openNotes().call(
      "note_list",
      {},
      {
        signal: () => {
          made++;
          return new AbortController().signal;
        },
      },
    );
    expect(made).toBe(0);
  });
  test("a handler that stops when it is cancelled is not an internal error", async () => {
    const controller = new AbortController();
    const world = withHandler(async (_input, _deps, call: CallContext<"optional">) => {
      controller.abort();
      call.signal.throwIfAborted();
      return ok([]);
    });
    const answer = await world.call("note_list", {}, { signal: () => controller.signal });
    expect(errorOf(answer).code).toBe("CANCELLED");
    expect(world.lines.map(({ level }) => level)).toEqual(["info"]);
  });
  test("a call over its deadline is answered and its signal aborted", async () => {
    let reason: unknown;
    const world = withHandler(
      (_input, _deps, call: CallContext<"optional">) =>
        new Promise((_resolve, reject) => {
          call.signal.addEventListener("abort", () => {
            reason = call.signal.reason;
            reject(new Error("stopped late"));
          });
        }),
      { deadlineMs: 20 },
    );
    const error = errorOf(await world.call("note_list"));
    expect(error).toEqual({
      code: "DEADLINE_EXCEEDED",
      message: "'note_list' was stopped: it took longer than 20 ms, the limit of this server",
      retry: "later",
      deadlineMs: 20,
      deadlineOf: "server",
      hint: "ask for less at once, or try again later",
    });
    expect(String(reason)).toBe("Error: the deadline of 20 ms has passed");
  });
  test("a deadline longer than a timer can be does not pass at once", async () => {
    for (const deadlineMs of [2 ** 31, 1e15, Number.POSITIVE_INFINITY]) {
      const slow = () => new Promise<never>((resolve) => setTimeout(() => resolve(ok([]) as never), 20));
      expect(valueOfAnswer(await withHandler(slow, { deadlineMs }).call("note_list"))).toEqual({ items: [], count: 0 });
    }
  });
  test("a handler whose deadline passed before its host was open never begins", async () => {
    let begun = 0;
    let open: (host: Host<NotesDeps>) => void = () => undefined;
    const host = new Promise<Host<NotesDeps>>((resolve) => {
      open = resolve;
    });
    const world = withHandler(
      () => {
        begun++;
        return ok([]);
      },
      { deadlineMs: 10, openHost: () => host },
    );
    expect(errorOf(await world.call("note_list")).code).toBe("DEADLINE_EXCEEDED");
    open(hostOf());
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toBe(0);
  });
  test("a handler that stops when its deadline passes is not logged", async () => {
    const world = withHandler(
      (_input, _deps, call: CallContext<"optional">) =>
        new Promise((_resolve, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason))),
      { deadlineMs: 10 },
    );
    expect(errorOf(await world.call("note_list")).code).toBe("DEADLINE_EXCEEDED");
    await new Promise((resolve) => setImmediate(resolve));
    expect(world.lines.map(({ level, message }) => [level, message])).toEqual([["info", "call"]]);
  });
  test("a call within its deadline is not touched by it", async () => {
    const world = withHandler(() => ok([]), { deadlineMs: 1_000 });
    expect(valueOfAnswer(await world.call("note_list"))).toEqual({ items: [], count: 0 });
  });
});

describe("log", () => {
  test("has one line per call: tool, name used, time, outcome; never arguments", async () => {
    const world = openNotes();
    await world.login();
    await world.call("add_note", { headline: "top-secret" });
    await world.call("note_create", { title: 5 });
    await world.call("nope", { title: "top-secret" });
    expect(world.lines).toEqual([
      { level: "info", message: "call", fields: { tool: "note_create", alias: "add_note", ms: 0, outcome: "ok" } },
      { level: "info", message: "call", fields: { tool: "note_create", ms: 0, outcome: "INVALID_ARGUMENTS" } },
      { level: "info", message: "call", fields: { tool: "nope", ms: 0, outcome: "protocol error -32602" } },
    ]);
  });
});
