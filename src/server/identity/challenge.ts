// The words in which a request without a fitting token is refused. @see RFC 6750, section 3; RFC 9728, section 5.1
import type { Rejection } from "../http/authorize-request.ts";

export interface ChallengeFacts {
  /** Where the metadata are; undefined: there is no authorization server. */
  readonly metadata: string | undefined;
  /** What every request needs. */
  readonly scopes: readonly string[];
}

/** No token came: the client learns where to get one, and nothing of an error. */
export function tokenMissing(facts: ChallengeFacts): Rejection {
  return rejected(facts, 401, "Unauthorized: a bearer token is needed");
}

export function tokenInvalid(facts: ChallengeFacts, reason: string): Rejection {
  return rejected(facts, 401, `Unauthorized: ${reason}`, { error: "invalid_token", error_description: reason });
}

export function requestInvalid(facts: ChallengeFacts, reason: string): Rejection {
  return rejected(facts, 400, `Bad request: ${reason}`, { error: "invalid_request", error_description: reason });
}

/** @param scopes what a token for this request has: with these the client asks for another one */
export function scopeMissing(facts: ChallengeFacts, scopes: readonly string[]): Rejection {
  const reason = "the token does not allow this";
  return rejected({ ...facts, scopes }, 403, `Forbidden: ${reason}`, {
    error: "insufficient_scope",
    error_description: reason,
  });
}

/** The issuer of the token can't be asked: nothing is wrong with the token as far as it is known. */
export function identityUnavailable(): Rejection {
  const message = "Service unavailable: the authorization server can't be asked";
  return { status: 503, message, headers: { "retry-after": "10" } };
}

function rejected(
  { metadata, scopes }: ChallengeFacts,
  status: Rejection["status"],
  message: string,
  error: Readonly<Record<string, string>> = {},
): Rejection {
  const params = {
    ...(metadata === undefined ? { realm: "mcp" } : { resource_metadata: metadata }),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    ...error,
  };
  const words = Object.entries(params).map(([name, value]) => `${name}="${value}"`);
  return { status, message, headers: { "www-authenticate": `Bearer ${words.join(", ")}` } };
}
