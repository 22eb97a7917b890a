import { timingSafeEqual } from "node:crypto";
import type { Identity, Log } from "../../runtime/ports.ts";
import { digest, type Rejection } from "../http/authorize-request.ts";
import { type ChallengeFacts, identityUnavailable, requestInvalid, tokenInvalid, tokenMissing } from "./challenge.ts";
import { IssuerUnavailable } from "./fetch-json.ts";
import { isNamedToken } from "./named-tokens.ts";
import type { CheckToken } from "./token-outcome.ts";

/** Which tokens let somebody in. */
export interface TokenSources {
  /** The one token that has no name and all rights. */
  readonly single?: string;
  /** Those that the operator made. */
  readonly named?: CheckToken;
  /** Those of authorization servers. */
  readonly access?: CheckToken;
}

/** The identity is undefined for the token without a name. */
export type Identified = { readonly identity: Identity | undefined } | { readonly rejection: Rejection };

/** Longer than any token that an issuer makes; checking one costs time. */
const maxTokenLength = 8_192;

export function createIdentify(
  { single, named, access }: TokenSources,
  facts: ChallengeFacts,
  log: Log,
): (authorization: string | undefined, target: string) => Promise<Identified> {
  const expected = single === undefined ? undefined : digest(single);

  async function judge(token: string): Promise<Identified> {
    if (expected !== undefined && timingSafeEqual(digest(token), expected)) return { identity: undefined };
    const check = isNamedToken(token) ? named : access;
    if (check === undefined) return { rejection: tokenInvalid(facts, "the token is unknown") };
    const outcome = await check(token);
    if (outcome.kind === "valid") return { identity: outcome.identity };
    return { rejection: tokenInvalid(facts, outcome.reason) };
  }

  return async (authorization, target) => {
    const isInAddress = hasTokenInAddress(target);
    if (authorization === undefined) return { rejection: tokenMissing(facts) };
    // RFC 6750, section 2: a client uses one method, and the address would be in logs.
    if (isInAddress) return { rejection: requestInvalid(facts, "a token belongs in the header alone") };
    const [scheme = "", ...rest] = authorization.split(" ");
    if (scheme.toLowerCase() !== "bearer") return { rejection: tokenMissing(facts) };
    const token = rest.join(" ").trim();
    if (!/^[\w.~+/-]+=*$/.test(token) && (single === undefined || !/^[\x21-\x7e]+$/.test(token))) {
      return { rejection: requestInvalid(facts, "the header 'Authorization' has no bearer token") };
    }
    if (token.length > maxTokenLength) return { rejection: tokenInvalid(facts, "the token is too long") };
    try {
      return await judge(token);
    } catch (error) {
      if (!(error instanceof IssuerUnavailable)) throw error;
      log.warn("a token can't be checked", { error: error.message });
      return { rejection: identityUnavailable() };
    }
  };
}

/** `?access_token=…`, in any spelling. */
function hasTokenInAddress(target: string): boolean {
  const at = target.indexOf("?");
  return at >= 0 && [...new URLSearchParams(target.slice(at + 1)).keys()].includes("access_token");
}
