import { describe, expect, test } from "vitest";
import type { Middleware } from "../../src/runtime/call-state.ts";
import { logArguments } from "../../src/runtime/optional-middleware/log-arguments.ts";
import { rateLimit } from "../../src/runtime/optional-middleware/rate-limit.ts";
import { spans } from "../../src/runtime/optional-middleware/spans.ts";
import { timing } from "../../src/runtime/optional-middleware/timing.ts";
import { ok } from "../../src/runtime/result.ts";
import { handlers, type NotesDeps, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, resultOf } from "./read-answer.ts";

// Middleware that hosts may use.

function hosting(middleware: readonly Middleware<NotesDeps>[], registry = notesRegistry()) {
  const notes: NotesDeps["notes"] = [];
  const world = openNotes({
    registry,
    openHost: () => ({
      deps: { notes, sessions: world.sessions },
      sessions: world.sessions,
      middleware,
      close: async () => undefined,
    }),
  });
  return world;
}

const logged = ({ lines }: ReturnType<typeof hosting>, event: string) =>
  lines.filter(({ message }) => message === event).map(({ level, fields }) => ({ level, ...fields }));

describe("timing", () => {
  function ticking(options: Parameters<typeof timing<NotesDeps>>[0] = {}) {
    let now = 0;
    const take = (ms: number) => {
      now += ms;
    };
    const note_list = () => {
      take(20.12345);
      return ok([]);
    };
    const slow: Middleware<NotesDeps> = async (call, next) => {
      take(3);
      const answer = await next(call);
      take(4);
      return answer;
    };
    const refusing: Middleware<NotesDeps> = async () => ({ kind: "protocol-error", code: 1, message: "no" });
    const world = (middlewares: NonNullable<typeof options.middlewares>) =>
      hosting([timing({ now: () => now, ...options, middlewares })], notesRegistry({}, { ...handlers, note_list }));
    return { world, slow, refusing };
  }

  test("measures the handler and each middleware by itself, in the log", async () => {
    const { world, slow } = ticking();
    const notes = world({ first: slow, second: slow });
    const answer = await notes.call("note_list", {});
    const times = { handlerMs: 20.123, middlewareMs: { first: 7, second: 7 } };
    expect(logged(notes, "timing")).toEqual([{ level: "info", tool: "note_list", ...times }]);
    expect(resultOf(answer)._meta).toBeUndefined();
    const asked = await notes.call("note_list", {}, { meta: { "pegboard/timing": true } });
    expect(resultOf(asked)._meta).toEqual({ "pegboard/timing": times });
  });

  test("leaves out what a call never came to", async () => {
    const { world, slow, refusing } = ticking();
    const notes = world({ slow, refusing, never: slow });
    await notes.call("note_list", {});
    const [line] = logged(notes, "timing");
    expect(line).toEqual({
      level: "info",
      tool: "note_list",
      handlerMs: 0,
      middlewareMs: { slow: 7, refusing: 0 },
    });
  });
});

