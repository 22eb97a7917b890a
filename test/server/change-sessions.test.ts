import { once } from "node:events";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openSubscriptions } from "../../src/runtime/subscriptions.ts";
import { openChangeSessions } from "../../src/server/http/change-sessions.ts";
import type { HttpResponse } from "../../src/server/http/exchange.ts";
import { createQueue } from "../../src/server/queue.ts";
import { maxSubscribed, openSubscriber } from "../../src/server/subscriber.ts";

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

/** The response to a GET, as far as it is written. */
class Written extends PassThrough implements HttpResponse {
  headersSent = false;
  text = "";
  constructor() {
    super();
    this.setEncoding("utf8").on("data", (text: string) => {
      this.text += text;
    });
  }
  setHeader(): void {}
  appendHeader(): void {}
  flushHeaders(): void {}
  writeHead() {
    this.headersSent = true;
    return this;
  }
}

const identity = (subject: string) => ({ subject, issuer: undefined, clientId: undefined, scopes: [] });
const fail = (error: Error) => {
  throw error;
};

describe("sessions over HTTP", () => {
  test("belong to the identity of their handshake", () => {
    const sessions = openChangeSessions(watchedHost().subscriptions, fail);
    const id = sessions.open(identity("ada"));
    expect(sessions.find(id, identity("ada"))).toBeDefined();
    expect(sessions.find(id, identity("eve"))).toBeUndefined();
    expect(sessions.find(id, { ...identity("ada"), issuer: "https://elsewhere" })).toBeUndefined();
    expect(sessions.find(id, undefined)).toBeUndefined();
    expect(sessions.find([id], identity("ada"))).toBeUndefined();
    sessions.close();
  });

  test("are forgotten when there are too many, the oldest first, but for those that are read", () => {
    const sessions = openChangeSessions(watchedHost().subscriptions, fail);
    const [read, silent] = [sessions.open(undefined), sessions.open(undefined)];
    expect(sessions.find(read, undefined)?.stream(new Written())).toBe(true);
    const others = Array.from({ length: 9_999 }, () => sessions.open(undefined));
    expect(sessions.find(silent, undefined)).toBeUndefined();
    expect(
      [read, others[0] ?? "", others.at(-1) ?? ""].map((id) => sessions.find(id, undefined) !== undefined),
    ).toEqual([true, true, true]);
    sessions.close();
  });

  test("have a limited number of streams", async () => {
    const sessions = openChangeSessions(watchedHost().subscriptions, fail);
    const stream = (response = new Written()) => sessions.find(sessions.open(undefined), undefined)?.stream(response);
    const first = new Written();
    expect(stream(first)).toBe(true);
    for (let count = 1; count < 1_024; count++) expect(stream()).toBe(true);
    expect(stream()).toBe(false);
    first.destroy();
    await once(first, "close");
    expect([stream(), stream()]).toEqual([true, false]);
    sessions.close();
  });

  test("have one stream: a new one ends the one before, and goes on where it was", async () => {
    const { subscriptions } = watchedHost();
    const sessions = openChangeSessions(subscriptions, fail);
    const session = sessions.find(sessions.open(undefined), undefined);
    await session?.subscriber.subscribe("a:1");
    const [first, second] = [new Written(), new Written()];
    session?.stream(first);
    session?.stream(second);
    expect([first.writableEnded, second.writableEnded]).toEqual([true, false]);
    for (const uri of ["a:1", "a:2"]) subscriptions.changes.resourceUpdated(uri);
    await vi.waitFor(() => expect(second.text).toContain('"uri":"a:1"'));
    expect(first.text + second.text).not.toContain("a:2");
    sessions.close();
  });
});

describe("without a stream", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("a session ends after five minutes, and what was watched for it", async () => {
    const { asked, subscriptions } = watchedHost();
    const sessions = openChangeSessions(subscriptions, fail);
    const id = sessions.open(undefined);
    await sessions.find(id, undefined)?.subscriber.subscribe("a:1");
    const response = new Written();
    sessions.find(id, undefined)?.stream(response);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(sessions.find(id, undefined)).toBeDefined();
    response.destroy();
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(asked).toEqual(["+a:1"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sessions.find(id, undefined)).toBeUndefined();
    expect(asked).toEqual(["+a:1", "-a:1"]);
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
