import { OAuthErrorCode } from "@modelcontextprotocol/client";
import { isJsonObject, type Json, jsonIn } from "../../contract/json.ts";
import { carryOut } from "./explain-failure.ts";
import { checkAddress, guardedFetch } from "./guarded-fetch.ts";
import { type Login, LoginFailed, secretsOf } from "./login.ts";
import { authenticated } from "./token-login.ts";

type TokenKind = "refresh token" | "access token";

/**
 * Ends the tokens of a login at their authorization server, the refresh token first.
 * @returns those that were revoked: an authorization server may offer it for none, or not for access tokens that others can read
 * @throws LoginFailed
 * @see RFC 7009
 */
export async function revokeLogin(login: Login, url: URL, signal: AbortSignal): Promise<readonly TokenKind[]> {
  const { issuer, revocationEndpoint, accessToken, refreshToken } = login;
  if (revocationEndpoint === undefined) return [];
  checkAddress(new URL(revocationEndpoint), url);
  const fetch = guardedFetch(url, signal);
  const { headers, params } = authenticated(login.client, login.authMethods);

  async function revoke(token: string | undefined, kind: TokenKind): Promise<readonly TokenKind[]> {
    if (token === undefined || revocationEndpoint === undefined) return [];
    const hint = kind === "refresh token" ? "refresh_token" : "access_token";
    const body = new URLSearchParams({ token, token_type_hint: hint, ...params });
    const response = await fetch(revocationEndpoint, { method: "POST", redirect: "manual", headers, body });
    const error = errorIn(await response.text());
    if (response.ok) return [kind];
    if (error === OAuthErrorCode.UnsupportedTokenType) return [];
    const reason = `HTTP ${response.status}`;
    throw new LoginFailed(`names the authorization server ${issuer}, which refused the revocation: ${reason}`);
  }

  return carryOut({ title: "the revocation", at: issuer, secrets: secretsOf(login), signal }, async () => [
    ...(await revoke(refreshToken, "refresh token")),
    ...(await revoke(accessToken, "access token")),
  ]);
}

function errorIn(text: string): Json | undefined {
  const answer = jsonIn(text);
  // Of a page for people, or nothing, the status says enough.
  return isJsonObject(answer) ? answer.error : undefined;
}
