// Access tokens that are JWTs (RFC 9068). The only module that knows `jose`.
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import type { Clock, Identity } from "../../runtime/ports.ts";
import type { IssuerKeys, KeySet } from "./issuer-keys.ts";
import { type CheckToken, clockTolerance, invalid, scopesOf, type TokenOutcome } from "./token-outcome.ts";

export interface AccessTokenRules {
  /** By the issuer, exactly as its tokens name it. */
  readonly issuers: ReadonlyMap<string, IssuerKeys>;
  /** A token must be meant for one of these. */
  readonly audiences: readonly string[];
  /** All of them with public keys. */
  readonly algorithms: readonly string[];
  /** "at+jwt": as RFC 9068 demands; "jwt": also tokens that don't say what they are. */
  readonly tokenType: "at+jwt" | "jwt";
  readonly clock: Clock;
}

/** Headers that bring a key, or change what is signed. No issuer needs them here, and what they say must never be followed. */
const foreignHeaders = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "cty", "zip"];

export function createAccessTokenCheck(rules: AccessTokenRules): CheckToken {
  return (token) => check(token, rules);
}

async function check(token: string, rules: AccessTokenRules): Promise<TokenOutcome> {
  const read = readUnverified(token);
  if (read === undefined) return invalid("the token is not a signed JWT");
  const issue = headerIssue(read.header, rules);
  if (issue !== undefined) return invalid(issue);
  const { iss } = read.claims;
  const keys = iss === undefined ? undefined : rules.issuers.get(iss);
  if (iss === undefined || keys === undefined) return invalid("the token is from another issuer");
  const options: JWTVerifyOptions = {
    issuer: iss,
    audience: [...rules.audiences],
    algorithms: [...rules.algorithms],
    requiredClaims: ["iss", "aud", "exp", "sub"],
    clockTolerance,
    currentDate: new Date(rules.clock()),
  };
  const verify = (set: KeySet) => jwtVerify(token, localKeys(set), options);
  try {
    const { payload } = await verify(await keys.current()).catch(async (error: unknown) => {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const renewed = await keys.renewed();
      if (renewed === undefined) throw error;
      return verify(renewed);
    });
    return judged(payload, iss, rules);
  } catch (error) {
    if (error instanceof errors.JOSEError) return invalid(reasonOf(error));
    throw error;
  }
}

/** Only to find the rules by which it is judged. */
function readUnverified(token: string) {
  try {
    return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
  } catch {
    return undefined;
  }
}

function headerIssue(
  header: Partial<JWTHeaderParameters>,
  { algorithms, tokenType }: AccessTokenRules,
): string | undefined {
  const { alg, typ } = header;
  if (typeof alg !== "string" || !algorithms.includes(alg))
    return "the token is signed with an algorithm that is not allowed";
  const foreign = foreignHeaders.find((name) => Object.hasOwn(header, name));
  if (foreign !== undefined) return `the token has the header '${foreign}', which is not used here`;
  const type = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ;
  if (type === "at+jwt") return undefined;
  return tokenType === "jwt" && (type === undefined || type === "jwt") ? undefined : "the token is not an access token";
}

/** What `jose` leaves to its callers. */
function judged(claims: JWTPayload, issuer: string, { clock }: AccessTokenRules): TokenOutcome {
  const { sub = "", iat, client_id: clientId, azp, scope, scp, cnf } = claims;
  if (sub === "") return invalid("the token has no subject");
  if (iat !== undefined && !(iat <= clock() / 1000 + clockTolerance)) return invalid("the token is not valid yet");
  // A thief has not the key that it is bound to, and a plain bearer does not prove to have it. RFC 9449, RFC 8705
  if (cnf !== undefined) return invalid("the token is bound to a key, which a bearer token does not prove");
  const client = [clientId, azp].find((one) => typeof one === "string");
  const identity: Identity = {
    subject: sub,
    issuer,
    clientId: typeof client === "string" ? client : undefined,
    scopes: scopesOf(scope ?? scp),
  };
  return { kind: "valid", identity };
}

/** `createLocalJWKSet` keeps the keys that it has imported. */
const imported = new WeakMap<KeySet, ReturnType<typeof createLocalJWKSet>>();

function localKeys(set: KeySet): ReturnType<typeof createLocalJWKSet> {
  const known = imported.get(set);
  if (known !== undefined) return known;
  // Each key is checked by `jose` when it is used.
  const keys = createLocalJWKSet(structuredClone(set) as unknown as JSONWebKeySet);
  imported.set(set, keys);
  return keys;
}

function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return "the token has expired";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return "the token is for another resource";
    if (error.claim === "nbf") return "the token is not valid yet";
    return "a claim of the token is missing or wrong";
  }
  return "the signature of the token can't be verified";
}
