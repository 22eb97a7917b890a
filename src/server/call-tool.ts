import type { JsonObject } from "../contract/json.ts";
import type { ClientLevel } from "../contract/log-level.ts";
import type { Connection, ToolCall } from "../runtime/call-state.ts";
import type { ClientInfo } from "../runtime/ports.ts";
import type { Asking } from "./asking.ts";
import { type LogMessages, logMessages } from "./client-log.ts";
import { withoutEnvelope } from "./envelope.ts";
import type { FirstRound, PlainCall } from "./plain-call.ts";
import { type NotifyPort, type ProgressReports, progressReports } from "./progress.ts";
import { type Brought, createQuestions, type Questions } from "./questions.ts";

/** The parts of a `tools/call` that matter. */
export interface CallParts {
  readonly name: string;
  /** The arguments, exactly as they came. */
  readonly given: unknown;
  /** Without what the client says of itself. */
  readonly meta: JsonObject | undefined;
}

/** What a transport knows of the caller, and can do for the call. */
export interface CallPort {
  readonly connection: Connection;
  readonly client: ClientInfo | undefined;
  /** undefined: the client can be asked nothing. */
  readonly asking: Asking | undefined;
  /** What came with the call to answer questions of an earlier one. */
  readonly brought: Brought;
  readonly isModern: boolean;
  readonly signal: () => AbortSignal;
  readonly notifies: NotifyPort;
  /** The least level of log lines that the caller reads. undefined: it reads none. */
  readonly least: ClientLevel | undefined;
}

/** A call for the dispatcher, and what goes on beside it. */
export interface PreparedCall {
  readonly call: ToolCall;
  readonly questions: Questions | undefined;
  readonly progress: ProgressReports | undefined;
  readonly messages: LogMessages | undefined;
}

/** Sends what the handler has reported. */
export async function finishReports({
  messages,
  progress,
}: Pick<PreparedCall, "messages" | "progress">): Promise<void> {
  await messages?.finish();
  await progress?.finish();
}

/**
 * Every `tools/call` of every transport passes here, whatever reads it and writes its answer.
 * @param first what was done of it before it came to this port
 */
export function prepareCall({ name, given, meta }: CallParts, port: CallPort, first?: FirstRound): PreparedCall {
  const { connection, client, signal } = port;
  const token = meta?.progressToken;
  const progress =
    typeof token === "string" || typeof token === "number"
      ? progressReports(token, port.notifies, first?.progress?.last())
      : undefined;
  const messages = port.least === undefined ? undefined : logMessages(port.least, port.notifies);
  const questions =
    first?.questions ??
    (port.asking === undefined ? undefined : createQuestions({ name, given }, port.brought, port.asking));
  const call: ToolCall = {
    name,
    arguments: given,
    connection,
    signal,
    meta,
    client,
    progress: progress?.report,
    log: messages?.log,
    ask: questions?.ask,
    form: questions?.form,
    url: questions?.url,
    sample: questions?.sample,
    roots: questions?.roots,
    undeclared: port.isModern ? "protocol-error" : "result",
  };
  return { call, questions, progress, messages };
}

/** The same for a call that is answered without the SDK, and brings no reply. */
export function preparePlainCall(
  call: PlainCall,
  caller: Pick<CallPort, "connection" | "client" | "asking" | "least" | "isModern">,
): PreparedCall {
  const { isModern, connection, client, asking, least } = caller;
  const { name, arguments: given, _meta } = call.params;
  // requestIssue has looked at both.
  const sent = _meta as JsonObject | undefined;
  const meta = isModern && sent !== undefined ? withoutEnvelope(sent) : sent;
  // Not spread: copying properties of unknown names costs more than the rest of the call.
  const port = { connection, client, asking, isModern, brought: nothing, signal: call.signal, notifies: call, least };
  return prepareCall({ name: name as string, given, meta }, port);
}

/** Whether a call brings replies to what an earlier result asked. */
export function bringsReplies({ inputResponses, requestState }: JsonObject): boolean {
  return inputResponses !== undefined || requestState !== undefined;
}

const nothing: Brought = { replyTo: () => undefined, state: undefined };