describe("logging arguments", () => {
  test("leaves sensitive values out, and what the host names", async () => {
    const world = hosting([logArguments({ redact: ["BODY"], results: true })]);
    await world.login();
    await world.call("note_create", { title: "Milk", pin: "1234", body: "private" });
    await world.call("add_note", { headline: "Eggs", pin: "1234" });
    expect(JSON.stringify(world.lines)).not.toMatch(/1234|private/);
    expect(logged(world, "arguments")).toMatchObject([
      { tool: "note_create", arguments: { title: "Milk", pin: "[redacted]", body: "[redacted]", priority: 5 } },
      { tool: "note_create", arguments: { title: "Eggs", pin: "[redacted]", priority: 3 } },
    ]);
    expect(logged(world, "result")[0]).toMatchObject({ result: { title: "Milk", by: "ann" } });
  });

  test("logs the beginning of what is long", async () => {
    const note = { title: "x".repeat(100_000), priority: 1, by: "ann" };
    const registry = notesRegistry({}, { ...handlers, note_list: () => ok([note, note]) });
    const world = hosting([logArguments({ results: true })], registry);
    await world.call("note_manage", { action: "rename", title: "x".repeat(100_000), to: "b" });
    await world.call("note_list", {});
    for (const line of [logged(world, "arguments")[0], logged(world, "result")[1]]) {
      expect(JSON.stringify(line).length).toBeLessThan(17_000);
      expect(JSON.stringify(line)).toMatch(/"title":"x+…"/);
    }
  });

  test("leaves sensitive parts of results out, and of errors all but the code", async () => {
    const registry = notesRegistry();
    const entry = registry.tools.note_list;
    if (entry === undefined) throw new Error("invariant: the notes have a list");
    const loaded = await entry.load();
    const outputPlan = {
      kind: "object",
      fields: {
        items: { plan: { kind: "array", items: { kind: "object", fields: { title: { sensitive: true } } } } },
      },
    } as const;
    const load = async () => ({ ...loaded, validator: { ...loaded.validator, outputPlan } });
    const tools = { ...registry.tools, note_list: { ...entry, load } };
    const world = hosting([logArguments({ results: true })], { ...registry, tools });
    await world.login();
    await world.call("note_create", { title: "s3cret" });
    world.lines.length = 0;
    await world.call("note_list", {});
    await world.call("note_manage", { action: "delete", title: "none", confirm: true });
    expect(logged(world, "result")).toEqual([
      {
        level: "info",
        tool: "note_list",
        result: { items: [{ title: "[redacted]", priority: 5, by: "ann" }], count: 1 },
      },
      { level: "info", tool: "note_manage", result: { error: { code: "NOTE_NOT_FOUND" } } },
    ]);
  });

  test("would show what the catalog does not mark: the checks above see a secret that slips through", async () => {
    const registry = notesRegistry();
    const entry = registry.tools.note_create;
    if (entry === undefined) throw new Error("invariant: notes can be made");
    const loaded = await entry.load();
    const load = async () => ({
      ...loaded,
      validator: { ...loaded.validator, plan: { kind: "object", fields: { title: {}, pin: {} } } as const },
    });
    const tools = { ...registry.tools, note_create: { ...entry, load } };
    const world = hosting([logArguments()], { ...registry, tools });
    await world.login();
    await world.call("note_create", { title: "Milk", pin: "1234" });
    expect(JSON.stringify(world.lines)).toContain("1234");
  });

  test("says nothing of results unless it is asked to", async () => {
    const world = hosting([logArguments()]);
    await world.call("note_list", {});
    expect(logged(world, "result")).toEqual([]);
    expect(logged(world, "arguments")).toHaveLength(1);
  });
});

describe("a rate limit", () => {
  const codes = async (world: ReturnType<typeof hosting>, count: number, extras = {}) => {
    const answers = [];
    for (let index = 0; index < count; index++) {
      const answer = await world.call("note_list", {}, extras);
      answers.push(resultOf(answer).isError === true ? errorOf(answer).code : "ok");
    }
    return answers;
  };

  test("refuses what is too much, says when to come again, and then lets it pass", async () => {
    const world = hosting([rateLimit({ calls: 2, perSeconds: 10 })]);
    expect(await codes(world, 2)).toEqual(["ok", "ok"]);
    const refused = errorOf(await world.call("note_list", {}));
    expect(refused).toEqual({
      code: "OVERLOADED",
      message: "more than 2 calls in 10 s",
      hint: "nothing was done; send the same call again in 5 s",
      retry: "later",
      retryAfterMs: 5000,
    });
    world.advance(4_999);
    expect(await codes(world, 1)).toEqual(["OVERLOADED"]);
    world.advance(1);
    expect(await codes(world, 2)).toEqual(["ok", "OVERLOADED"]);
    world.advance(3_600_000);
    expect(await codes(world, 3)).toEqual(["ok", "ok", "OVERLOADED"]);
  });

  test("counts each session by itself, whatever connection it comes by", async () => {
    const world = hosting([rateLimit({ calls: 1, perSeconds: 10 })]);
    const first = await world.login();
    const second = await world.login();
    const by = (handle: string) => ({ connection: { sessionHandle: handle } });
    expect(await codes(world, 1, by(first))).toEqual(["ok"]);
    expect(await codes(world, 1, by(first))).toEqual(["OVERLOADED"]);
    expect(await codes(world, 1, by(second))).toEqual(["ok"]);
  });

  test("counts connections where the option says so, and where there is no session", async () => {
    for (const by of ["connection", "session"] as const) {
      const world = hosting([rateLimit({ calls: 1, perSeconds: 10, by })]);
      expect(await codes(world, 2)).toEqual(["ok", "OVERLOADED"]);
      expect(await codes(world, 1, { connection: { sessionHandle: undefined } })).toEqual(["ok"]);
    }
    const world = hosting([rateLimit({ calls: 1, perSeconds: 10, by: "connection" })]);
    const handle = await world.login();
    await codes(world, 1, { connection: { sessionHandle: handle } });
    expect(await codes(world, 1, { connection: { sessionHandle: handle } })).toEqual(["ok"]);
  });

  test("remembers a bounded number of keys", async () => {
    const keys = ["a", "b", "c", "a"];
    const world = hosting([rateLimit({ calls: 1, perSeconds: 10, maxKeys: 2, by: () => keys.shift() ?? "" })]);
    // The fourth call is the first key's again, which was forgotten for the third.
    expect(await codes(world, 4)).toEqual(["ok", "ok", "ok", "ok"]);
  });

  test("that allows no call is a mistake of the host", () => {
    expect(() => rateLimit({ calls: 0, perSeconds: 1 })).toThrow("allows no call");
    expect(() => rateLimit({ calls: 1, perSeconds: Number.NaN })).toThrow("allows no call");
  });
});

