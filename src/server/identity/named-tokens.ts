import { createHash, timingSafeEqual } from "node:crypto";
import { platform } from "node:process";
import { isJsonObject } from "../../contract/json.ts";
import type { Clock } from "../../runtime/ports.ts";
import { type CheckToken, invalid } from "./token-outcome.ts";

/** A token that the operator made for somebody. The token itself is kept nowhere. */
export interface NamedToken {
  readonly name: string;
  /** Of the token, in hex. It has 256 random bits, so it can't be found by trying, and a slow hash would protect nothing. */
  readonly sha256: string;
  readonly scopes: readonly string[];
  /** When it was made, and from when it counts no more, in ISO 8601. */
  readonly created: string;
  readonly expires?: string;
}

const prefix = "pegboard_";

export function isNamedToken(token: string): boolean {
  return token.startsWith(prefix);
}

/** @param random 32 random bytes */
export function tokenText(random: Uint8Array): string {
  return `${prefix}${Buffer.from(random).toString("base64url")}`;
}

export function hashOf(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}

/** @param tokens those that count now */
export function createNamedTokenCheck(tokens: () => Promise<readonly NamedToken[]>, clock: Clock): CheckToken {
  return async (token) => {
    const given = Buffer.from(hashOf(token), "hex");
    let found: NamedToken | undefined;
    // All of them, whichever fits: the time tells nothing.
    for (const one of await tokens()) if (timingSafeEqual(Buffer.from(one.sha256, "hex"), given)) found = one;
    if (found === undefined) return invalid("the token is unknown");
    if (found.expires !== undefined && !(clock() < Date.parse(found.expires))) return invalid("the token has expired");
    const { name, scopes } = found;
    return { kind: "valid", identity: { subject: name, issuer: undefined, clientId: undefined, scopes } };
  };
}

/** @returns undefined for a text that is not a file of tokens */
export function readNamedTokens(text: string): readonly NamedToken[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value) || !Array.isArray(value.tokens)) return undefined;
  const tokens: readonly unknown[] = value.tokens;
  return tokens.every(isNamed) ? tokens : undefined;
}

function isNamed(value: unknown): value is NamedToken {
  if (typeof value !== "object" || value === null) return false;
  const { name, sha256, scopes, created, expires } = value as { readonly [Key in keyof NamedToken]?: unknown };
  return (
    typeof name === "string" &&
    name !== "" &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === "string") &&
    isTime(created) &&
    (expires === undefined || isTime(expires))
  );
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && Number.isFinite(Date.parse(value));
}

/** Windows has no such modes. */
export function mayBeReadByOthers(mode: number): boolean {
  return platform !== "win32" && (mode & 0o077) !== 0;
}
