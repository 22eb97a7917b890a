import type { OAuthTokens } from "@modelcontextprotocol/client";
import { givenMembers } from "../../contract/given-members.ts";
import { type Login, type LoginClient, LoginFailed } from "./login.ts";

/** What an authorization server has given, as a login. */
export function loginOf(
  tokens: OAuthTokens,
  kept: Pick<Login, "issuer" | "tokenEndpoint" | "client"> & Partial<Login>,
  nowMs: number,
): Login {
  const { access_token: accessToken, refresh_token, scope, expires_in: seconds, token_type: type } = tokens;
  if (type.toLowerCase() !== "bearer") {
    throw new LoginFailed(
      `names the authorization server ${kept.issuer}, which gave a token of a kind that is not supported: ${type}`,
    );
  }
  const { expiresMs: _, ...rest } = kept;
  return {
    ...rest,
    ...givenMembers({
      accessToken,
      refreshToken: refresh_token ?? kept.refreshToken,
      // Absent: they are those that were asked for.
      scope: scope ?? kept.scope,
      expiresMs: seconds === undefined ? undefined : nowMs + seconds * 1000,
    }),
    accessToken,
  };
}

/** The SDK's form of a client. */
export function clientInformation({ id, secret, authMethod }: LoginClient) {
  return givenMembers({ client_id: id, client_secret: secret, token_endpoint_auth_method: authMethod });
}
