import type { JsonObject } from "../contract/json.ts";
import type { Violation } from "../contract/violation.ts";
import type { Asked } from "./call-state.ts";
import type { Failure, RaisedError, Retry } from "./result.ts";

/**
 * A declared error without its data; the compiler writes one per entry of catalog.yaml. Placeholders `{name}` of its texts are
 * filled from the data.
 */
export type ErrorFacts<ErrorName extends string> = Omit<RaisedError<ErrorName>, "data" | "template">;

/** The typed constructor of a declared error: takes exactly the data of the YAML, returns what a handler returns. */
export function declareError<ErrorName extends string, Data extends JsonObject>(
  facts: ErrorFacts<ErrorName>,
): (data: Data) => Failure<ErrorName> {
  const { message, hint } = facts;
  return (data) => ({
    ok: false,
    error: {
      name: facts.name,
      number: facts.number,
      message: fillPlaceholders(message, data),
      data,
      retry: facts.retry,
      ...(hint === undefined ? {} : { hint: fillPlaceholders(hint, data) }),
      template: { message, ...(hint === undefined ? {} : { hint }) },
    },
  });
}

/** Whether a thrown value is what the constructor of a declared error returns, also one of another copy of this package. */
export function isDeclared(thrown: unknown): thrown is Failure<string> {
  if (!isObject(thrown) || thrown.ok !== false || !isObject(thrown.error)) return false;
  const { name, number, message, retry, data } = thrown.error;
  return (
    typeof name === "string" &&
    typeof number === "number" &&
    typeof message === "string" &&
    typeof retry === "string" &&
    isObject(data)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/**
 * Replaces `{name}` by the value of that name; lists are joined by commas.
 * @param missing stands in place of a value that is not there; default: the placeholder stays
 */
export function fillPlaceholders(template: string, values: JsonObject, missing?: string): string {
  return template.replaceAll(/\{([a-z][a-z0-9_]*)\}/g, (placeholder, name: string) => {
    if (!Object.hasOwn(values, name)) return missing ?? placeholder;
    const value = values[name];
    if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueText).join(", ");
    return valueText(value);
  });
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export interface HostUnavailableOptions extends ErrorOptions {
  /** The same sentence with what the caller must not see, such as a path. Still without secrets: it is logged. */
  readonly operatorMessage?: string;
}

/**
 * The host can't work, and the call is not the cause: the database is locked, read-only, of a newer version, or can't be
 * opened. The message is one sentence without secrets and paths; the caller sees it as it is.
 */
export class HostUnavailable extends Error {
  override readonly name = "HostUnavailable";
  readonly retry: Retry;
  readonly operatorMessage: string;
  constructor(message: string, retry: Retry, options: HostUnavailableOptions = {}) {
    super(message, options);
    this.retry = retry;
    this.operatorMessage = options.operatorMessage ?? message;
  }
}

/** True also for the class of another copy of this package: a project's host may be bundled with one. */
export function isHostUnavailable(error: unknown): error is HostUnavailable {
  if (error instanceof HostUnavailable) return true;
  return error instanceof Error && error.name === "HostUnavailable" && "retry" in error;
}

/** A handler can't work with arguments that its schema takes. Paths lead into its input, as it spells the names. */
export class ArgumentsInvalid extends Error {
  override readonly name = "ArgumentsInvalid";
  readonly violations: readonly Violation[];
  constructor(violations: readonly Violation[]) {
    super("the arguments can't be used");
    this.violations = violations;
  }
}

/** True also for the class of another copy of this package: a project's host may be bundled with one. */
export function isArgumentsInvalid(error: unknown): error is ArgumentsInvalid {
  if (error instanceof ArgumentsInvalid) return true;
  return (
    error instanceof Error &&
    error.name === "ArgumentsInvalid" &&
    "violations" in error &&
    Array.isArray(error.violations)
  );
}

/** Thrown by the handler that `pegboard generate` scaffolded, until its author has written it. */
export class NotWritten extends Error {
  override readonly name = "NotWritten";
  readonly path: string;
  /** @param path of the handler's file in the project */
  constructor(path: string) {
    super(`the handler is not written yet: ${path}`);
    this.path = path;
  }
}

/** True also for the class of another copy of this package. */
export function isNotWritten(error: unknown): error is NotWritten {
  return error instanceof Error && error.name === "NotWritten" && "path" in error && typeof error.path === "string";
}

/** The client's model writes nothing for the tool: the client does not offer it, or its user refused. */
export class SamplingUnavailable extends Error {
  override readonly name = "SamplingUnavailable";
}

/** The client does not say in which folders it works. */
export class RootsUnavailable extends Error {
  override readonly name = "RootsUnavailable";
}

/** A capability of the client that a request needs, and that its client does not have. */
export interface Lacking {
  readonly capability: "sampling" | "roots";
  /** The client has not declared it; otherwise nothing came. */
  readonly isUndeclared: boolean;
}

/** @returns undefined for any other error */
export function lackingOf(error: unknown, asked: Asked): Lacking | undefined {
  if (error instanceof SamplingUnavailable) return { capability: "sampling", isUndeclared: asked.sample === undefined };
  if (error instanceof RootsUnavailable) return { capability: "roots", isUndeclared: asked.roots === undefined };
  return undefined;
}

/** The error of the protocol for a capability that is not declared. @see MCP 2026-07-28, basic, "Error Codes" */
export function undeclaredError(capability: Lacking["capability"]) {
  const message = `Missing required client capability: ${capability}`;
  return { code: -32021, message, data: { requiredCapabilities: { [capability]: {} } } } as const;
}

/** What the user filled in does not fit the form. */
export class ReplyInvalid extends Error {
  override readonly name = "ReplyInvalid";
  readonly violations: readonly Violation[];
  constructor(violations: readonly Violation[]) {
    super("what the user filled in does not fit the form");
    this.violations = violations;
  }
}
