import type { CallOptions } from "../client/server-connection.ts";
import { RemoteError, ServerFailure } from "../client/server-connection.ts";
import { givenMembers } from "../contract/given-members.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { clip } from "../contract/utf8.ts";
import type { CallAnswer, CallState, Log, ToolCall, ToolResult } from "../runtime/index.ts";
import { soundResult } from "./sound-result.ts";

// A call that goes on to another server. No call of ours waits for a person: where the server asks the user something, our round ends, the
// question goes to the caller's client, and our call comes again with the reply. Meanwhile the server's call is parked here.

export interface ForwardedCalls {
  answer(call: Pick<CallState<unknown>, "request" | "deadline">, tool: string, given: JsonObject): Promise<CallAnswer>;
}

type CallTool = (tool: string, given: JsonObject, options: CallOptions) => Promise<JsonObject>;

/** A call of the server, over any number of our rounds. */
interface RunningCall {
  /** The call of ours that waits for it now. */
  request: ToolCall;
  /** What the server wants to know. */
  question: Question | undefined;
  /** A question has come. */
  onQuestion: () => void;
  readonly abort: AbortController;
  readonly outcome: Promise<CallAnswer>;
}

interface Question {
  readonly params: JsonObject;
  readonly reply: (reply: JsonObject) => void;
}

/** Our own deadline ends a call, which stands still while the user is asked. */
const endless = Number.POSITIVE_INFINITY;

/** How long a question may wait for the call that brings its reply. */
const maxParkedMs = 10 * 60 * 1000;

export function openForwardedCalls(callTool: CallTool, log: Log): ForwardedCalls {
  /** By tool and arguments: calls of the server whose question is with a client. */
  const parked = new Map<string, Set<RunningCall>>();

  function start(request: ToolCall, tool: string, given: JsonObject): RunningCall {
    const abort = new AbortController();
    const running: RunningCall = {
      request,
      question: undefined,
      onQuestion: () => undefined,
      abort,
      outcome: callTool(tool, given, {
        ...optionsOf(request, abort.signal, () => running.request),
        answer: (params: JsonObject) =>
          new Promise<JsonObject>((reply) => {
            running.question = { params, reply };
            running.onQuestion();
          }),
      }).then(resultAnswer, (error: unknown) => failureAnswer(error, request, log)),
    };
    return running;
  }

  function park(key: string, running: RunningCall): void {
    const others = parked.get(key) ?? new Set();
    parked.set(key, others.add(running));
    const timer = setTimeout(() => {
      if (unpark(key, running)) running.question?.reply(cancelled);
    }, maxParkedMs);
    timer.unref();
    if (running.request.form?.endsRequest === true) return;
    // A caller that is gone brings no reply.
    const onAbort = () => {
      if (unpark(key, running)) running.abort.abort(signal.reason);
    };
    const signal = running.request.signal();
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  }

  function unpark(key: string, running: RunningCall): boolean {
    const others = parked.get(key);
    const was = others?.delete(running) ?? false;
    if (others?.size === 0) parked.delete(key);
    return was;
  }

  /** The parked call whose reply this request brings. */
  async function resumed(key: string, request: ToolCall): Promise<RunningCall | undefined> {
    for (const running of [...(parked.get(key) ?? [])]) {
      const { question } = running;
      const reply = question && (await request.form?.replyTo(question.params));
      if (question === undefined || reply === undefined || !unpark(key, running)) continue;
      running.request = request;
      running.question = undefined;
      question.reply(reply);
      return running;
    }
    return undefined;
  }

  /** Until the server answers, or asks. */
  async function round(running: RunningCall, signal: AbortSignal): Promise<CallAnswer | undefined> {
    const asked = new Promise<undefined>((resolve) => {
      running.onQuestion = () => resolve(undefined);
      if (running.question !== undefined) resolve(undefined);
    });
    const onAbort = () => running.abort.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await Promise.race([running.outcome, asked]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  return {
    async answer({ request, deadline }, tool, given) {
      const signal = deadline === undefined ? request.signal() : AbortSignal.any([request.signal(), deadline()]);
      if (request.form === undefined) {
        // The client can not ask its user, so this round is the only one.
        return callTool(tool, given, optionsOf(request, signal)).then(resultAnswer, (error: unknown) =>
          failureAnswer(error, request, log),
        );
      }
      const key = JSON.stringify([tool, given]);
      const running = (await resumed(key, request)) ?? start(request, tool, given);
      for (;;) {
        const answer = await round(running, signal);
        const { question } = running;
        if (answer !== undefined || question === undefined) return answer ?? unanswered;
        const reply = await request.form?.passOn(question.params);
        if (reply === undefined) {
          park(key, running);
          return unanswered;
        }
        running.question = undefined;
        question.reply(reply);
      }
    },
  };
}

/** @param current the call of ours that waits by then */
function optionsOf(request: ToolCall, signal: AbortSignal, current: () => ToolCall = () => request): CallOptions {
  const { meta, progress, log, task } = request;
  return {
    ...{ signal, timeoutMs: endless },
    ...givenMembers({ meta: ownMeta(meta) }),
    ...(progress && { onProgress: ({ done, total, message }) => current().progress?.(done, total, message) }),
    ...(log && {
      logs: { least: log.least, onMessage: (message) => current().log?.pass(message), reader: readerOf(request) },
    }),
    ...(task && { onStatus: (message) => current().task?.say(message) }),
  };
}

const cancelled: JsonObject = { action: "cancel" };

/** Over stdio there is one client; over HTTP an identity may have several, of whom one would read what another's call wrote. */
function readerOf({ connection }: ToolCall): unknown {
  return connection.transport === "http" ? undefined : connection;
}

/** No client reads it: it gets the question. */
const unanswered: CallAnswer = {
  kind: "result",
  result: { content: [{ type: "text", text: "the server waits for a reply of the user" }], isError: true },
};

/** Without what is about our own connection. */
function ownMeta(meta: JsonObject | undefined): JsonObject | undefined {
  if (meta === undefined) return undefined;
  const entries = Object.entries(meta).filter(([key]) => key !== "progressToken");
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

async function resultAnswer(result: JsonObject): Promise<CallAnswer> {
  // It was looked at: the types of the protocol and ours are the same.
  return { kind: "result", result: (await soundResult(result)) as unknown as ToolResult };
}

function failureAnswer(error: unknown, { connection }: ToolCall, log: Log): CallAnswer {
  if (error instanceof RemoteError && !error.isOfConnection) {
    const { code, message, data } = error;
    return { kind: "protocol-error", code, message, ...givenMembers({ data: data as Json | undefined }) };
  }
  const text = connection.transport === "http" ? textForOne(error, log) : messageOf(error);
  return { kind: "result", result: { content: [{ type: "text", text }], isError: true } };
}

/** Over HTTP a caller may not read what the server's program printed, which may be about calls of others: that is for the operator. */
function textForOne(error: unknown, log: Log): string {
  if (!(error instanceof ServerFailure)) return messageOf(error);
  if (error.printed !== undefined) log.warn("the server behind the gateway failed", { reason: error.message });
  return error.withoutPrinted;
}

function messageOf(error: unknown): string {
  // A code such as -32000 would tell the caller's client that its own connection is closed.
  if (error instanceof RemoteError) {
    const data = error.data === undefined ? "" : `: ${clip(JSON.stringify(error.data), 600)}`;
    return `'the server behind the gateway' answered with an error that names no request: ${error.message} (${error.code})${data}`;
  }
  return error instanceof Error ? error.message : String(error);
}
