import type { JsonObject } from "../contract/json.ts";
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

/** Replaces `{name}` by the value of that name; lists are joined by commas; a placeholder without a value stays. */
export function fillPlaceholders(template: string, values: JsonObject): string {
  return template.replaceAll(/\{([a-z][a-z0-9_]*)\}/g, (placeholder, name: string) => {
    if (!Object.hasOwn(values, name)) return placeholder;
    const value = values[name];
    if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(valueText).join(", ");
    return valueText(value);
  });
}

function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The host can't work, and the call is not the cause: the database is locked, read-only, of a newer version, or can't be
 * opened. The message is one sentence for the operator, without secrets; the caller sees it as it is.
 */
export class HostUnavailable extends Error {
  override readonly name = "HostUnavailable";
  readonly retry: Retry;
  constructor(message: string, retry: Retry, options?: ErrorOptions) {
    super(message, options);
    this.retry = retry;
  }
}

/** True also for the class of another copy of this package: a project's host may be bundled with one. */
export function isHostUnavailable(error: unknown): error is HostUnavailable {
  if (error instanceof HostUnavailable) return true;
  return error instanceof Error && error.name === "HostUnavailable" && "retry" in error;
}
