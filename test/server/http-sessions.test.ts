import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMemoryEvents } from "../../src/runtime/event-store.ts";
import { openSubscriptions, type Subscriptions } from "../../src/runtime/subscriptions.ts";
import type { Session } from "../../src/server/http/sessions/session.ts";
import { maxRunning } from "../../src/server/http/sessions/session.ts";
import { sessionClientOf } from "../../src/server/http/sessions/session-client.ts";
import { idleMs, openSessions, type Sessions } from "../../src/server/http/sessions/sessions.ts";
import { createQueue } from "../../src/server/queue.ts";
import { maxSubscribed, openSubscriber } from "../../src/server/subscriber.ts";
import { WrittenResponse as Written } from "./written-response.ts";

/** A host that writes down what it is asked. */
function watchedHost() {
  const asked: string[] = [];
  const subscriptions = openSubscriptions({
    subscriptions: true,
    listChanges: true,
    provider: async () => ({
      subscribe: async (uri) => asked.push(`+${uri}`) > 0,
      unsubscribe: async (uri) => void asked.push(`-${uri}`),
    }),
    onError: (error) => asked.push(String(error)),
  });
  return { asked, subscriptions };
}

const identity = (subject: string) => ({ subject, issuer: undefined, clientId: undefined, scopes: [] });
const fail = (error: Error) => {
  throw error;
};

const client = sessionClientOf({ protocolVersion: "2025-11-25", capabilities: { elicitation: {} } });

function openAll(
  subscriptions: Subscriptions = watchedHost().subscriptions,
  events = createMemoryEvents(),
  most = 10_000,
): Sessions {
  return openSessions({ events, subscriptions, openClientLog: () => undefined, maxSessions: most, onError: fail });
}

const open = (sessions: Sessions, subject?: string, of = client): Session => {
  const session = sessions.open(subject === undefined ? undefined : identity(subject), of);
  if (session === undefined) throw new Error("there are too many sessions");
  return session;
};
const idOf = (session: Session) => session.id ?? "";

