import type { JsonObject } from "../contract/json.ts";
import type { Failure, Retry } from "./result.ts";

/** A declared error without its data; the compiler writes one per entry of catalog.yaml. */
export interface ErrorFacts<ErrorName extends string> {
  readonly name: ErrorName;
  readonly number: number;
  /** Holes are written `{name}` and filled from the data. */
  readonly message: string;
  readonly retry: Retry;
  readonly hint?: string;
}

/** Makes the typed constructor of a declared error: takes exactly the data of the YAML, returns what a handler returns. */
export function declareError<ErrorName extends string, Data extends JsonObject>(
  facts: ErrorFacts<ErrorName>,
): (data: Data) => Failure<ErrorName> {
  return (data) => ({
    ok: false,
    error: {
      name: facts.name,
      number: facts.number,
      message: fillHoles(facts.message, data),
      data,
      retry: facts.retry,
      ...(facts.hint === undefined ? {} : { hint: fillHoles(facts.hint, data) }),
      template: { message: facts.message, ...(facts.hint === undefined ? {} : { hint: facts.hint }) },
    },
  });
}

/** Replaces `{name}` by the value of that name; lists are joined by commas; a hole without a value stays as it is. */
export function fillHoles(template: string, values: JsonObject): string {
  return template.replaceAll(/\{([a-z][a-z0-9_]*)\}/g, (hole, name: string) => {
    if (!Object.hasOwn(values, name)) return hole;
    const value = values[name];
    if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(holeText).join(", ");
    return holeText(value);
  });
}

function holeText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The host can't do its work, through nobody's fault in the call: the database is locked, read-only, of a newer version,
 * or can't be had. The message is one sentence for the operator, without secrets; the caller sees it as it is.
 */
export class HostUnavailable extends Error {
  override readonly name = "HostUnavailable";
  readonly retry: Retry;
  constructor(message: string, retry: Retry, options?: ErrorOptions) {
    super(message, options);
    this.retry = retry;
  }
}

/**
 * True for `HostUnavailable`, also one of another copy of this package: a project's host may be bundled with its own.
 */
export function isHostUnavailable(error: unknown): error is HostUnavailable {
  if (error instanceof HostUnavailable) return true;
  return error instanceof Error && error.name === "HostUnavailable" && "retry" in error;
}
