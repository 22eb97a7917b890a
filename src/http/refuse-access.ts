import { quoteName } from "../contract/found.ts";
import { nearMiss } from "../contract/near-miss.ts";
import { tokenHint, tokenIssue } from "../server/http/token-rules.ts";
import type { IdentityOptions } from "../server/identity/open-identity.ts";

/**
 * Who may send requests: who has the token, or one of the tokens that `identity` checks. "by the application": those whom the application
 * lets through.
 */
export type Access = { readonly token: string } | { readonly identity: IdentityOptions } | "by the application";

export const byApplication = "by the application";

/**
 * Plain JavaScript may give anything.
 * @throws Error for what would refuse every token, or accept one by mistake
 */
export async function refuseUnfitAccess(access: Access | undefined): Promise<void> {
  if (access === byApplication) return;
  if (typeof access === "object" && "token" in access) refuseUnfitToken("access.token", access.token);
  else if (typeof access === "object" && typeof access.identity === "object")
    await refuseUnfitIdentity(access.identity);
  else throw new Error(`'access' is { token }, { identity } or "${byApplication}"`);
}

async function refuseUnfitIdentity(identity: IdentityOptions): Promise<void> {
  refuseUnknown("access.identity", identity, ["single", "tokensFile", "oauth"]);
  const { single, tokensFile, oauth } = identity;
  if (single === undefined && tokensFile === undefined && oauth === undefined) {
    throw new Error(
      "'access.identity' has neither 'single' nor 'tokensFile' nor 'oauth', so every request would be refused",
    );
  }
  if (single !== undefined) refuseUnfitToken("access.identity.single", single);
  const { readOAuth, tokensFileIssue } = await import("../server/identity/identity-rules.ts");
  if (tokensFile !== undefined) {
    const issue = await tokensFileIssue(tokensFile, tokensFile).catch((cause: unknown) => {
      throw new Error(`'access.identity.tokensFile': '${tokensFile}' can't be read`, { cause });
    });
    if (issue !== undefined) throw new Error(`'access.identity.tokensFile': ${issue.message}; ${issue.hint}`);
  }
  if (oauth === undefined) return;
  const at = "access.identity.oauth";
  refuseUnknown(at, oauth, ["resource", "issuers", "audiences", "algorithms", "tokenType", "introspection"]);
  const read = readOAuth(oauth);
  if ("oauth" in read) return;
  const { member, message, hint } = read.issue;
  throw new Error(`'${at}.${member}' ${message}${hint === undefined ? "" : `; ${hint}`}`);
}

/** A member that is misspelt would be left out without a word. */
function refuseUnknown(at: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearMiss(unknown, known);
  const hint = near === undefined ? `known: ${known.join(", ")}` : `did you mean '${near}'?`;
  throw new Error(`'${at}' has no member ${quoteName(unknown)}; ${hint}`);
}

function refuseUnfitToken(at: string, token: string): void {
  const issue = typeof token === "string" ? tokenIssue(token) : "it is not a text";
  if (issue !== undefined) throw new Error(`'${at}': ${issue}; ${tokenHint}`);
}
