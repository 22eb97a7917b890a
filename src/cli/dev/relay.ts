import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../contract/json.ts";
import type { ServerProcess } from "./server-process.ts";

/** How long a replaced server may finish its calls, in ms. */
const drainMs = 10_000;
/** How long a new server has for its first answer, in ms. */
const startMs = 30_000;
/** Begins the ids of requests that are the relay's own. */
const ownIds = "pegboard-dev:";
const internalError = -32_603;

export interface RelayOptions {
  /** @param onLine gets the lines of the new server */
  readonly start: (onLine: (line: string) => void) => ServerProcess;
  readonly toClient: (line: string) => void;
  /** The server that was in use has ended by itself. */
  readonly onCrash: () => void;
}

/** Keeps a client connected while the server behind it is replaced. */
export interface Relay {
  /** A line of the client. Lines wait for a first server that answers. */
  receive(line: string): void;
  /**
   * Starts a server; once it answers as the client expects, it takes the place of the one before, which finishes its calls. The client is
   * notified where what is listed has changed.
   * @returns false where the new server ended instead: the one before stays
   */
  replace(): Promise<boolean>;
  /** Ends all servers. */
  close(): Promise<void>;
}

interface Behind {
  readonly process: ServerProcess;
  /** Resolves with its first line. */
  readonly answered: Promise<void>;
  /** Requests of the client that it has not answered, by their ids as JSON. */
  readonly pending: Set<string>;
  /** Requests of the relay itself. */
  readonly own: Map<string, (answer: JsonObject | undefined) => void>;
  isEnded: boolean;
}

/** The lists of a server, by the name of its capability. */
const lists = ["tools", "prompts", "resources"] as const;

