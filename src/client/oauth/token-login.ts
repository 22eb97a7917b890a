import { type OAuthTokens, selectClientAuthMethod } from "@modelcontextprotocol/client";
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

/** How we say who we are, in requests for which the SDK has no function. @see RFC 6749, section 2.3.1 */
export function authenticated(
  client: LoginClient,
  methods: readonly string[] = [],
): { readonly headers: Readonly<Record<string, string>>; readonly params: Readonly<Record<string, string>> } {
  const { id, secret = "" } = client;
  switch (selectClientAuthMethod(clientInformation(client), [...methods])) {
    case "client_secret_basic":
      return { headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` }, params: {} };
    case "client_secret_post":
      return { headers: {}, params: { client_id: id, client_secret: secret } };
    case "none":
      return { headers: {}, params: { client_id: id } };
  }
}
