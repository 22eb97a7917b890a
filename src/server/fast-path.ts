import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { Connection } from "../runtime/call-state.ts";
import { resultHead, resultTail, resultText } from "./answer-text.ts";
import { askingOf } from "./asking.ts";
import { bringsReplies, type PreparedCall, preparePlainCall } from "./call-tool.ts";
import type { ClientLog } from "./client-log.ts";
import { isAnswer, isRequestId, type Request, type RequestId } from "./decode.ts";
import { type ClientFacts, envelopeOf, handshakeOf, unknownClient } from "./envelope.ts";
import type { PlainAnswers } from "./plain-answers.ts";
import { PlainCall } from "./plain-call.ts";
import { keys, requestIssue } from "./request-issue.ts";
import { agreedRevision } from "./revision.ts";
import { type PlainEnd, runPlainCall } from "./run-plain-call.ts";
import type { TrackedCalls } from "./shutdown.ts";
import type { TaskSupports } from "./tasks/support.ts";

// Answers the requests that make up nearly all traffic, without the SDK, as the SDK would: `initialize`, `server/discover`,
// `ping`, `tools/list` and `tools/call`, in both eras, when nothing about them is unusual. Any other message is left to the SDK,
// so there is no second validator here.

/** What the fast path needs of the transport. */
export interface Wire extends PlainEnd {
  /** A request with this id is not answered yet. */
  readonly isWaiting: (id: RequestId) => boolean;
  /** The SDK has messages of this connection, or will have them. */
  readonly hasSdk: () => boolean;
  readonly begin: (id: RequestId, call: PlainCall) => void;
  /** The era of the connection is determined. */
  readonly setBegun: () => void;
  readonly setRevision: (revision: string) => void;
  /** Writes a line at the end of this turn. */
  readonly writeSoon: (line: string) => void;
  /** Writes a long line at once: its beginning, which is kept as bytes, and its rest. */
  readonly writeLong: (beginning: Buffer, rest: string) => void;
  /** Writes a notification at once; resolves when the reader can take more. */
  readonly notify: (message: object) => Promise<void>;
}

export interface FastPath {
  /** @returns false when the message is left to the SDK */
  take(message: unknown): boolean;
  /** Starts the calls that were taken: after the whole chunk was read, so that a cancellation in it is in time. */
  runCalls(): void;
  /** The request that brings the SDK into the era of this connection; undefined while that is open. */
  replay(id: string): Request | undefined;
}

export interface FastPathOptions {
  readonly answers: PlainAnswers;
  readonly calls: TrackedCalls;
  /** Absent: no tool may be a task. */
  readonly supports?: TaskSupports | undefined;
  readonly connection: Connection;
  /** Absent: clients don't read the log. */
  readonly clientLog?: ClientLog | undefined;
  readonly onError: (error: Error) => void;
  /** Called when a client has asked for the tools, or calls one. */
  readonly onUsed?: (() => void) | undefined;
}

/** How the client of the connection speaks. "probed": it has asked for the server's identity only. */
type Era =
  | { readonly kind: "open" }
  | { readonly kind: "probed"; readonly params: JsonObject }
  | { readonly kind: "older"; readonly handshake: JsonObject | undefined; readonly client: ClientFacts }
  | { readonly kind: "modern"; readonly params: JsonObject };

