import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { textsOf } from "../../src/runtime/content.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import { notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, noticesOf, pathsOf, resultOf, valueOfAnswer } from "./read-answer.ts";

const note = (title: string, priority = 5) => ({ title, priority, by: "ann" });

describe("route", () => {
  test("an unknown name is a protocol error with the nearest callable name", async () => {
    expect(await openNotes().call("note_lst")).toEqual({
      kind: "protocol-error",
      code: -32602,
      message: "Unknown tool: 'note_lst'; did you mean 'note_list'?",
      data: { tool: "note_lst", nearMiss: "note_list" },
    });
  });
  test("the answer to a removed name has its replacement", async () => {
    expect(await openNotes().call("note_burn")).toEqual({
      kind: "protocol-error",
      code: -32602,
      message: "Tool 'note_burn' was removed in version 1.1.0: one tool for every change; use 'note_manage'",
      data: { tool: "note_burn", removed: "1.1.0", replacedBy: "note_manage" },
    });
  });
  test.each(["__proto__", "constructor", "toString", "", "a\nb", "x".repeat(100_000)])(
    "the name %j is unknown",
    async (name) => {
      const answer = await openNotes().call(name);
      expect(answer.kind === "protocol-error" && [answer.code, answer.message.length < 200]).toEqual([-32602, true]);
    },
  );
  test("only the version that exists can be asked for", async () => {
    const world = openNotes();
    expect(valueOfAnswer(await world.call("note_list", {}, { meta: { "pegboard/version": 1 } }))).toEqual({
      items: [],
      count: 0,
    });
    expect(errorOf(await world.call("note_list", {}, { meta: { "pegboard/version": 7 } }))).toEqual({
      code: "INVALID_ARGUMENTS",
      message: "'note_list' has no version 7",
      tool: "note_list",
      versions: [1],
      hint: '_meta["pegboard/version"] may be 1; without it, version 1 is used',
    });
  });
});

describe("policy", () => {
  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["nothing said allows everything", [], [], ["note_create", "note_list", "note_manage"]],
    ["allow patterns leave only what they meet", ["note_l*"], [], ["note_list"]],
    ["deny wins over allow", ["*"], ["*_manage", "note_c*e"], ["note_list"]],
    ["characters of regular expressions stand for themselves", ["note.list", "(note_list|x)"], [], []],
    ["runs of stars are one star", ["*****list"], [], ["note_list"]],
  ])("%s", (_name, allow, deny, permitted) => {
    const policy = createPolicy({ allow, deny });
    expect(["note_create", "note_list", "note_manage"].filter((name) => policy.permits(name))).toEqual(permitted);
  });
  test("a denied tool is unknown under every name, and no near miss betrays it", async () => {
    const world = openNotes({ policy: createPolicy({ deny: ["note_create"] }) });
    await world.login();
    for (const name of ["note_create", "add_note", "note_crate"]) {
      const answer = await world.call(name, { title: "x" });
      expect(answer.kind === "protocol-error" && answer.message).toBe(`Unknown tool: '${name}'`);
    }
  });
  test("an alias can be denied alone", async () => {
    const world = openNotes({ policy: createPolicy({ deny: ["add_*"] }) });
    await world.login();
    expect((await world.call("add_note", { headline: "x" })).kind).toBe("protocol-error");
    expect(valueOfAnswer(await world.call("note_create", { title: "x" }))).toEqual(note("x"));
  });
});

