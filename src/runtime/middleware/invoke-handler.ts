import type { JsonObject } from "../../contract/json.ts";
import { limits } from "../../contract/limits.ts";
import { respellObject, type Spelling } from "../../contract/spelling.ts";
import { clip } from "../../contract/utf8.ts";
import { wholeMembers } from "../../contract/whole-characters.ts";
import { logOfCall } from "../call-log.ts";
import type { CallState, Soon } from "../call-state.ts";
import { callerOf } from "../caller.ts";
import { halfCharactersNotice, unknownParamNotice } from "../notice-texts.ts";
import type { CallContext, Caller, Log } from "../ports.ts";
import { askOf, elicitOf, rootsOf, sampleOf } from "../questioning.ts";
import type { ErasedHandler, Host } from "../registry.ts";
import type { HandlerResult } from "../result.ts";
import { entryOf, loadedOf, normalisedOf } from "./stage.ts";

/** Calls the hand-written handler, or its preview, with valid input. */
export function invokeHandler<Deps>(call: CallState<Deps>): Soon<HandlerResult<unknown, string>> {
  const run = functionOf(call);
  const host = call.openedHost();
  return host === undefined ? call.host().then((opened) => invoke(run, call, opened)) : invoke(run, call, host);
}

function invoke<Deps>(run: ErasedHandler<Deps>, call: CallState<Deps>, host: Host<Deps>) {
  const deps = host.depsOf?.(call.session) ?? host.deps;
  // Erased handlers take `never`: this input was validated against this handler's contract, whose type
  // `generated/registry.ts` checked where the handler is named.
  const returned = run(inputFor(call, host) as never, deps, new HandlerContext(call));
  // Also a promise of another library, or of another realm.
  return isThenable(returned) && !(returned instanceof Promise) ? Promise.resolve(returned) : returned;
}

function inputFor<Deps>(call: CallState<Deps>, { wholeCharacters }: Host<Deps>): JsonObject {
  const input = inputOf(call);
  const whole = wholeCharacters === true ? wholeMembers(input) : input;
  if (whole !== input) call.notices.push(halfCharactersNotice(input, whole));
  return whole;
}

/** The arguments as the handler spells them. What has only the name of a param there was not checked as that param. */
function inputOf<Deps>(call: CallState<Deps>): JsonObject {
  const { inputSpelling } = loadedOf(call).validator;
  if (inputSpelling === undefined) return call.arguments;
  const { value, taken } = respellObject(inputSpelling, call.arguments, "handler");
  for (const name of taken.slice(0, limits.unknownNames)) call.notices.push(unknownParamNotice(name));
  return value;
}

function isThenable(returned: unknown): boolean {
  return typeof returned === "object" && returned !== null && "then" in returned;
}

/** A preview must not become the call itself, whatever a handler without types exports. */
function functionOf<Deps>(call: CallState<Deps>): ErasedHandler<Deps> {
  const { handler } = loadedOf(call);
  // Only a catalog whose types were not checked gets here.
  if (handler === undefined) {
    const { name, family } = entryOf(call);
    throw new Error(
      `'${name}' has no handler: its file in src/handlers/${family} exports another name; \`pegboard generate\` says which one`,
    );
  }
  if (call.previews !== true) return typeof handler === "function" ? handler : handler.run;
  if (typeof handler === "function") throw new Error(`invariant: '${entryOf(call).name}' has no preview`);
  return handler.preview;
}

/** Params as the handler spells them. */
function ownNames(names: readonly string[], spelling: Spelling | undefined): readonly string[] {
  if (spelling?.kind !== "object" || names.length === 0) return names;
  return names.map((name) => spelling.fields.find((field) => field.name === name)?.own ?? name);
}

/** The call as its handler sees it. Signals are created when they are read: most handlers never read them. */
class HandlerContext<Deps> implements CallContext<never> {
  readonly tool: string;
  readonly calledAs: string;
  readonly defaulted: readonly string[];
  readonly session: never;
  readonly #call: CallState<Deps>;
  #signal: AbortSignal | undefined;
  #log: Log | undefined;

  constructor(call: CallState<Deps>) {
    this.tool = entryOf(call).name;
    this.calledAs = call.request.name;
    this.defaulted = ownNames(normalisedOf(call).defaulted, loadedOf(call).validator.inputSpelling);
    // As above: a tool with `session: required` does not pass `resolveSession` without one.
    this.session = call.session as never;
    this.#call = call;
  }

  get signal(): AbortSignal {
    const { request, deadline } = this.#call;
    this.#signal ??= deadline === undefined ? request.signal() : AbortSignal.any([request.signal(), deadline()]);
    return this.#signal;
  }

  get log(): Log {
    const call = this.#call;
    this.#log ??= logOfCall(call.log, call.request.log, { tool: this.tool, call: call.newId(), mask: call.mask });
    return this.#log;
  }

  get caller(): Caller {
    const { client, connection } = this.#call.request;
    return callerOf(client, connection);
  }

  get meta(): JsonObject {
    return this.#call.request.meta ?? {};
  }

  // Functions are read as properties, so that they also work when they are taken out of the context. They are created when they
  // are read, as signals are.

  get toolName(): CallContext["toolName"] {
    const { names } = this.#call;
    return (tool) => names.shownOrOwn(tool);
  }

  get progress(): CallContext["progress"] {
    const { progress = ignored } = this.#call.request;
    return progress;
  }

  get notice(): CallContext["notice"] {
    const { notices } = this.#call;
    return (text) => {
      notices.push({ kind: "handler", text: clip(text, limits.noticeLength) });
    };
  }

  get ask(): CallContext["ask"] {
    return askOf(this.#call.request);
  }

  get elicit(): CallContext["elicit"] {
    return elicitOf(this.#call.request);
  }

  get sample(): CallContext["sample"] {
    return sampleOf(this.#call.request);
  }

  get roots(): CallContext["roots"] {
    return rootsOf(this.#call.request);
  }

  get resourceUpdated(): CallContext["resourceUpdated"] {
    return this.#call.changes.resourceUpdated;
  }

  get leaveSession(): CallContext["leaveSession"] {
    const { connection } = this.#call.request;
    return () => {
      connection.sessionHandle = undefined;
    };
  }

  get adoptSession(): CallContext["adoptSession"] {
    const { connection } = this.#call.request;
    return (handle) => {
      connection.sessionHandle = handle;
    };
  }
}

/** The caller did not ask for progress. */
function ignored(): void {}
