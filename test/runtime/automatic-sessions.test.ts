import { describe, expect, test } from "vitest";
import { agentNamed, createAutomaticSessions } from "../../src/runtime/automatic-sessions.ts";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import { createMemorySessions } from "../../src/runtime/memory-sessions.ts";
import type { SessionStore } from "../../src/runtime/ports.ts";
import { countingEntropy, type NotesDeps, notesRegistry, openNotes } from "./notes-catalog.ts";
import { errorOf, noticesOf, valueOfAnswer } from "./read-answer.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Sessions in memory that count how often one is opened, and can fail to. */
function counted() {
  let now = 0;
  const kept = createMemorySessions({ clock: () => now, entropy: countingEntropy() });
  const agents: string[] = [];
  let failure: Error | undefined;
  const sessions: SessionStore = {
    use: kept.use,
    async open(facts) {
      agents.push(facts.agent);
      if (failure !== undefined) throw failure;
      return kept.open(facts);
    },
  };
  return {
    sessions,
    agents,
    failWith: (error: Error | undefined) => {
      failure = error;
    },
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describe("sessions that open by themselves", () => {
  test("are one for each agent, also for calls at the same time", async () => {
    const { sessions, agents } = counted();
    const automatic = createAutomaticSessions(async () => sessions);
    const found = await Promise.all(["ann", "bob", "ann", "ann"].map((agent) => automatic.of(agent)));
    found.push(await automatic.of("ann"));
    expect(agents).toEqual(["ann", "bob"]);
    expect(found.map(({ agent }) => agent)).toEqual(["ann", "bob", "ann", "ann", "ann"]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
  });

  test("are apart for each identity, whatever its client calls itself", async () => {
    const { sessions, agents } = counted();
    const automatic = createAutomaticSessions(async () => sessions);
    const identity = (subject: string, issuer: string | undefined) => ({
      subject,
      issuer,
      clientId: "editor",
      scopes: [],
    });
    const callers = [
      identity("ann", "https://a.example"),
      identity("ann", "https://b.example"),
      identity("bob", "https://a.example"),
      identity("ann", undefined),
      undefined,
    ];
    const found = await Promise.all([...callers, ...callers].map((one) => automatic.of("editor", one)));
    expect(new Set(found.map(({ id }) => id)).size).toBe(callers.length);
    expect(agents).toHaveLength(callers.length);
  });

  test("are replaced once they have ended, also for calls at the same time", async () => {
    const { sessions, agents, advance } = counted();
    const automatic = createAutomaticSessions(async () => sessions);
    const { id } = await automatic.of("ann");
    advance(dayMs);
    const [first, second] = await Promise.all([automatic.of("ann"), automatic.of("ann")]);
    expect(agents).toEqual(["ann", "ann"]);
    expect(first?.id).toBe(second?.id);
    expect(first?.id).not.toBe(id);
  });

  test("are tried again after the store failed", async () => {
    const { sessions, failWith } = counted();
    const automatic = createAutomaticSessions(async () => sessions);
    failWith(new Error("the disk is full"));
    await expect(automatic.of("ann")).rejects.toThrow("the disk is full");
    failWith(undefined);
    expect(await automatic.of("ann")).toMatchObject({ agent: "ann" });
  });

  test("are forgotten, oldest first, when there are too many agents", async () => {
    const { sessions, agents } = counted();
    const automatic = createAutomaticSessions(async () => sessions);
    for (let number = 0; number <= 1_000; number++) await automatic.of(`agent ${number}`);
    await automatic.of("agent 1");
    expect(agents).toHaveLength(1_001);
    await automatic.of("agent 0");
    expect(agents).toHaveLength(1_002);
  });
});

test.each([
  ["claude-code", "claude-code"],
  [undefined, "unknown-agent"],
  ["", "unknown-agent"],
  [" \u0000\u001b\n", "unknown-agent"],
  ["a\u0000b\r\nc\u001b[2Jd", "a b c [2Jd"],
  ["\u202eevil", "evil"],
  ["half \ud800 pair", "half pair"],
  ["Prüfer 🦊", "Prüfer 🦊"],
  ["x".repeat(100_000), `${"x".repeat(127)}…`],
])("the client %j is the agent %j", (client, agent) => {
  expect(agentNamed(client)).toBe(agent);
});

/** A catalog whose clients' sessions open by themselves; each call comes over a connection of its own, as over HTTP. */
function openAutomatic() {
  const { sessions, agents, failWith, advance } = counted();
  const registry = notesRegistry();
  const { all } = registry.profiles;
  if (all === undefined) throw new Error("the fixture has a profile");
  const world = openNotes({
    registry: { ...registry, profiles: { all: { ...all, openSession: "automatic" } }, opensSession: "note_list" },
    openHost: () => ({ deps: { notes: world.notes, sessions } as NotesDeps, sessions, close: async () => undefined }),
  });
  const call = (name: string, given: object, client?: string) =>
    world.call(name, given, {
      connection: { sessionHandle: undefined },
      ...(client === undefined ? {} : { client: { name: client } }),
    });
  return { world, sessions, agents, failWith, advance, call };
}

describe("a call without a session", () => {
  test("is carried out in one of its own, named after the client", async () => {
    const { call, agents } = openAutomatic();
    const calls = [
      await call("note_create", { title: "a" }, "claude-code"),
      await call("add_note", { headline: "b" }, "claude-code"),
      await call("note_create", { title: "c" }),
      await call("note_create", { title: "d" }, "claude-code"),
    ];
    expect(calls.map(valueOfAnswer)).toMatchObject([
      { by: "claude-code" },
      { by: "claude-code" },
      { by: "unknown-agent" },
      { by: "claude-code" },
    ]);
    expect(agents).toEqual(["claude-code", "unknown-agent"]);
  });

  test("has one too where the tool only may use it, unless the store can't be written", async () => {
    const { call, agents, failWith } = openAutomatic();
    failWith(new HostUnavailable("the database is read-only", "never"));
    expect(valueOfAnswer(await call("note_list", {}, "ann"))).toEqual({ items: [], count: 0 });
    expect(errorOf(await call("note_create", { title: "a" }, "ann"))).toMatchObject({
      message: expect.stringContaining("the database is read-only"),
    });
    failWith(undefined);
    await call("note_list", {}, "ann");
    expect(agents).toEqual(["ann", "ann", "ann"]);
  });

  test("does not hide a defect of the store", async () => {
    const { call, failWith } = openAutomatic();
    failWith(new Error("a defect"));
    expect(errorOf(await call("note_list", {}, "ann")).code).toBe("INTERNAL");
  });
});

test("a session that was opened goes first, and a handle that is wrong is refused all the same", async () => {
  const { call, agents, sessions } = openAutomatic();
  const { handle } = await sessions.open({ agent: "bob" });
  expect(valueOfAnswer(await call("note_create", { title: "a", session: handle }, "ann"))).toMatchObject({ by: "bob" });
  expect(errorOf(await call("note_create", { title: "a", session: "wrong" }, "ann"))).toEqual({
    code: "SESSION_UNKNOWN",
    message: "the session is unknown or has expired",
    hint: "leave out 'session': a call without it opens a session of its own",
  });
  expect(agents).toEqual(["bob"]);
});

test("where the connection's session has ended, the call goes on in another and says so", async () => {
  const { world, sessions, advance } = openAutomatic();
  const { handle } = await sessions.open({ agent: "bob" });
  advance(dayMs);
  const connection: { sessionHandle: string | undefined } = { sessionHandle: handle };
  const answer = await world.call("note_create", { title: "a" }, { connection, client: { name: "ann" } });
  expect(valueOfAnswer(answer)).toMatchObject({ by: "ann" });
  expect(noticesOf(answer)).toEqual([
    "the session of this connection has ended; the call was carried out in another one",
  ]);
  expect(connection.sessionHandle).toBe(undefined);
});

test("a refusal has the name that the caller used", async () => {
  expect(errorOf(await openNotes().call("add_note", { headline: "x" })).message).toBe(
    "'add_note' needs an open session",
  );
});
