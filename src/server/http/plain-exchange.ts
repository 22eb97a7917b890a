import type { IncomingHttpHeaders } from "node:http";
import type { JsonObject } from "../../contract/json.ts";
import { carrierOf } from "../../runtime/call-trace.ts";
import type { Identity } from "../../runtime/ports.ts";
import { resultText } from "../answer-text.ts";
import { askingOf } from "../asking.ts";
import { bringsReplies, preparePlainCall } from "../call-tool.ts";
import type { ClientLog } from "../client-log.ts";
import { isRequest, type Message, paramsOf, type RequestId } from "../decode.ts";
import { type ClientFacts, envelopeOf, handshakeOf } from "../envelope.ts";
import type { PlainAnswers } from "../plain-answers.ts";
import { type FirstRound, PlainCall } from "../plain-call.ts";
import { keys } from "../request-issue.ts";
import { agreedRevision, handshakeRevisions } from "../revision.ts";
import { type PlainEnd, runPlainCall } from "../run-plain-call.ts";
import type { TrackedCalls } from "../shutdown.ts";
import type { TaskSupports } from "../tasks/support.ts";
import { type AnswerStream, answerAtOnce, openAnswerStream } from "./answer-stream.ts";
import { connectionOf } from "./connection.ts";
import type { HttpResponse } from "./exchange.ts";
import { refuse } from "./refuse.ts";
import type { Remembered } from "./sessions/memory.ts";
import type { Session } from "./sessions/session.ts";
import { runsAlready } from "./sessions/through-session.ts";

// The fast path over HTTP: the same requests as over stdio, each by itself, because nothing of them is kept.

export interface PlainExchangeOptions {
  readonly answers: PlainAnswers;
  readonly calls: TrackedCalls;
  /** Absent: no tool may be a task. */
  readonly supports?: TaskSupports | undefined;
  /** Absent: clients don't read the log. */
  readonly clientLog: ClientLog | undefined;
  readonly onError: (error: Error) => void;
}

export interface PlainExchange {
  readonly message: Message;
  readonly headers: IncomingHttpHeaders;
  readonly response: HttpResponse;
  readonly identity: Identity | undefined;
  /** That of the client, where it has one. */
  readonly session: Session | undefined;
  readonly remembered: Remembered | undefined;
  /** Leaves a call to the SDK from here on. */
  readonly handOver: (first: FirstRound, stream: AnswerStream) => void;
}

/** @returns answers a message that is plain; false: it is left to the SDK */
export function createPlainExchange(options: PlainExchangeOptions): (exchange: PlainExchange) => boolean {
  const { answers, calls, supports, clientLog, onError } = options;

  function call(id: RequestId, params: JsonObject, client: ClientFacts | undefined, exchange: PlainExchange): boolean {
    const isModern = client !== undefined;
    if ((isModern && bringsReplies(params)) || supports?.concerns(params) === true) return false;
    const { response, handOver, identity } = exchange;
    const session = isModern ? undefined : exchange.session;
    const stream = openAnswerStream(response, isModern, session?.keepStream);
    const plain = new PlainCall(id, params, { notify: stream.notify, onError });
    const slot = session?.run(id, (reason, answer) => {
      plain.cancel(reason);
      slot?.end();
      if (answer === undefined) stream.giveUp();
      else stream.answer(answer);
    });
    if (session !== undefined && slot === undefined) {
      refuse(response, 400, { id, code: -32600, message: runsAlready });
      return true;
    }
    const onClose = () => {
      // A client that has begun to read can come back for the answer.
      if (response.writableEnded || stream.isKept()) return;
      plain.cancel(new Error("Connection closed"));
      slot?.end();
    };
    response.once("close", onClose);
    const prepared = preparePlainCall(plain, {
      isModern,
      connection: connectionOf({
        remembered: isModern ? undefined : exchange.remembered,
        identity,
        trace: carrierOf(exchange.headers),
      }),
      client: isModern ? client.info : session?.client.info,
      asking: isModern ? askingOf(true, client.capabilities) : session?.asking,
      // Without a session no level is kept; newer requests that ask for the log are left to the SDK.
      least: isModern ? undefined : (session?.clientLog ?? clientLog)?.least,
    });
    const end: PlainEnd = {
      answer(_call, text) {
        slot?.end();
        stream.answer(text);
      },
      handOver(_call, first) {
        slot?.end();
        stream.leave();
        response.off("close", onClose);
        handOver(first, stream);
      },
    };
    runPlainCall(plain, prepared, { calls, end, form: isModern ? answers.modernForm : answers.olderForm });
    return true;
  }

  return (exchange) => {
    const { message, headers, response } = exchange;
    const params = paramsOf(message);
    if (!isRequest(message)) return isInitialized(message, params, headers) && accepted(response);
    const { id, method } = message;
    const client = clientOf(method, params, headers);
    if (client === "odd") return false;
    const isModern = client !== undefined;
    const write = (result: string): true => {
      answerAtOnce(response, isModern, resultText(id, result));
      return true;
    };
    switch (method) {
      case "tools/call":
        return call(id, params, client, exchange);
      case "tools/list":
        return params.cursor === undefined && write(isModern ? answers.modernList() : answers.olderList());
      case "ping":
        return !isModern && write("{}");
      case "server/discover":
        return isModern && write(answers.discovery);
      case "initialize": {
        const { protocolVersion: requested } = params;
        if (isModern || typeof requested !== "string" || handshakeOf(params) === undefined) return false;
        return write(answers.handshake(agreedRevision(requested)));
      }
      default:
        return false;
    }
  };
}

/** The client, where the request and its headers describe it in the modern way; undefined for an older one. */
function clientOf(method: string, params: JsonObject, headers: IncomingHttpHeaders): ClientFacts | undefined | "odd" {
  // requestIssue has looked at it.
  const meta = params._meta as JsonObject | undefined;
  const claim = envelopeOf(meta);
  const { "mcp-protocol-version": revision, "mcp-method": named, "mcp-name": name } = headers;
  if (claim === "none") return isOlder(headers) ? undefined : "odd";
  const isAgreed = claim !== "odd" && revision === meta?.[keys.revision] && named === method;
  return isAgreed && (method !== "tools/call" || name === params.name) ? claim : "odd";
}

/** Headers as clients send them that know no others. */
function isOlder(headers: IncomingHttpHeaders): boolean {
  const { "mcp-protocol-version": revision, "mcp-method": named, "mcp-name": name } = headers;
  if (named !== undefined || name !== undefined) return false;
  return revision === undefined || (typeof revision === "string" && handshakeRevisions.includes(revision));
}

/** The notification that ends a handshake, of which nothing is kept. */
function isInitialized(message: Message, params: JsonObject, headers: IncomingHttpHeaders): boolean {
  return (
    "method" in message && message.method === "notifications/initialized" && !("_meta" in params) && isOlder(headers)
  );
}

function accepted(response: HttpResponse): true {
  response.writeHead(202).end();
  return true;
}
