// What `serve --http` and `pegboard/http` take as options of identity.
import { readFile, stat } from "node:fs/promises";
import { quoteName } from "../../contract/found.ts";
import { isTrustworthy } from "./fetch-json.ts";
import { mayBeReadByOthers, readNamedTokens } from "./named-tokens.ts";
import type { Introspection, OAuthOptions } from "./open-identity.ts";

/** With public keys only: with a shared secret the server could issue tokens itself, and "none" does not sign. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** Why an option can't be used. */
export interface OptionIssue {
  /** Of `OAuthOptions`, with a dot before a member of a member. */
  readonly member: string;
  /** Continues a sentence that begins with the member. */
  readonly message: string;
  readonly hint?: string;
}

/** As files and plain JavaScript give it: without members that it must have. */
export interface GivenOAuth extends Partial<Omit<OAuthOptions, "introspection">> {
  readonly introspection?: Partial<Introspection>;
}

export function readOAuth(given: GivenOAuth): { readonly oauth: OAuthOptions } | { readonly issue: OptionIssue } {
  const { issuers, resource, introspection, ...others } = given;
  if (issuers === undefined || resource === undefined) {
    const hint =
      'such as "oauth": {"issuers": ["https://login.example.org"], "resource": "https://tools.example.org/mcp"}';
    return { issue: { member: issuers === undefined ? "issuers" : "resource", message: "is missing", hint } };
  }
  const issue =
    emptyIssue({ issuers, audiences: others.audiences, algorithms: others.algorithms }) ??
    issuersIssue(issuers) ??
    addressIssue("resource", resource) ??
    algorithmIssue(others.algorithms);
  if (issue !== undefined) return { issue };
  if (introspection === undefined) return { oauth: { ...others, issuers, resource } };
  const { endpoint, clientId, clientSecret } = introspection;
  if (endpoint === undefined || clientId === undefined) {
    return { issue: { member: "introspection", message: "needs 'endpoint' and 'clientId'" } };
  }
  const untrusted = addressIssue("introspection.endpoint", endpoint);
  if (untrusted !== undefined) return { issue: untrusted };
  if (clientSecret === undefined || clientSecret === "") {
    return { issue: { member: "introspection", message: "has no secret of the client" } };
  }
  return { oauth: { ...others, issuers, resource, introspection: { endpoint, clientId, clientSecret } } };
}

function emptyIssue(lists: Readonly<Record<string, readonly string[] | undefined>>): OptionIssue | undefined {
  const [member] = Object.entries(lists).find(([, list]) => list?.length === 0) ?? [];
  return member === undefined ? undefined : { member, message: "is empty, so no token would be accepted" };
}

function issuersIssue(issuers: readonly string[]): OptionIssue | undefined {
  for (const issuer of issuers) {
    const issue = addressIssue("issuers", issuer);
    if (issue !== undefined) return issue;
    if (new URL(issuer).search !== "") return { member: "issuers", message: "takes addresses without a query" };
  }
  return undefined;
}

function addressIssue(member: string, text: string): OptionIssue | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A quotation mark would end the words of a challenge.
  if (url !== undefined && isTrustworthy(url) && !/["\\\s]/.test(text)) return undefined;
  const message = `takes an address with https, not ${quoteName(text)}`;
  return { member, message, hint: "http is for loopback addresses; no user, no fragment" };
}

function algorithmIssue(given: readonly string[] = []): OptionIssue | undefined {
  const wrong = given.find((one) => !algorithms.includes(one));
  if (wrong === undefined) return undefined;
  const message = `does not take ${quoteName(wrong)}`;
  return { member: "algorithms", message, hint: `known: ${algorithms.join(", ")}` };
}

/**
 * Why a file of tokens can't be used.
 * @param shown its path for people
 * @returns a sentence and what to do; undefined for a file that can be used
 * @throws the system's error where it can't be read
 */
export async function tokensFileIssue(
  path: string,
  shown: string,
): Promise<{ readonly message: string; readonly hint: string } | undefined> {
  const { mode } = await stat(path);
  if (mayBeReadByOthers(mode)) return { message: `others may read '${shown}'`, hint: `chmod 600 ${shown}` };
  if (readNamedTokens(await readFile(path, "utf8")) !== undefined) return undefined;
  return { message: `'${shown}' is not a file of tokens`, hint: "make one with `pegboard token create`" };
}
