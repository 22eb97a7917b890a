import { describeFound } from "../../contract/found.ts";
import { isJsonObject } from "../../contract/json.ts";
import { childPath, pathKeys } from "../../contract/json-pointer.ts";
import { limits } from "../../contract/limits.ts";
import { clip } from "../../contract/utf8.ts";
import { businessFailure, businessProtocolError, contentAlone, contractFailure, unconfirmed } from "../answers.ts";
import type { CallState, Soon } from "../call-state.ts";
import { type ArgumentsInvalid, fillPlaceholders, isArgumentsInvalid, isDeclared } from "../errors.ts";
import { invalidArguments } from "../invalid-arguments.ts";
import type { CallAnswer, HandlerResult, RaisedError } from "../result.ts";
import { check } from "./check.ts";
import { invokeHandler } from "./invoke-handler.ts";
import { entryOf, loadedOf } from "./stage.ts";
import { truncateError, truncateResult } from "./truncate-result.ts";

/** Ends the pipeline: runs the handler, checks what it returned, and wraps it for the wire. */
export function executeCall<Deps>(call: CallState<Deps>): Soon<CallAnswer> {
  // The caller already has the answer that the call was stopped, so it must not begin.
  if (call.deadline?.().aborted === true) return stopped(call);
  let returned: Soon<HandlerResult<unknown, string>>;
  try {
    returned = invokeHandler(call);
  } catch (error) {
    return stoppedBy(call, error);
  }
  if (!(returned instanceof Promise)) return wrapped(call, returned);
  return returned.then(
    (result) => wrapped(call, result),
    (error: unknown) => stoppedBy(call, error),
  );
}

/**
 * A declared error that was thrown is the error that was returned. A handler that stops because it was aborted did not fail; no caller
 * waits for this answer.
 */
function stoppedBy<Deps>(call: CallState<Deps>, error: unknown): Soon<CallAnswer> {
  if (isDeclared(error)) return answerWith(call, error);
  if (isArgumentsInvalid(error)) return refused(call, error);
  if (isAbort(error, call.request.signal()) || isAbort(error, call.deadline?.())) return stopped(call);
  throw error;
}

/** As for arguments that break the schema. Params have the names of callers, not those of the handler. */
function refused<Deps>(call: CallState<Deps>, { violations }: ArgumentsInvalid): CallAnswer {
  const { input, inputSpelling } = loadedOf(call).validator;
  const fields = inputSpelling?.kind === "object" ? inputSpelling.fields : [];
  const named = violations.map((violation) => {
    const [param, ...rest] = pathKeys(violation.path);
    if (param === undefined) return violation;
    const name = fields.find(({ own }) => own === param)?.name ?? param;
    return { ...violation, path: [name, ...rest].reduce((at, key) => childPath(at, key), "") };
  });
  return invalidArguments(call, named, input);
}

function wrapped<Deps>(call: CallState<Deps>, returned: HandlerResult<unknown, string>): Soon<CallAnswer> {
  if (!isResult(returned)) throw new Error(notResult(call, returned));
  if (call.previews === true && returned.ok) return unconfirmed(previewed(call, returned.value));
  return answerWith(call, returned);
}

/** A handler may be of JavaScript, or hide its type behind `as`. */
function isResult(returned: unknown): boolean {
  return isJsonObject(returned) && (returned.ok === true || (returned.ok === false && isJsonObject(returned.error)));
}

function notResult<Deps>(call: CallState<Deps>, returned: unknown): string {
  const what = call.previews === true ? "preview" : "handler";
  return `the ${what} of '${entryOf(call).name}' must return ok(…) or an error of the catalog; it returned ${describeFound(returned, true)}`;
}

function previewed<Deps>(call: CallState<Deps>, effect: unknown): string {
  if (typeof effect !== "string") throw new Error(`invariant: the preview of '${entryOf(call).name}' is not a text`);
  return clip(effect, limits.questionLength);
}

/** Checks what a handler returned, wraps it for the wire and truncates it to a size that can be sent. */
export function answerWith<Deps>(call: CallState<Deps>, returned: HandlerResult<unknown, string>): Soon<CallAnswer> {
  if (!returned.ok) {
    reportUndeclared(call, returned.error);
    const error = truncateError(call, shownError(call, returned.error));
    return error instanceof Promise ? error.then((cut) => declaredFailure(call, cut)) : declaredFailure(call, error);
  }
  const checked = check(call, returned);
  if (checked.kind === "broken") return checked.answer;
  const answer = truncateResult(call, checked, returned.list);
  if (entryOf(call).contentOnly !== true) return answer;
  return answer instanceof Promise ? answer.then(contentAlone) : contentAlone(answer);
}

/**
 * The type checker refuses such an error where it is returned, and can't see where it is thrown. The caller is answered with it, because it
 * says what went wrong; pages, typed clients and the author's tests don't know of it, so the operator reads where to add it.
 */
function reportUndeclared<Deps>(call: CallState<Deps>, raised: RaisedError): void {
  const { errors } = loadedOf(call).validator;
  if (errors === undefined || errors.includes(raised.name)) return;
  const tool = entryOf(call).name;
  const error = clip(raised.name, 128);
  call.log.error(`'${tool}' raised ${error}, which it does not declare; add it to 'errors' of the tool`, {
    tool,
    error,
  });
}

function declaredFailure<Deps>({ errors }: CallState<Deps>, error: RaisedError): CallAnswer {
  return errors === "protocol" ? businessProtocolError(error) : businessFailure(error);
}

/**
 * An error of the catalog without advice to use what policy denies, and with the tool names that the caller is shown. Only texts of the
 * catalog are changed, no values.
 */
function shownError<Deps>({ textFilter, names }: CallState<Deps>, raised: RaisedError): RaisedError {
  const text = (own: string) => names.renamed(textFilter.text(own));
  const { template, hint, message, ...rest } = raised;
  const fill = (templateText: string | undefined, whole: string) => {
    // Without a template the text of the catalog and the values can't be distinguished.
    if (templateText === undefined) return text(whole);
    const shown = text(templateText);
    return shown === templateText ? whole : fillPlaceholders(shown, raised.data);
  };
  const shown = hint === undefined ? "" : fill(template?.hint, hint);
  return {
    ...rest,
    message: fill(template?.message, message) || raised.name,
    ...(shown === "" ? {} : { hint: shown }),
  };
}

/** The answer to a call that was cancelled or exceeded its deadline; no caller waits for it. */
export function stopped<Deps>(call: CallState<Deps>): CallAnswer {
  return contractFailure({ code: "CANCELLED", message: `'${call.request.name}' was cancelled` });
}

function isAbort(error: unknown, signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false;
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}