describe("sessions over HTTP", () => {
  test("belong to the identity of their handshake, and to others they look as if they were over", () => {
    const sessions = openAll();
    const id = idOf(open(sessions, "ada"));
    expect(sessions.find(id, identity("ada"))).toHaveProperty("id", id);
    expect(sessions.find(id, identity("eve"))).toBe("over");
    expect(sessions.find(id, { ...identity("ada"), issuer: "https://elsewhere" })).toBe("over");
    expect(sessions.find(id, undefined)).toBe("over");
    expect(sessions.find("guessed", identity("ada"))).toBe("unknown");
    sessions.finish(id);
    expect(sessions.find(id, identity("ada"))).toBe("over");
    sessions.close();
  });

  test("have ids and streams that can't be guessed", () => {
    const sessions = openAll();
    const all = Array.from({ length: 50 }, () => open(sessions));
    const ids = all.map(idOf);
    expect(new Set(ids).size).toBe(50);
    expect(ids.filter((id) => !/^[\w-]{32}$/.test(id))).toEqual([]);
    const streams = all.map((session) => session.keepStream()?.id ?? "");
    expect(new Set(streams).size).toBe(50);
    expect(streams.filter((id) => !/^[\w-]{22}$/.test(id))).toEqual([]);
    sessions.close();
  });

  test("are forgotten when there are too many: of who has most the one used longest ago, but none that is read", () => {
    const sessions = openAll(undefined, undefined, 100);
    const quiet = idOf(open(sessions, "ada"));
    const read = open(sessions, "eve");
    read.listen(new Written());
    const flood = Array.from({ length: 98 }, () => idOf(open(sessions, "eve")));
    const [oldest = "", used = "", next = ""] = flood;
    sessions.find(used, identity("eve"));
    const late = idOf(open(sessions, "bob"));
    open(sessions, "eve");
    const left = [quiet, idOf(read), used, late, oldest, next].map(
      (id, at) => typeof sessions.find(id, identity(["ada", "eve", "eve", "bob", "eve", "eve"][at] ?? "")),
    );
    expect(left).toEqual(["object", "object", "object", "object", "string", "string"]);
    sessions.close();
  });

  test("have a limited number of streams, of requests, and of what is kept of a handshake", async () => {
    const sessions = openAll();
    const first = new Written();
    const own = open(sessions);
    expect(own.listen(first)).toBe(true);
    for (let count = 1; count < 1_024; count++) expect(open(sessions).listen(new Written())).toBe(true);
    expect(open(sessions).listen(new Written())).toBe(false);
    // Its own stream may be opened again.
    expect(own.listen(new Written())).toBe(true);
    first.destroy();
    await new Promise((resolve) => setImmediate(resolve));
    const kept = Array.from({ length: 1_024 }, () => own.keepStream());
    expect(kept.every((stream) => stream !== undefined)).toBe(true);
    expect(own.keepStream()).toBeUndefined();
    await kept[0]?.end();
    expect([own.keepStream() !== undefined, own.keepStream()]).toEqual([true, undefined]);
    for (let id = 0; id < maxRunning; id++) expect(own.run(id, () => undefined)).toBeDefined();
    expect(own.run("more", () => undefined)).toBeUndefined();
    sessions.close();
    const long = "x".repeat(100_000);
    const given = {
      protocolVersion: long,
      capabilities: { [long]: {}, sampling: { [long]: {} } },
      clientInfo: { name: long, version: long },
    };
    expect(JSON.stringify(sessionClientOf(given)).length).toBeLessThan(400);
  });

  test("run a request of one id at a time, and cancel it by that", () => {
    const sessions = openAll();
    const session = open(sessions);
    const reasons: unknown[] = [];
    const slot = session.run(1, (reason) => reasons.push(reason));
    expect(session.run(1, () => undefined)).toBeUndefined();
    expect(session.run("1", () => undefined)).toBeDefined();
    session.cancel(1, "no longer needed");
    slot?.end();
    session.cancel(1, "again");
    expect(reasons).toEqual(["no longer needed"]);
    sessions.close();
  });

  test("pass a reply on once, to what was asked in the same session", () => {
    const sessions = openAll();
    const [mine, other] = [open(sessions), open(sessions)];
    const replies: unknown[] = [];
    const id = mine.ask((reply) => replies.push(reply));
    const reply = { jsonrpc: "2.0", id, result: { action: "accept" } } as const;
    other.reply(reply);
    mine.reply({ ...reply, id: "ask-7" });
    mine.reply({ ...reply, id: 0 });
    expect(replies).toEqual([]);
    mine.reply(reply);
    mine.reply(reply);
    expect(replies).toEqual([reply]);
    sessions.close();
  });

  test("have one stream of their own: a new one ends the one before, and goes on where it was", async () => {
    const { subscriptions } = watchedHost();
    const sessions = openAll(subscriptions);
    const session = open(sessions);
    await session.subscriber?.subscribe("a:1");
    const [first, second] = [new Written(), new Written()];
    session.listen(first);
    session.listen(second);
    expect([first.writableEnded, second.writableEnded]).toEqual([true, false]);
    for (const uri of ["a:1", "a:2"]) subscriptions.changes.resourceUpdated(uri);
    await vi.waitFor(() => expect(second.text).toContain('"uri":"a:1"'));
    expect(first.text + second.text).not.toContain("a:2");
    sessions.close();
  });
});