export function openRelay({ start, toClient, onCrash }: RelayOptions): Relay {
  let current: Behind | undefined;
  /** The handshake of an older client, which a new server has to see too. */
  let handshake: JsonObject | undefined;
  let initialized: string | undefined;
  /** What a newer client says about itself in every request. */
  let clientMeta: Json | undefined;
  /** Lines for which there is no server yet. */
  const waiting: string[] = [];
  /** Lines that the first server got, until it has answered one. */
  const unanswered: string[] = [];
  const servers = new Set<Behind>();
  /** Which server asked the client something, by the id as JSON. */
  const asking = new Map<string, Behind>();
  let wasAnswered = false;
  let ids = 0;

  return { receive, replace, close };

  function receive(line: string): void {
    const message = jsonIn(line);
    const known = isJsonObject(message) ? message : {};
    const { id, method } = known;
    if (id !== undefined && method === undefined) {
      const asker = asking.get(JSON.stringify(id)) ?? current;
      asking.delete(JSON.stringify(id));
      asker?.process.send(line);
      return;
    }
    const server = serverOf(known);
    if (server === undefined) {
      if (!wasAnswered) waiting.push(line);
      else if (id !== undefined) fail(id, "the server has ended; its errors are in the terminal of `pegboard dev`");
      return;
    }
    note(known, line);
    if (!wasAnswered) unanswered.push(line);
    if (id !== undefined) server.pending.add(JSON.stringify(id));
    server.process.send(line);
  }

  /** Keeps what a new server has to know of the client. */
  function note({ method, params }: JsonObject, line: string): void {
    if (method === "initialize" && isJsonObject(params)) handshake = params;
    if (method === "notifications/initialized") initialized = line;
    if (handshake === undefined && isJsonObject(params) && isJsonObject(params._meta)) {
      const { progressToken: _, ...meta } = params._meta;
      clientMeta = meta;
    }
  }

  /** A cancellation goes to the server that has the call. */
  function serverOf({ method, params }: JsonObject): Behind | undefined {
    if (method !== "notifications/cancelled" || !isJsonObject(params)) return current;
    const id = JSON.stringify(params.requestId);
    return [...servers].find(({ pending }) => pending.has(id)) ?? current;
  }

  function fail(id: Json, message: string): void {
    toClient(JSON.stringify({ jsonrpc: "2.0", id, error: { code: internalError, message } }));
  }

  async function replace(): Promise<boolean> {
    if (!wasAnswered) return begin();
    const before = current;
    const server = open();
    const listed = await greet(server);
    if (listed === undefined) {
      server.process.end();
      return false;
    }
    const listedBefore = before === undefined ? undefined : await listsOf(before);
    current = server;
    if (before !== undefined) retire(before);
    // A newer client asks again by itself.
    if (initialized !== undefined && listedBefore !== undefined) {
      for (const list of lists) {
        if (listed.get(list) === listedBefore.get(list)) continue;
        toClient(JSON.stringify({ jsonrpc: "2.0", method: `notifications/${list}/list_changed` }));
      }
    }
    return true;
  }

  /** Until a server has answered, nothing is known of the client; a server that ends first leaves its lines to the next one. */
  async function begin(): Promise<boolean> {
    const before = current;
    const server = open();
    current = server;
    for (const line of [...unanswered.splice(0), ...waiting.splice(0)]) receive(line);
    before?.process.end();
    if (unanswered.length > 0) await Promise.race([server.answered, server.process.ended]);
    return !server.isEnded;
  }

  function open(): Behind {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server: Behind = {
      process: start((line) => {
        answer();
        fromServer(server, line);
      }),
      answered,
      pending: new Set(),
      own: new Map(),
      isEnded: false,
    };
    servers.add(server);
    void server.process.ended.then(() => ended(server));
    return server;
  }

  function ended(server: Behind): void {
    server.isEnded = true;
    servers.delete(server);
    for (const answer of server.own.values()) answer(undefined);
    if (!wasAnswered) {
      if (current === server) current = undefined;
      waiting.unshift(...unanswered.splice(0));
      return;
    }
    for (const id of server.pending) {
      fail(jsonIn(id) ?? null, "the server ended before it answered; its errors are in the terminal of `pegboard dev`");
    }
    if (current !== server) return;
    current = undefined;
    onCrash();
  }

  /** @returns what the server lists, or undefined where it ended instead of answering */
  async function greet(server: Behind): Promise<ReadonlyMap<string, string> | undefined> {
    if (handshake !== undefined) {
      if ((await ask(server, "initialize", handshake)) === undefined) return undefined;
      if (initialized !== undefined) server.process.send(initialized);
    }
    const found = await listsOf(server);
    return server.isEnded ? undefined : found;
  }

  async function listsOf(server: Behind): Promise<ReadonlyMap<string, string>> {
    const params = handshake === undefined && clientMeta !== undefined ? { _meta: clientMeta } : {};
    const found = new Map<string, string>();
    for (const list of lists) {
      const answer = await ask(server, `${list}/list`, params);
      if (answer !== undefined) found.set(list, JSON.stringify(answer.result ?? null));
    }
    return found;
  }

  /** @returns undefined where the server ends, or says nothing for too long */
  function ask(server: Behind, method: string, params: JsonObject): Promise<JsonObject | undefined> {
    if (server.isEnded) return Promise.resolve(undefined);
    ids += 1;
    const id = `${ownIds}${ids}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(undefined), startMs);
      const settle = (answer: JsonObject | undefined) => {
        clearTimeout(timer);
        server.own.delete(id);
        resolve(answer);
      };
      server.own.set(id, settle);
      server.process.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  function fromServer(server: Behind, line: string): void {
    wasAnswered = true;
    unanswered.length = 0;
    const message = jsonIn(line);
    if (!isJsonObject(message)) toClient(line);
    else if (message.method !== undefined) unasked(server, message, line);
    else if (isOwn(message.id)) server.own.get(message.id)?.(message);
    else {
      if (message.id !== undefined) server.pending.delete(JSON.stringify(message.id));
      toClient(asChangeable(message) ?? line);
      if (server !== current && server.pending.size === 0) server.process.end();
    }
  }

  /** A request or a notification of a server. One that has not taken over yet, or has no call left, has nothing to say. */
  function unasked(server: Behind, { id }: JsonObject, line: string): void {
    if (server !== current && server.pending.size === 0) return;
    if (id !== undefined) asking.set(JSON.stringify(id), server);
    toClient(line);
  }

  function retire(server: Behind): void {
    if (server.pending.size === 0) {
      server.process.end();
      return;
    }
    const timer = setTimeout(() => server.process.end(), drainMs);
    void server.process.ended.then(() => clearTimeout(timer));
  }

  async function close(): Promise<void> {
    current = undefined;
    const ends = [...servers].map(({ process }) => {
      process.end();
      const timer = setTimeout(() => process.kill(), drainMs);
      return process.ended.then(() => clearTimeout(timer));
    });
    await Promise.all(ends);
  }
}

function isOwn(id: Json | undefined): id is string {
  return typeof id === "string" && id.startsWith(ownIds);
}

/**
 * The answer to the handshake says that lists may change, and newer clients may keep no list.
 * @returns undefined for an answer that says nothing about either
 */
function asChangeable(message: JsonObject): string | undefined {
  const { result } = message;
  if (!isJsonObject(result)) return undefined;
  const isHandshake = isJsonObject(result.capabilities) && typeof result.protocolVersion === "string";
  if (!isHandshake && result.ttlMs === undefined) return undefined;
  const changed: { [key: string]: Json } = { ...result };
  if (isHandshake && isJsonObject(result.capabilities)) changed.capabilities = changeable(result.capabilities);
  if (result.ttlMs !== undefined) changed.ttlMs = 0;
  return JSON.stringify({ ...message, result: changed });
}

function changeable(capabilities: JsonObject): JsonObject {
  const changed: { [key: string]: Json } = { ...capabilities };
  for (const list of lists) {
    const had = capabilities[list];
    if (isJsonObject(had)) changed[list] = { ...had, listChanged: true };
  }
  return changed;
}
