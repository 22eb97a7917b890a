import type { Identity } from "../../runtime/ports.ts";

/** What became of a token. */
export type TokenOutcome =
  | { readonly kind: "valid"; readonly identity: Identity }
  /** `reason`: one sentence for the client's author, without anything of the token. */
  | { readonly kind: "invalid"; readonly reason: string };

/** Judges tokens of one sort. @throws IssuerUnavailable where who gave it out can't be asked */
export type CheckToken = (token: string) => Promise<TokenOutcome>;

export function invalid(reason: string): TokenOutcome {
  return { kind: "invalid", reason };
}

/** RFC 6749, section 3.3; some servers send a list. */
export function scopesOf(said: unknown): readonly string[] {
  const parts = typeof said === "string" ? said.split(" ") : Array.isArray(said) ? said : [];
  return parts.filter((part): part is string => typeof part === "string" && part !== "").slice(0, maxScopes);
}

const maxScopes = 1_000;

/** Seconds by which clocks may differ. */
export const clockTolerance = 5;