describe("spans", () => {
  interface Span {
    readonly name: string;
    readonly parent: unknown;
    readonly facts: { readonly [key: string]: unknown };
    status?: unknown;
    ended: number;
  }
  type Carrier = { readonly [key: string]: string };

  /** What `@opentelemetry/api` looks like from here. A context is the carrier that it was made from. */
  function tracing() {
    const all: Span[] = [];
    let active: Carrier = { active: "yes" };
    const tracer = {
      startActiveSpan<Result>(
        name: string,
        options: object,
        parent: Carrier,
        executeCall: (span: never) => Result,
      ): Result {
        const span: Span = { name, parent, facts: { ...options }, ended: 0 };
        all.push(span);
        active = { active: name };
        const handed = {
          setAttribute: (key: string, value: unknown) => Object.assign(span.facts, { [key]: value }),
          setStatus: (status: unknown) => {
            span.status = status;
          },
          end: () => {
            span.ended += 1;
          },
        };
        return executeCall(handed as never); // the shape that the middleware needs, written out
      },
    };
    const api = {
      context: { active: () => active },
      propagation: { extract: (context: Carrier, carrier: Carrier) => ({ ...context, ...carrier }) },
    };
    return { all, middleware: spans<NotesDeps, Carrier>(tracer, api) };
  }

  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  test("one for each call, in the caller's trace, without arguments", async () => {
    const { all, middleware } = tracing();
    const world = hosting([middleware]);
    await world.login();
    const meta = { traceparent, tracestate: "a=1", baggage: "user=ann" };
    await world.call("add_note", { headline: "s3cret" }, { meta });
    expect(all).toEqual([
      {
        name: "tools/call note_create",
        parent: { active: "yes", ...meta },
        facts: {
          kind: 1,
          attributes: {
            "mcp.method.name": "tools/call",
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "note_create",
            "pegboard.tool.version": 1,
            "pegboard.tool.called_as": "add_note",
          },
        },
        ended: 1,
      },
    ]);
  });

  test.each<[string, unknown]>([
    ["of another form", "0af7651916cd43dd8448eb211c80319c"],
    ["of zeros", "00-00000000000000000000000000000000-b7ad6b7169203331-01"],
    ["no text", 7],
    ["endless", `${traceparent}-${"x".repeat(500)}`],
  ])("a traceparent that is %s counts as none, and so does what comes with it", async (_title, broken) => {
    const { all, middleware } = tracing();
    await hosting([middleware]).call("note_list", {}, { meta: { traceparent: broken as string, tracestate: "a=1" } });
    expect(all.map(({ parent }) => parent)).toEqual([{ active: "yes" }]);
  });

  test("say what kind of failure it was, and end whatever comes", async () => {
    const { all, middleware } = tracing();
    const note_list = () => {
      throw new TypeError("s3cret");
    };
    const world = hosting([middleware], notesRegistry({}, { ...handlers, note_list }));
    await world.call("note_manage", { action: "delete", title: "none", confirm: true });
    await world.call("note_list", {});
    expect(all.map(({ facts, status, ended }) => [facts["error.type"], status, ended])).toEqual([
      ["tool_error", { code: 2 }, 1],
      ["TypeError", { code: 2 }, 1],
    ]);
    expect(JSON.stringify(all)).not.toContain("s3cret");
  });
});