describe("a stream that lost its connection", () => {
  const eventsIn = (text: string) =>
    [...text.matchAll(/^id: (\S+)\n(?:retry: \d+\n)?data: ?(.*)$/gm)].map(([, id = "", data]) => [
      id.split(".")[1],
      data,
    ]);

  test("goes on after the last event that the client has, each message once and in order", async () => {
    const sessions = openAll();
    const session = open(sessions);
    const stream = session.keepStream();
    if (stream === undefined) throw new Error("no stream");
    const first = new Written();
    stream.begin(first);
    await stream.send('"a"');
    first.destroy();
    await once(first, "close");
    await stream.send('"b"');
    const second = new Written();
    const resumed = session.resume(second, stream.id, 0);
    const sent = stream.send('"c"');
    expect(await resumed).toBe(true);
    await sent;
    await stream.end('"d"');
    expect(first.text).toContain("retry: 1000");
    expect(eventsIn(first.text)).toEqual([
      ["0", ""],
      ["1", '"a"'],
    ]);
    expect(eventsIn(second.text)).toEqual([
      ["1", '"a"'],
      ["2", '"b"'],
      ["3", '"c"'],
      ["4", '"d"'],
    ]);
    expect(second.writableEnded).toBe(true);
    sessions.close();
  });

  test("is not begun by an event without data for a client of an earlier revision", async () => {
    const sessions = openAll();
    const older = sessionClientOf({ protocolVersion: "2025-06-18", capabilities: { roots: {} } });
    const stream = open(sessions, undefined, older).keepStream();
    const response = new Written();
    stream?.begin(response);
    await stream?.end('"a"');
    expect(eventsIn(response.text)).toEqual([["0", '"a"']]);
    sessions.close();
  });

  test("is of its session only", async () => {
    const events = createMemoryEvents();
    const sessions = openAll(undefined, events);
    const [mine, other] = [open(sessions, "ada"), open(sessions, "eve")];
    const stream = mine.keepStream();
    stream?.begin(new Written());
    await stream?.send('"secret"');
    const place = { stream: stream?.id ?? "", number: 0 };
    expect(await other.resume(new Written(), place.stream, 0)).toBe(false);
    const keyOf = (session: Session, subject: string) => sessions.keyOf(idOf(session), identity(subject));
    expect(await events.after({ ...place, session: keyOf(other, "eve") })).toBeUndefined();
    expect(await events.after({ ...place, session: keyOf(mine, "eve") })).toBeUndefined();
    expect(await events.after({ ...place, session: keyOf(mine, "ada") })).toEqual({
      events: [{ number: 1, text: '"secret"' }],
      isComplete: false,
    });
    sessions.finish(idOf(mine));
    expect(await events.after({ ...place, session: keyOf(mine, "ada") })).toBeUndefined();
    sessions.close();
  });

  test("is not held up by a connection that is not read", async () => {
    const sessions = openAll();
    const session = open(sessions);
    const stream = session.keepStream();
    if (stream === undefined) throw new Error("no stream");
    const stuck = new Written();
    stuck.pause();
    stream.begin(stuck);
    const sending = stream.send(`"${"x".repeat(200_000)}"`);
    await new Promise((resolve) => setImmediate(resolve));
    const second = new Written();
    expect(await session.resume(second, stream.id, 0)).toBe(true);
    await sending;
    expect(second.text).toContain("xxx");
    sessions.close();
  });
});

describe("without a connection", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("a session ends after half an hour, with what was watched for it and what runs in it", async () => {
    const { asked, subscriptions } = watchedHost();
    const sessions = openAll(subscriptions);
    const session = open(sessions);
    const id = idOf(session);
    const cancelled: unknown[] = [];
    session.run(1, (reason) => cancelled.push(reason));
    await session.subscriber?.subscribe("a:1");
    const response = new Written();
    session.listen(response);
    await vi.advanceTimersByTimeAsync(3 * idleMs);
    expect(sessions.find(id, undefined)).toBe(session);
    response.destroy();
    await vi.advanceTimersByTimeAsync(idleMs - 1_000);
    expect(asked).toEqual(["+a:1"]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sessions.find(id, undefined)).toBe("over");
    expect(asked).toEqual(["+a:1", "-a:1"]);
    expect(cancelled).toHaveLength(1);
    expect(session.noReplies.aborted).toBe(true);
  });
});

test("the host watches a resource from the first client to the last", async () => {
  const { asked, subscriptions } = watchedHost();
  const [first, second] = [await subscriptions.hold("a:1"), await subscriptions.hold("a:1")];
  first?.();
  first?.();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(["+a:1"]);
  second?.();
  await vi.waitFor(() => expect(asked).toEqual(["+a:1", "-a:1"]));
  await subscriptions.hold("a:1");
  expect(asked).toEqual(["+a:1", "-a:1", "+a:1"]);
});

test("one client subscribes to a limited number of resources", async () => {
  const { subscriptions } = watchedHost();
  const subscriber = openSubscriber(subscriptions);
  for (let at = 0; at < maxSubscribed; at++) expect(await subscriber.subscribe(`a:${at}`)).toBe("subscribed");
  expect(await subscriber.subscribe("b:1")).toBe("full");
  subscriber.unsubscribe("a:0");
  expect(await subscriber.subscribe("b:1")).toBe("subscribed");
});

test("a client that leaves while the host is asked leaves nothing behind", async () => {
  const { asked, subscriptions } = watchedHost();
  const subscriber = openSubscriber(subscriptions);
  const asking = subscriber.subscribe("a:1");
  subscriber.close();
  await asking;
  await vi.waitFor(() => expect(asked).toEqual(["+a:1", "-a:1"]));
});

test("of equal items that wait for a slow reader one is sent", async () => {
  const sent: (string | undefined)[] = [];
  let go: () => void = () => undefined;
  const push = createQueue<string | undefined>(
    (item) =>
      new Promise((resolve) => {
        sent.push(item);
        go = resolve;
      }),
    fail,
  );
  for (const item of ["a", "b", undefined, "b", "a", undefined]) push(item);
  for (let round = 0; round < 6; round++) {
    go();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toEqual(["a", "b", undefined, "a"]);
});