describe("session", () => {
  test("a tool that needs one refuses to work without", async () => {
    expect(errorOf(await openNotes().call("note_create", { title: "x" }))).toEqual({
      code: "SESSION_REQUIRED",
      message: "'note_create' needs an open session",
      hint: "open a session and send its handle as 'session'",
    });
  });
  test("the tool that opens one is named, unless policy keeps the name from the caller", async () => {
    const registry = { ...notesRegistry(), opensSession: "note_list" };
    const hintUnder = async (deny: readonly string[]) =>
      errorOf(await openNotes({ registry, policy: createPolicy({ deny }) }).call("note_create", { title: "x" })).hint;
    expect(await hintUnder([])).toBe("open a session with note_list and send its handle as 'session'");
    expect(await hintUnder(["note_list"])).toBe("open a session and send its handle as 'session'");
  });
  test("its handle may come as a param, in _meta or from the connection, and never reaches the tool", async () => {
    const world = openNotes();
    const handle = await world.login();
    const stranger = () => ({ connection: { sessionHandle: undefined } });
    const answers = [
      await world.call("note_create", { title: "a", session: handle }, stranger()),
      await world.call("note_create", { title: "b" }, { ...stranger(), meta: { "pegboard/session": handle } }),
      await world.call("note_create", { title: "c" }),
    ];
    expect(answers.map(valueOfAnswer)).toEqual([note("a"), note("b"), note("c")]);
    expect(answers.flatMap(noticesOf)).toEqual([]);
  });
  test("a handle that once worked is remembered by its connection", async () => {
    const world = openNotes();
    const connection = { sessionHandle: undefined };
    const handle = await world.login();
    await world.call("note_list", { session: handle }, { connection });
    expect(connection.sessionHandle).toBe(handle);
  });
  test.each([["wrong"], [""], ["x".repeat(100_000)]])(
    "an unknown handle is refused, even where none is needed",
    async (session) => {
      const world = openNotes();
      expect(errorOf(await world.call("note_list", { session })).code).toBe("SESSION_UNKNOWN");
    },
  );
  test("a handle that is not a text is a violation that does not quote it", async () => {
    const answer = await openNotes().call("note_list", { session: 12345 });
    expect(pathsOf(answer)).toEqual(["/session"]);
    expect(JSON.stringify(answer)).not.toContain("12345");
  });
  test("one that has expired is forgotten: a write is refused, a read goes on and says so", async () => {
    const world = openNotes();
    await world.login();
    world.advance(24 * 60 * 60 * 1000);
    expect(noticesOf(await world.call("note_list"))).toEqual([
      "the session of this connection has ended; the call was carried out without it",
    ]);
    expect(errorOf(await world.call("note_create", { title: "x" })).code).toBe("SESSION_REQUIRED");
  });
  test("each use puts its end off", async () => {
    const world = openNotes();
    await world.login();
    for (let hours = 0; hours < 72; hours += 23) {
      world.advance(23 * 60 * 60 * 1000);
      expect(valueOfAnswer(await world.call("note_create", { title: "x" }))).toEqual(note("x"));
    }
  });
});

