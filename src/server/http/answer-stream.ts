import type { HttpResponse } from "./exchange.ts";
import type { KeptStream } from "./sessions/kept-stream.ts";

/** The body of a response: one JSON text, or a stream of events that ends with it. */
export interface AnswerStream {
  /** Sends a notification; resolves when the client can take more. */
  readonly notify: (message: object) => Promise<void>;
  /** Sends the answer, and ends. */
  readonly answer: (text: string) => void;
  /** Nothing more is sent from here; what was begun goes on elsewhere. */
  readonly leave: () => void;
  /** Ends without an answer. */
  readonly giveUp: () => void;
  /** Has it begun as a stream that goes on without its connection? */
  readonly isKept: () => boolean;
}

/**
 * Before 2026-07-28 every answer is a stream of events; since then only where something is sent before the answer. A stream that
 * has begun is kept alive by comments.
 * @param keep begins a stream that goes on without its connection; undefined: this one ends with it
 */
export function openAnswerStream(
  response: HttpResponse,
  isModern: boolean,
  keep?: () => KeptStream | undefined,
): AnswerStream {
  let kept: KeptStream | undefined;
  let beginning: ReturnType<typeof setTimeout> | undefined;
  let comments: ReturnType<typeof setInterval> | undefined;

  function begin(): void {
    if (response.headersSent || response.destroyed) return;
    kept = keep?.();
    if (kept !== undefined) {
      kept.begin(response);
      return;
    }
    response.writeHead(200, streamHeaders);
    response.flushHeaders();
    comments = setInterval(() => response.write(": keepalive\n\n"), keepAliveMs).unref();
  }

  function leave(): void {
    clearTimeout(beginning);
    clearInterval(comments);
  }

  // The client of a long call learns early that it is being answered.
  if (!isModern) beginning = setTimeout(begin, beginMs).unref();
  response.once("close", leave);
  return {
    async notify(message) {
      begin();
      if (kept !== undefined) {
        await kept.send(JSON.stringify(message));
        return;
      }
      if (response.destroyed || response.write(eventText(JSON.stringify(message)))) return;
      await drained(response);
    },
    answer(text) {
      leave();
      if (kept !== undefined) void kept.end(text);
      else if (response.headersSent) response.end(eventText(text));
      else answerAtOnce(response, isModern, text);
    },
    leave,
    giveUp() {
      leave();
      if (kept !== undefined) void kept.end();
      else if (response.headersSent) response.end();
      else response.writeHead(200, streamHeaders).end();
    },
    isKept: () => kept !== undefined,
  };
}

/** Headers and body leave together. */
export function answerAtOnce(response: HttpResponse, isModern: boolean, text: string): void {
  const body = isModern ? text : eventText(text);
  const headers = [...(isModern ? jsonHeaders : streamHeaders), "content-length", String(Buffer.byteLength(body))];
  response.writeHead(200, headers).end(body);
}

/** Resolves when the client can take more, or is gone. */
export function drained(response: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.on("drain", done).on("close", done);
  });
}

/** One event of a stream. @param id by which a client can say that it has it */
export function eventText(text: string, id?: string): string {
  return id === undefined ? `event: message\ndata: ${text}\n\n` : `event: message\nid: ${id}\ndata: ${text}\n\n`;
}

const jsonHeaders = ["content-type", "application/json"];

/** Of the SDK's streams. */
export const streamHeaders = [
  "cache-control",
  "no-cache, no-transform",
  "content-type",
  "text/event-stream",
  "x-accel-buffering",
  "no",
];

const beginMs = 1_000;
/** Between comments that keep a stream alive. */
export const keepAliveMs = 15_000;
