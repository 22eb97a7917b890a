import type { EventStore } from "../../../runtime/event-store.ts";
import type { Changed, Subscriptions } from "../../../runtime/subscriptions.ts";
import { errorText } from "../../answer-text.ts";
import { type Asking, askingOf } from "../../asking.ts";
import { changeMessage } from "../../change-message.ts";
import type { ClientLog } from "../../client-log.ts";
import type { Message, RequestId } from "../../decode.ts";
import { createQueue } from "../../queue.ts";
import { openSubscriber, type Subscriber } from "../../subscriber.ts";
import type { HttpResponse } from "../exchange.ts";
import { type KeptStream, openKeptStream } from "./kept-stream.ts";
import type { SessionClient } from "./session-client.ts";

/** What a client over HTTP keeps of its handshake, before 2026-07-28. @see MCP 2025-11-25, transports, "Session Management" */
export interface Session {
  /** undefined: it is not here. */
  readonly id: string | undefined;
  readonly client: SessionClient;
  readonly asking: Asking | undefined;
  readonly subscriber: Subscriber | undefined;
  readonly clientLog: ClientLog | undefined;
  /** Aborted when no question can be answered any more. */
  readonly noReplies: AbortSignal;
  /** A stream for the answer of a request. undefined: too many are open. */
  readonly keepStream: () => KeptStream | undefined;
  /** Sends through this response what belongs to no request; an earlier one ends. @returns false where there are too many */
  listen(response: HttpResponse): boolean;
  /** Goes on with a stream of this session, after an event. @returns false where it can't */
  resume(response: HttpResponse, stream: string, number: number): Promise<boolean>;
  /** Sends a message that belongs to no request. */
  deliver(message: object): Promise<void>;
  /** A request runs from now on. @returns undefined where another one of its id runs, or too many */
  run(id: RequestId, cancel: Cancel): { end(): void } | undefined;
  cancel(id: RequestId, reason: unknown): void;
  /** A request to the client is being sent. @returns the id under which it goes out; no other one of the session has it */
  ask(onReply: (reply: Message) => void): string;
  /** Passes a reply on to who asked; a reply to nothing is dropped. */
  reply(reply: Message & { readonly id: RequestId }): void;
  /** No more questions, and nothing is sent but answers; running requests go on. */
  quieten(): void;
  /**
   * Ends everything but the events that are kept; resolves when all is sent.
   * @param why is the error of the requests that run; absent: they are not answered, because no client waits for it
   */
  end(why?: string): Promise<void>;
  /** Is a client connected? */
  isRead(): boolean;
}

/** @param answer what its client gets, as JSON; absent: nothing, because it has asked for the end */
export type Cancel = (reason: unknown, answer?: string) => void;

export interface SessionOptions {
  readonly id: string;
  /** What stands for it in the store of events. */
  readonly key: string;
  readonly client: SessionClient;
  readonly events: EventStore;
  readonly subscriptions: Subscriptions | undefined;
  readonly clientLog: ClientLog | undefined;
  readonly newStreamId: () => string;
  /** Streams of all sessions that are open now. */
  readonly counts: { kept: number; listening: number };
  /** Called when a client connects or disconnects. */
  readonly onRead: () => void;
  readonly onError: (error: Error) => void;
}

/** Streams of answers, and of what belongs to no request, of all sessions together. */
export const maxStreams = 1_024;
/** Requests of one session that run at once. */
export const maxRunning = 64;

export function openSession(options: SessionOptions): Session {
  const { id, key, client, events, subscriptions, clientLog, newStreamId, counts, onRead, onError } = options;
  const subscriber = subscriptions && openSubscriber(subscriptions);
  const streams = new Map<string, KeptStream>();
  const running = new Map<RequestId, Cancel>();
  const questions = new Map<string, (reply: Message) => void>();
  const quiet = new AbortController();
  let asked = 0;
  let readers = 0;
  let own: { readonly stream: KeptStream; readonly stop: () => void } | undefined;

  function open(onReader: (change: 1 | -1) => void = () => undefined): KeptStream {
    return openKeptStream({
      id: newStreamId(),
      session: key,
      events,
      isPrimed: client.revision >= firstPrimedRevision,
      onRead(change) {
        readers += change;
        onReader(change);
        onRead();
      },
      onError,
    });
  }

  function keepStream(): KeptStream | undefined {
    if (counts.kept >= maxStreams) return undefined;
    counts.kept++;
    const stream = open();
    const kept: KeptStream = {
      ...stream,
      async end(text) {
        if (streams.delete(stream.id)) counts.kept--;
        await stream.end(text);
      },
    };
    streams.set(stream.id, kept);
    return kept;
  }

  function openOwn() {
    const stream = open((change) => {
      counts.listening += change;
    });
    const push = createQueue<Changed>(async (changed) => {
      // It may have ended its subscription while this waited.
      if (subscriber?.wants(changed) === true) await stream.send(JSON.stringify(changeMessage(changed)));
    }, onError);
    const stop = subscriptions?.listen((changed) => {
      if (subscriber?.wants(changed) === true) push(changed);
    });
    return { stream, stop: () => stop?.() };
  }

  function quieten(): void {
    quiet.abort();
    own?.stop();
    own?.stream.detach();
  }

  return {
    id,
    client,
    asking: askingOf(false, client.capabilities),
    subscriber,
    clientLog,
    noReplies: quiet.signal,
    keepStream,
    listen(response) {
      if (counts.listening >= maxStreams && own?.stream.isRead() !== true) return false;
      own ??= openOwn();
      own.stream.begin(response);
      return true;
    },
    async resume(response, stream, number) {
      const known = own?.stream.id === stream ? own.stream : streams.get(stream);
      return (await known?.resume(response, number)) === true;
    },
    async deliver(message) {
      await own?.stream.send(JSON.stringify(message));
    },
    run(request, cancel) {
      if (running.has(request) || running.size >= maxRunning) return undefined;
      running.set(request, cancel);
      return {
        end() {
          if (running.get(request) === cancel) running.delete(request);
        },
      };
    },
    cancel(request, reason) {
      running.get(request)?.(reason);
    },
    ask(onReply) {
      const wire = `ask-${asked++}`;
      questions.set(wire, onReply);
      return wire;
    },
    reply(reply) {
      const { id: wire } = reply;
      if (typeof wire !== "string") return;
      const onReply = questions.get(wire);
      questions.delete(wire);
      onReply?.(reply);
    },
    quieten,
    async end(why) {
      quieten();
      subscriber?.close();
      const open = [...streams.values()];
      for (const [request, cancel] of [...running]) {
        const answer = why === undefined ? undefined : errorText(request, { code: aborted, message: why });
        cancel(new Error(why ?? "the session is over"), answer);
      }
      await Promise.all(open.map((stream) => stream.end()));
    },
    isRead: () => readers > 0,
  };
}

/** The SDK's own number for a connection that is closed. */
const aborted = -32000;

/** Earlier clients of the SDK fail at an event without data. @see MCP 2025-11-25, transports, "Sending Messages to the Server" */
const firstPrimedRevision = "2025-11-25";
