import { createHash } from "node:crypto";
import type { JsonObject } from "../../contract/json.ts";
import type { Clock } from "../../runtime/ports.ts";
import { fetchJson, IssuerUnavailable } from "./fetch-json.ts";
import { type CheckToken, clockTolerance, invalid, scopesOf, type TokenOutcome } from "./token-outcome.ts";

export interface IntrospectionRules {
  readonly endpoint: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly audiences: readonly string[];
  /** Exactly as the server names itself. An answer that names none is of the server that was asked. */
  readonly issuers: readonly string[];
  readonly clock: Clock;
}

/** How long an answer holds, so that a client's burst is one question. A token that is revoked is refused after that. */
const keptMs = 5_000;
const maxKept = 1_000;

/** Asks the authorization server about every token. @see RFC 7662 */
export function createIntrospection(rules: IntrospectionRules): CheckToken {
  const { endpoint, clientId, clientSecret, clock } = rules;
  const credentials = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret)}`).toString("base64");
  const kept = new Map<string, { readonly answer: Promise<JsonObject>; readonly at: number }>();

  function ask(token: string): Promise<JsonObject> {
    const key = createHash("sha256").update(token).digest("base64");
    const known = kept.get(key);
    if (known !== undefined && Math.abs(clock() - known.at) < keptMs) return known.answer;
    const answer = fetchJson(endpoint, {
      method: "POST",
      headers: { authorization: `Basic ${credentials}`, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token, token_type_hint: "access_token" }).toString(),
    }).then(
      (value) => {
        if (value === undefined) throw new IssuerUnavailable("there is nothing at the introspection endpoint");
        return value;
      },
      (error: unknown) => {
        // Something is wrong with this token: some servers answer so for one that they gave out in another form.
        if (error instanceof IssuerUnavailable && error.status === 400) return { active: false };
        throw error;
      },
    );
    // The next one asks again.
    answer.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, { answer, at: clock() });
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return answer;
  }

  return async (token) => judged(await ask(token), rules);
}

function judged(answer: JsonObject, { audiences, issuers, clock }: IntrospectionRules): TokenOutcome {
  const { active, iss, aud, exp, nbf, sub, client_id: clientId, scope, cnf, token_type: type } = answer;
  if (active !== true) return invalid("the token is not active");
  if (iss !== undefined && (typeof iss !== "string" || !issuers.includes(iss))) {
    return invalid("the token is from another issuer");
  }
  const meant: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!meant.some((one) => typeof one === "string" && audiences.includes(one))) {
    return invalid("the token is for another resource");
  }
  const now = clock() / 1000;
  if (exp !== undefined && !(typeof exp === "number" && now < exp + clockTolerance))
    return invalid("the token has expired");
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= now + clockTolerance)) {
    return invalid("the token is not valid yet");
  }
  if (cnf !== undefined || (typeof type === "string" && type.toLowerCase() !== "bearer")) {
    return invalid("the token is bound to a key, which a bearer token does not prove");
  }
  const client = typeof clientId === "string" ? clientId : undefined;
  const subject = typeof sub === "string" && sub !== "" ? sub : client;
  if (subject === undefined) return invalid("the token has no subject");
  const issuer = typeof iss === "string" ? iss : issuers[0];
  return { kind: "valid", identity: { subject, issuer, clientId: client, scopes: scopesOf(scope) } };
}

/** As in a form. RFC 6749, section 2.3.1 */
function encoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
