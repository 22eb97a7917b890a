import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import { lifetimeMs, storedSessions } from "../../src/services/sessions/sessions.ts";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryFolder } from "../store/temporary-folder.ts";
import { startOfTests, stoppedClock } from "./clock.ts";
import { workbench } from "./workbench.ts";

test("a session is known by its handle, with agent, model and times", async () => {
  const { sessions } = await workbench();
  const { handle, session } = await sessions.open({ agent: "claude", model: "opus" });
  expect(handle).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(await sessions.use(handle)).toEqual(session);
  expect(session).toEqual({
    id: session.id,
    agent: "claude",
    model: "opus",
    openedAt: startOfTests,
    expiresAt: startOfTests + lifetimeMs,
  });
  expect(session.id).not.toContain(handle);
});

test("a model that was not given is absent", async () => {
  const { sessions } = await workbench();
  const { handle } = await sessions.open({ agent: "claude" });
  expect(Object.keys((await sessions.use(handle)) ?? {})).toEqual(["id", "agent", "openedAt", "expiresAt"]);
});

test.each(["", "nonsense", "' OR 1=1 --", "\u0000"])("the handle %j is unknown", async (handle) => {
  const { sessions } = await workbench();
  await sessions.open({ agent: "claude" });
  expect(await sessions.use(handle)).toBe(undefined);
});

test("a session ends after 24 hours unused, and each use puts its end off", async () => {
  const { sessions, clock } = await workbench();
  const { handle } = await sessions.open({ agent: "claude" });
  for (let use = 0; use < 5; use++) {
    clock.advance(lifetimeMs - 1);
    expect((await sessions.use(handle))?.expiresAt).toBe(clock() + lifetimeMs);
  }
  clock.advance(lifetimeMs);
  expect(await sessions.use(handle)).toBe(undefined);
  clock.advance(-lifetimeMs);
  expect((await sessions.use(handle))?.agent).toBe("claude");
});

test("a session survives a restart, and the file does not hold its handle", async () => {
  const path = join(await temporaryFolder(), "workbench.db");
  const clock = stoppedClock();
  const first = await openStore(path);
  const { handle } = await storedSessions({ store: first, clock }).open({ agent: "claude" });
  await first.close();
  const second = await openStore(path);
  onTestFinished(() => second.close());
  expect((await storedSessions({ store: second, clock }).use(handle))?.agent).toBe("claude");
  const database = new Sqlite(path, { readonly: true });
  const rows = JSON.stringify(database.prepare("SELECT * FROM sessions").all());
  database.close();
  expect(rows).not.toContain(handle);
});

test("opening is logged with the session as subject, and removes what has expired", async () => {
  const { sessions, clock, store } = await workbench();
  const first = await sessions.open({ agent: "a" });
  clock.advance(lifetimeMs);
  const second = await sessions.open({ agent: "b" });
  expect((await store.read(({ activity }) => activity.latest(9))).map((row) => [row.event, row.subject])).toEqual([
    ["session_opened", second.session.id],
    ["session_opened", first.session.id],
  ]);
  clock.advance(-lifetimeMs);
  expect(await sessions.use(first.handle)).toBe(undefined);
});

test("a session stays known while its end can't be put off, and the next use tries again", async () => {
  const { store, sessions, clock } = await workbench();
  const { handle, session } = await sessions.open({ agent: "claude" });
  clock.advance(3_600_000);
  const refusal = new HostUnavailable("the database is locked", "later");
  const locked = storedSessions({ store: { ...store, write: () => Promise.reject(refusal) }, clock });
  expect(await locked.use(handle)).toEqual(session);
  expect(await sessions.use(handle)).toEqual({ ...session, expiresAt: clock() + lifetimeMs });
});
