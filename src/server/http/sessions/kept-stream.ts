import type { EventStore } from "../../../runtime/event-store.ts";
import { drained, eventText, keepAliveMs, streamHeaders } from "../answer-stream.ts";
import type { HttpResponse } from "../exchange.ts";

/** A stream of events that goes on when its connection is lost: its messages are kept, and sent to the client that comes back. */
export interface KeptStream {
  readonly id: string;
  /** Sends it through this response, from now on. */
  begin(response: HttpResponse): void;
  /**
   * Sends it through this response, from the event on that follows the one of this number; the connection before ends.
   * @returns false where what follows is not known any more; then nothing was written
   */
  resume(response: HttpResponse, number: number): Promise<boolean>;
  /** Sends a message; resolves when the client can take more, or when none reads. */
  send(text: string): Promise<void>;
  /** Sends the last message, if there is one, and ends. */
  end(text?: string): Promise<void>;
  /** Ends the connection, and not the stream. */
  detach(): void;
  /** Is a client connected? */
  isRead(): boolean;
}

export interface KeptStreamOptions {
  readonly id: string;
  /** Whose it is, as the store knows it. */
  readonly session: string;
  readonly events: EventStore;
  /** Its client understands an event without data, by which it learns where it is. */
  readonly isPrimed: boolean;
  /** Called when a connection begins, and when it ends. */
  readonly onRead: (change: 1 | -1) => void;
  readonly onError: (error: Error) => void;
}

export function openKeptStream(options: KeptStreamOptions): KeptStream {
  const { id, session, events, isPrimed, onRead, onError } = options;
  let current: HttpResponse | undefined;
  let count = 0;
  let hasEnded = false;
  // One step after the other: a client that comes back gets each message once.
  let steps: Promise<unknown> = Promise.resolve();

  function then<Value>(step: () => Promise<Value>): Promise<Value> {
    const next = steps.then(step);
    steps = next.catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))));
    return next;
  }

  function connect(response: HttpResponse): void {
    detach();
    current = response;
    onRead(1);
    response.writeHead(200, streamHeaders);
    response.flushHeaders();
    const comments = setInterval(() => response.write(": keepalive\n\n"), keepAliveMs).unref();
    response.once("close", () => {
      clearInterval(comments);
      if (current === response) current = undefined;
      onRead(-1);
    });
  }

  function detach(): void {
    const before = current;
    current = undefined;
    // A reader that does not read would hold up the one that comes.
    if (before?.writableNeedDrain === true) before.destroy();
    else before?.end();
  }

  async function write(number: number, text: string): Promise<void> {
    const response = current;
    if (response === undefined || response.writableEnded || response.destroyed) return;
    const name = `${id}.${number}`;
    if (!response.write(text === "" ? primingText(name) : eventText(text, name))) await drained(response);
  }

  async function keep(text: string, isLast: boolean): Promise<void> {
    if (hasEnded) return;
    const number = count++;
    try {
      await events.append({ stream: id, session, number, text, isLast });
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)));
    }
    await write(number, text);
  }

  return {
    id,
    begin(response) {
      connect(response);
      if (isPrimed) void then(() => keep("", false));
    },
    resume(response, number) {
      detach();
      return then(async () => {
        // A client that has everything needs no store, which may have removed what is old.
        const hasAll = number === count - 1;
        const rest = hasAll ? { events: [] } : await events.after({ stream: id, session, number });
        if (rest === undefined || number + rest.events.length !== count - 1) return false;
        connect(response);
        for (const event of rest.events) await write(event.number, event.text);
        if (hasEnded) detach();
        return true;
      });
    },
    send: (text) => then(() => keep(text, false)),
    async end(text) {
      await then(async () => {
        if (text !== undefined) await keep(text, true);
        hasEnded = true;
        detach();
      });
    },
    detach,
    isRead: () => current !== undefined,
  };
}

/** Sends what is left of a stream that has ended. */
export function sendRest(
  response: HttpResponse,
  id: string,
  rest: readonly { readonly number: number; readonly text: string }[],
): void {
  response.writeHead(200, streamHeaders);
  response.end(rest.map(({ number, text }) => eventText(text, `${id}.${number}`)).join(""));
}

/** Where a client is in a stream, by the id of the last event that it has. undefined: it is the id of no event. */
export function placeOf(eventId: string): { readonly stream: string; readonly number: number } | undefined {
  const [, stream, number] = /^([\w-]{22})\.(\d{1,9})$/.exec(eventId) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number) };
}

/** An event without a message. A client that loses the connection waits so many milliseconds. */
function primingText(name: string): string {
  return `id: ${name}\nretry: ${retryMs}\ndata: \n\n`;
}

const retryMs = 1_000;
