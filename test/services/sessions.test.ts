import { expect, onTestFinished, test } from "vitest";
import { HostUnavailable } from "../../src/runtime/errors.ts";
import { lifetimeMs, storedSessions } from "../../src/services/sessions/sessions.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openDatabase } from "../open-database.ts";
import { emptyDatabase } from "../store/empty-database.ts";
import { startOfTests, stoppedClock } from "./clock.ts";
import { logged, newTask, storeRequest, workbench } from "./workbench.ts";

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
  const path = await emptyDatabase();
  const clock = stoppedClock();
  const first = await openStore(path);
  const { handle } = await storedSessions({ store: first, clock }).open({ agent: "claude" });
  await first.close();
  const second = await openStore(path);
  onTestFinished(() => second.close());
  expect((await storedSessions({ store: second, clock }).use(handle))?.agent).toBe("claude");
  const database = openDatabase(path, { readonly: true });
  const rows = JSON.stringify(database.prepare("SELECT * FROM sessions").all());
  database.close();
  expect(rows).not.toContain(handle);
});

test.each([
  ["https://x-access-token:secret@github.com/acme/atlas.git", "https://github.com/acme/atlas.git"],
  ["https://secret@github.com/acme/atlas", "https://github.com/acme/atlas"],
  [" HTTPS://ann:s@c@r@github.com", " HTTPS://github.com"],
  ["https://ann:secret#?\\@github.com/acme/atlas.git", "https://github.com/acme/atlas.git"],
  ["ssh://git:secret@example.com:22/acme/atlas.git", "ssh://example.com:22/acme/atlas.git"],
  ["git+ssh://ann:secret@example.com/@acme/at@las.git", "git+ssh://example.com/@acme/at@las.git"],
  ["ann:secret@example.com:acme/atlas.git", "example.com:acme/atlas.git"],
  ["git@github.com:acme/x.git", "github.com:acme/x.git"],
  ["https://github.com/acme/at@las.git", "https://github.com/acme/at@las.git"],
  ["/srv/git/at@las.git", "/srv/git/at@las.git"],
])("of the git remote %j the store keeps %j", async (gitRemote, kept) => {
  const { sessions, store } = await workbench();
  const { session } = await sessions.open({ agent: "claude", gitRemote });
  expect(await store.read((rows) => rows.sessions.placeOf(session.id))).toMatchObject({ gitRemote: kept });
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

test("closing ends the session, reports what was written in it, and is logged once", async () => {
  const bench = await workbench();
  const { sessions, memories, projects, tasks, packs } = bench;
  const { handle, session } = await sessions.open({ agent: "claude" });
  const stays = await sessions.open({ agent: "claude" });
  const own = { session: session.id, agent: "claude" };
  const created = await projects.create({ name: "Atlas", description: "", force: false, writer: own });
  if (created.status !== "created") throw new Error("expected a new project");
  const projectId = created.project.id;
  const first = await newTask(bench, { projectId, writer: own });
  await newTask(bench, { projectId, writer: own });
  await newTask(bench, { projectId, writer: { session: stays.session.id, agent: "claude" } });
  await tasks.manage({ taskId: first.id, action: "complete", writer: own });
  await memories.store(storeRequest({ title: "Ports", content: "7179", writer: own }));
  await memories.store(storeRequest({ title: "Ports", content: "8080", onConflict: "merge", writer: own }));
  await memories.store(storeRequest({ content: "Something else entirely", writer: own }));
  const facts = { name: "P", type: "custom", status: "draft", description: "", tags: [] } as const;
  const pack = await packs.create({ ...facts, writer: own });
  await packs.addTask(pack.pack.id, first.id, own);
  const other = await packs.create({ ...facts, name: "Q", writer: { session: stays.session.id, agent: "claude" } });
  await packs.remove(other.pack.id, own);

  const done = { projectsCreated: 1, tasksCreated: 2, tasksCompleted: 1, memoriesStored: 2, packsChanged: 2 };
  expect(await sessions.close(session)).toEqual(done);
  expect(await sessions.use(handle)).toBe(undefined);
  expect((await sessions.use(stays.handle))?.id).toBe(stays.session.id);
  expect(await sessions.close(session)).toEqual(done);
  expect((await logged(bench)).filter((event) => event === "session_closed")).toEqual(["session_closed"]);
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
