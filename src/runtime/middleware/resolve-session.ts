import { quoteName } from "../../contract/found.ts";
import type { JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { type ContractFailure, contractFailure } from "../answers.ts";
import { type AutomaticSessions, agentNamed } from "../automatic-sessions.ts";
import type { CallInProgress, CallState, Soon } from "../call-state.ts";
import { isHostUnavailable } from "../errors.ts";
import type { Session } from "../ports.ts";
import type { CallAnswer } from "../result.ts";
import { entryOf } from "./stage.ts";

/**
 * Finds the session of the caller and removes its handle from the arguments. A handle among the arguments takes precedence over
 * one in `_meta["pegboard/session"]`, that over the one of the connection, and that over a session that opens by itself.
 */
export function resolveSession<Deps>(call: CallInProgress<Deps>): Soon<CallAnswer | undefined> {
  const entry = entryOf(call);
  if (entry.session === "none") return undefined;
  const isParam = Object.hasOwn(call.arguments, "session") && !isOldParam(call);
  const { connection, meta } = call.request;
  const given = isParam ? call.arguments.session : meta === undefined ? undefined : ownValue(meta, "pegboard/session");
  if (given !== undefined && typeof given !== "string") return invalidHandle(call);
  const handle = given ?? connection.sessionHandle;
  if (handle === undefined) return withoutHandle(call);
  return withHandle(call, handle, given, isParam);
}

async function withHandle<Deps>(
  call: CallInProgress<Deps>,
  handle: string,
  given: string | undefined,
  isParam: boolean,
): Promise<CallAnswer | undefined> {
  const { connection } = call.request;
  if (isParam) call.arguments = without(call.arguments, "session");
  const session = await findSession(call, handle);
  if (session !== undefined) {
    connection.sessionHandle = handle;
    call.session = session;
    return undefined;
  }
  if (connection.sessionHandle === handle) connection.sessionHandle = undefined;
  const isReplaced = call.automaticSessions !== undefined;
  if (given !== undefined || (entryOf(call).session === "required" && !isReplaced)) return unknownSession(call);
  const how = isReplaced ? "in another one" : "without it";
  call.notices.push({
    kind: "ignored",
    text: `the session of this connection has ended; the call was carried out ${how}`,
  });
  return withoutHandle(call);
}

/** In a session that opens by itself, where the caller's profile has such; else without one, where the tool can do so. */
function withoutHandle<Deps>(call: CallInProgress<Deps>): Soon<CallAnswer | undefined> {
  const isRequired = entryOf(call).session === "required";
  if (call.automaticSessions === undefined) return isRequired ? noSession(call) : undefined;
  return inAutomaticSession(call, call.automaticSessions, isRequired);
}

async function inAutomaticSession<Deps>(
  call: CallInProgress<Deps>,
  sessions: AutomaticSessions,
  isRequired: boolean,
): Promise<undefined> {
  try {
    const { client, connection } = call.request;
    call.session = await sessions.of(agentNamed(client?.name), connection.identity);
  } catch (error) {
    // What only reads does not depend on a store that can't be written now.
    if (isRequired || !isHostUnavailable(error)) throw error;
  }
}

/** Longer than any store's handle; a longer text need not be hashed. */
const maxHandleLength = 512;

async function findSession<Deps>(call: CallState<Deps>, handle: string): Promise<Session | undefined> {
  if (handle === "" || handle.length > maxHandleLength) return undefined;
  const sessions = await call.sessions();
  return sessions.use(handle);
}

/** An alias, or an older version, may have had a param of that name with another meaning. */
function isOldParam<Deps>(call: CallState<Deps>): boolean {
  const { alias, older } = call;
  if (older !== undefined) return older.session === "none";
  return alias !== undefined && (Object.hasOwn(alias.rename, "session") || alias.ignore.includes("session"));
}

function without(values: JsonObject, name: string): JsonObject {
  // A rest pattern defines keys, so one named __proto__ stays a key.
  const { [name]: _taken, ...rest } = values;
  return rest;
}

/** What to do first, with the name of the tool that does it unless policy denies that tool. */
function openSessionHint<Deps>(call: CallState<Deps>): string {
  if (call.automaticSessions !== undefined) return "leave out 'session': a call without it opens a session of its own";
  const { opensSession } = call.registry;
  // Where the list has no name for it, the tool's own name at least shows people what is missing.
  const own = opensSession !== undefined && call.policy.permits(opensSession) ? opensSession : undefined;
  const opener = own === undefined ? undefined : (call.names.shownOrOwn(own) ?? own);
  const how = opener === undefined ? "open a session" : `open a session with ${opener}`;
  return `${how} and send its handle as 'session'`;
}

function refused<Deps>(call: CallState<Deps>, failure: Omit<ContractFailure, "hint">): CallAnswer {
  return contractFailure({ ...failure, hint: openSessionHint(call) });
}

function noSession<Deps>(call: CallState<Deps>): CallAnswer {
  return refused(call, { code: "SESSION_REQUIRED", message: `${quoteName(call.request.name)} needs an open session` });
}

function unknownSession<Deps>(call: CallState<Deps>): CallAnswer {
  return refused(call, { code: "SESSION_UNKNOWN", message: "the session is unknown or has expired" });
}

function invalidHandle<Deps>(call: CallState<Deps>): CallAnswer {
  // The handle is a secret: the message does not quote what was found.
  const violation = { path: "/session", expected: "a text, the handle of an open session", found: "something else" };
  const message = "the session handle is not a text";
  return refused(call, { code: "INVALID_ARGUMENTS", message, violations: [violation] });
}