describe("arguments", () => {
  test("absent ones are none", async () => {
    expect(valueOfAnswer(await openNotes().call("note_list", undefined))).toEqual({ items: [], count: 0 });
  });
  const deep = JSON.parse(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`);
  test.each<[string, unknown, readonly string[]]>([
    ["null", null, [""]],
    ["a list", [1], [""]],
    ["a text", "x", [""]],
    ["a number", 3, [""]],
    ["nothing required", {}, ["/title"]],
    [
      "wrong types everywhere",
      { title: 1, tags: "x", priority: "5", kind: null },
      ["/title", "/tags", "/priority", "/kind"],
    ],
    ["10 MB of text", { title: "x".repeat(10_000_000) }, ["/title"]],
    ["depth 10,000 in a param", { title: "x", tags: deep }, ["/tags"]],
    ["depth 10,000 in an unknown param", { title: "x", other: deep }, ["/other"]],
    ["__proto__ instead of a param", JSON.parse('{"__proto__":{"title":"x"}}'), ["/title"]],
    ["a required text of white space", { title: " \n " }, ["/title"]],
    ["a bad item", { title: "x", tags: ["a", 2, ""] }, ["/tags/1", "/tags/2"]],
    ["a text over its bytes", { title: "x", body: "äääääää" }, ["/body"]],
    ["a text over both of its limits", { title: "x", body: "x".repeat(13) }, ["/body"]],
  ])("%s: one failure that names each path", async (_name, given, paths) => {
    const world = openNotes();
    await world.login();
    const answer = await world.call("note_create", given);
    expect({ code: errorOf(answer).code, paths: pathsOf(answer) }).toEqual({ code: "INVALID_ARGUMENTS", paths });
  });

  test("no arguments make the dispatcher throw", async () => {
    const world = openNotes();
    await world.login();
    const names = fc.constantFrom("note_create", "add_note", "store_note", "note_list", "note_manage", "toString");
    await fc.assert(
      fc.asyncProperty(names, fc.anything({ withNullPrototype: true }), async (name, given) => {
        const answer = await world.call(name, given);
        const code =
          answer.kind === "protocol-error" ? answer.code : answer.result.isError === true && errorOf(answer).code;
        expect([
          -32602,
          false,
          "INVALID_ARGUMENTS",
          "SESSION_UNKNOWN",
          "CONFIRMATION_REQUIRED",
          "NOTE_NOT_FOUND",
        ]).toContain(code);
      }),
    );
  });

  test("the failure says the same as text and as data", async () => {
    const world = openNotes();
    await world.login();
    const result = resultOf(await world.call("note_create", { titel: "x", priority: 11, kind: "taks", pin: "12345" }));
    expect(textsOf(result.content)).toEqual([
      [
        "INVALID_ARGUMENTS: the arguments of 'note_create' break its contract",
        "- title: expected a text of at most 40 characters that is not blank, found nothing",
        "- priority: expected an integer from 1 to 10, found 11",
        `- kind: expected one of idea, task, memo, found the text "taks"; did you mean 'task'?`,
        "- pin: expected a text of at most 4 characters, found a text",
        "Hint: required params: title; optional: body, tags, priority, kind, pin, session",
      ].join("\n"),
      "Notice: unknown param 'titel' was ignored; did you mean 'title'?",
    ]);
    expect(result.structuredContent).toEqual({
      error: {
        code: "INVALID_ARGUMENTS",
        message: "the arguments of 'note_create' break its contract",
        violations: [
          { path: "/title", expected: "a text of at most 40 characters that is not blank", found: "nothing" },
          { path: "/priority", expected: "an integer from 1 to 10", found: "11" },
          { path: "/kind", expected: "one of idea, task, memo", found: 'the text "taks"', nearMiss: "task" },
          { path: "/pin", expected: "a text of at most 4 characters", found: "a text" },
        ],
        hint: "required params: title; optional: body, tags, priority, kind, pin, session",
      },
    });
  });

  test("unknown params are reported, dropped silently, or refused, as the catalog says", async () => {
    const outcomes = [];
    for (const unknownParams of ["warn", "ignore", "reject"] as const) {
      const world = openNotes({ registry: notesRegistry({ unknownParams }) });
      const answer = await world.call("note_list", { limt: 3 });
      outcomes.push([unknownParams, resultOf(answer).isError === true, noticesOf(answer).length]);
    }
    expect(outcomes).toEqual([
      ["warn", false, 1],
      ["ignore", false, 0],
      ["reject", true, 0],
    ]);
  });
  test("a destructive tool refuses them in any catalog", async () => {
    const answer = await openNotes().call("note_manage", { action: "delete", title: "x", confrim: true });
    expect(errorOf(answer).violations).toEqual([
      { path: "/confrim", expected: "a known name", found: "an unknown name", nearMiss: "confirm" },
    ]);
  });
});

describe("alias", () => {
  test("answers as the canonical call, and says that it will go", async () => {
    const world = openNotes();
    await world.login();
    const answer = await world.call("add_note", { headline: " hi ", color: "red" });
    expect(valueOfAnswer(answer)).toEqual(note("hi", 3));
    expect(noticesOf(answer)).toEqual([
      "tool name 'add_note' is deprecated since 1.1.0 and may be removed from 2027-12-01 on (the noun comes first); use 'note_create'",
      "param 'color' has no effect any more and was ignored",
    ]);
  });
  test("its violations are reported in the names that the caller used", async () => {
    const world = openNotes();
    await world.login();
    expect(pathsOf(await world.call("add_note", { priority: 0 }))).toEqual(["/headline", "/priority"]);
  });
  test("old and new name with different values conflict", async () => {
    const world = openNotes();
    await world.login();
    expect(errorOf(await world.call("add_note", { headline: "a", title: "b" })).violations).toEqual([
      {
        path: "/headline",
        expected: "the value of 'title', because 'headline' is its old name",
        found: "a value that differs from 'title'",
      },
    ]);
  });
  test("a conflict is reported with everything else that is wrong", async () => {
    const world = openNotes();
    await world.login();
    const answer = await world.call("add_note", { headline: "a", title: " ", priority: 11, kind: "taks" });
    expect(pathsOf(answer)).toEqual(["/headline", "/title", "/priority", "/kind"]);
  });
  test.each<[string, JsonObject, readonly string[]]>([
    ["sent under the old name", { headline: "x".repeat(41) }, ["/headline"]],
    ["sent under the present one", { title: "x".repeat(41) }, ["/title"]],
    ["sent under another spelling of the present one", { name: "x".repeat(41) }, ["/title"]],
    ["sent blank under the old name", { headline: " " }, ["/headline"]],
    ["sent blank under the present one", { title: " " }, ["/title"]],
    ["sent under both with one value", { title: 5, headline: 5 }, ["/headline"]],
    ["not sent at all", {}, ["/headline"]],
  ])("a param %s is reported by the name that the caller knows", async (_name, given, paths) => {
    const world = openNotes();
    await world.login();
    expect(pathsOf(await world.call("add_note", given))).toEqual(paths);
  });
  test("the hint lists what the old contract asks for, not what its table supplies", async () => {
    const registry = notesRegistry();
    const { add_note: alias } = registry.aliases;
    if (alias === undefined) throw new Error("invariant: the catalog has add_note");
    const hintWith = async (change: Partial<typeof alias>) => {
      const world = openNotes({ registry: { ...registry, aliases: { add_note: { ...alias, ...change } } } });
      await world.login();
      return errorOf(await world.call("add_note", { priority: 0 })).hint;
    };
    expect(await hintWith({})).toBe("required params: headline; optional: body, tags, priority, kind, pin, session");
    expect(await hintWith({ defaults: { title: "untitled" } })).toBe(
      "optional: headline, body, tags, priority, kind, pin, session",
    );
    expect(await hintWith({ set: { kind: "idea" } })).toBe(
      "required params: headline; optional: body, tags, priority, pin, session",
    );
  });
  test("with a function, the hint lists the old contract's params, whichever side found the fault", async () => {
    const world = openNotes();
    await world.login();
    const hint = "required params: words; optional: urgent, session";
    expect(errorOf(await world.call("store_note", {})).hint).toBe(hint);
    expect(errorOf(await world.call("store_note", { words: ["x".repeat(41)] })).hint).toBe(hint);
  });
  test("with a function of its own, the old contract is kept before the function sees anything", async () => {
    const world = openNotes();
    await world.login();
    expect(valueOfAnswer(await world.call("store_note", { words: [" a ", "b"], urgent: true }))).toEqual(
      note("a b", 10),
    );
    expect(pathsOf(await world.call("store_note", { words: [], urgent: "yes" }))).toEqual(["/words", "/urgent"]);
  });
  test("law: a call under an old name gives the result of the canonical call", async () => {
    const titles = fc.string({ minLength: 1, maxLength: 30 }).filter((title) => title.trim() !== "");
    const shared = fc.record(
      {
        tags: fc.array(fc.constantFrom("a", " b "), { maxLength: 3 }),
        priority: fc.integer({ min: 1, max: 10 }),
        kind: fc.constantFrom("IDEA", "todo"),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(titles, shared, async (title, rest) => {
        const world = openNotes();
        await world.login();
        const old = valueOfAnswer(await world.call("add_note", { ...rest, headline: title, color: 1 }));
        const now = valueOfAnswer(await world.call("note_create", { priority: 3, ...rest, title }));
        expect(old).toEqual(now);
      }),
    );
  });
});

describe("confirmation", () => {
  test("a destructive action goes on only with confirm: true", async () => {
    const world = openNotes();
    await world.login();
    await world.call("note_create", { title: "x" });
    expect(errorOf(await world.call("note_manage", { action: "delete", title: "x", confirm: false }))).toEqual({
      code: "CONFIRMATION_REQUIRED",
      message: "this would delete the note 'x'",
      effect: "delete the note 'x'",
      hint: "send 'confirm': true with the same arguments if that is what the user wants",
    });
    expect(world.notes.length).toBe(1);
    expect(valueOfAnswer(await world.call("note_manage", { action: "Delete", title: "x", confirm: true }))).toEqual({
      data: null,
    });
    expect(world.notes.length).toBe(0);
  });
  test("other actions need none, and actions are judged by their table", async () => {
    const world = openNotes();
    expect(errorOf(await world.call("note_manage", { action: "rename", title: "x", to: "y" })).code).toBe(
      "NOTE_NOT_FOUND",
    );
    expect(pathsOf(await world.call("note_manage", { action: "rename", title: "x" }))).toEqual(["/to"]);
    expect(pathsOf(await world.call("note_manage", { action: "delete", title: "x", to: "y" }))).toEqual(["/to"]);
  });
});

test("a business error carries everything its YAML says", async () => {
  const answer = await openNotes().call("note_manage", { action: "rename", title: "x", to: "y" });
  expect(resultOf(answer)).toEqual({
    content: [
      {
        type: "text",
        text: `NOTE_NOT_FOUND: no note titled 'x'\nData: {"title":"x"}\nRetry: change the arguments\nHint: note_list shows the titles`,
      },
    ],
    structuredContent: {
      error: {
        code: "NOTE_NOT_FOUND",
        number: -32001,
        message: "no note titled 'x'",
        data: { title: "x" },
        retry: "changed_arguments",
        hint: "note_list shows the titles",
      },
    },
    isError: true,
  });
});