export function createFastPath(wire: Wire, options: FastPathOptions): FastPath {
  const { answers, calls, supports, connection, clientLog, onError } = options;
  let era: Era = { kind: "open" };
  let listHead: Buffer | undefined;
  // The SDK alone knows the era.
  let isOff = false;
  let { onUsed } = options;
  let queue: PlainCall[] = [];
  const caller = { notify: wire.notify, onError };

  function reportUse(): void {
    onUsed?.();
    onUsed = undefined;
  }

  function leaveToSdk(): false {
    isOff = true;
    return false;
  }

  /** @returns false when the request is not plain in this era */
  function settleEra(params: JsonObject, claim: ClientFacts | "none" | "odd"): boolean {
    if (era.kind === "older") return claim === "none";
    if (era.kind === "modern") return typeof claim === "object";
    if (claim === "odd" || wire.hasSdk()) return leaveToSdk();
    era =
      claim === "none" ? { kind: "older", handshake: undefined, client: unknownClient } : { kind: "modern", params };
    wire.setBegun();
    return true;
  }

  function shakeHands(id: RequestId, params: JsonObject): boolean {
    if (era.kind === "modern") return false;
    const client = handshakeOf(params);
    const { protocolVersion: requested } = params;
    if (client === undefined || typeof requested !== "string" || wire.hasSdk()) return leaveToSdk();
    const revision = agreedRevision(requested);
    era = { kind: "older", handshake: params, client };
    wire.setBegun();
    wire.setRevision(revision);
    wire.writeSoon(resultText(id, answers.handshake(revision)));
    return true;
  }

  function discover(id: RequestId, params: JsonObject, claim: ClientFacts | "none" | "odd"): boolean {
    if (era.kind === "older" || (era.kind === "modern" && typeof claim !== "object")) return false;
    if (typeof claim !== "object" || (era.kind !== "modern" && wire.hasSdk())) return leaveToSdk();
    if (era.kind === "open") era = { kind: "probed", params };
    wire.writeSoon(resultText(id, answers.discovery));
    return true;
  }

  function takeCall(id: RequestId, params: JsonObject): boolean {
    if ((era.kind === "modern" && bringsReplies(params)) || supports?.concerns(params) === true) return false;
    const call = new PlainCall(id, params, caller);
    wire.begin(id, call);
    queue.push(call);
    if (onUsed !== undefined) reportUse();
    return true;
  }

  function takeRequest(id: RequestId, method: string, params: JsonObject): boolean {
    const { _meta: meta } = params;
    // requestIssue has looked at it.
    const claim = envelopeOf(meta as JsonObject | undefined);
    if (method === "initialize") return shakeHands(id, params);
    if (method === "server/discover") return discover(id, params, claim);
    if (!settleEra(params, claim)) return false;
    switch (method) {
      case "tools/call":
        return takeCall(id, params);
      case "tools/list":
        if (params.cursor !== undefined) return false;
        // A connection stays in one era, and the list is by far the longest answer.
        listHead ??= Buffer.from(resultHead(era.kind === "modern" ? answers.modernList() : answers.olderList()));
        wire.writeLong(listHead, resultTail(id));
        reportUse();
        return true;
      case "ping":
        if (era.kind === "modern") return false;
        wire.writeSoon(resultText(id, "{}"));
        return true;
      default:
        return false;
    }
  }

  /** The SDK would do nothing with these. */
  function isIgnored(method: string, params: unknown): boolean {
    if (wire.hasSdk() || handledNotifications.has(method)) return false;
    return (
      method !== "notifications/initialized" || params === undefined || (isJsonObject(params) && !("_meta" in params))
    );
  }

  function prepare(call: PlainCall): PreparedCall {
    const isModern = era.kind === "modern";
    // requestIssue has looked at it.
    const client = era.kind === "older" ? era.client : envelopeOf(call.params._meta as JsonObject | undefined);
    const { info, capabilities } = typeof client === "object" ? client : unknownClient;
    const asking = askingOf(isModern, capabilities);
    // A request of the modern era that asks for the log is left to the SDK.
    const least = isModern ? undefined : clientLog?.least;
    return preparePlainCall(call, { isModern, connection, client: info, asking, least });
  }

  function run(call: PlainCall): void {
    const form = era.kind === "modern" ? answers.modernForm : answers.olderForm;
    runPlainCall(call, prepare(call), { calls, end: wire, form });
  }

  return {
    take(message) {
      if (isOff || !isJsonObject(message) || message.jsonrpc !== "2.0") return false;
      const { id, method, params = noParams } = message;
      if (typeof method !== "string" || isAnswer(message)) return false;
      if (id === undefined) return isIgnored(method, message.params);
      if (!isRequestId(id) || !isJsonObject(params) || wire.isWaiting(id)) return false;
      if (requestIssue(method, params) !== undefined) return false;
      return takeRequest(id, method, params);
    },
    runCalls() {
      if (queue.length === 0) return;
      const calls = queue;
      queue = [];
      for (const call of calls) if (!call.isCancelled()) run(call);
    },
    replay(id) {
      switch (era.kind) {
        case "open":
          return undefined;
        case "probed":
          return { jsonrpc: "2.0", id, method: "server/discover", params: onlyEnvelope(era.params) };
        case "modern":
          return { jsonrpc: "2.0", id, method: "tools/list", params: onlyEnvelope(era.params) };
        case "older":
          return era.handshake === undefined
            ? { jsonrpc: "2.0", id, method: "ping" }
            : { jsonrpc: "2.0", id, method: "initialize", params: era.handshake };
      }
    },
  };
}

const noParams: JsonObject = {};

/** Those that the SDK does something with, and those that the transport itself reads. */
const handledNotifications: ReadonlySet<string> = new Set(["notifications/cancelled", "notifications/progress"]);

function onlyEnvelope({ _meta: meta }: JsonObject): JsonObject {
  if (!isJsonObject(meta)) return {};
  const { [keys.revision]: revision = null, [keys.capabilities]: capabilities = null, [keys.client]: client } = meta;
  const named = client === undefined ? {} : { [keys.client]: client };
  return { _meta: { [keys.revision]: revision, [keys.capabilities]: capabilities, ...named } };
}
