import { refreshAuthorization } from "@modelcontextprotocol/client";
import { givenMembers } from "../../contract/given-members.ts";
import { carryOut } from "./explain-failure.ts";
import { checkAddress, guardedFetch } from "./guarded-fetch.ts";
import { type Login, LoginFailed, secretsOf } from "./login.ts";
import { clientInformation, loginOf } from "./token-login.ts";

/**
 * A new access token for a login, without the user. Nothing is looked for again: the refresh token goes to where the user
 * has logged in.
 * @throws LoginFailed
 */
export async function refreshLogin(
  login: Login,
  { url, signal, clock }: { readonly url: URL; readonly signal: AbortSignal; readonly clock: () => number },
): Promise<Login> {
  const { issuer, tokenEndpoint, authMethods, refreshToken, resource, client } = login;
  if (refreshToken === undefined) throw new LoginFailed("gave no refresh token");
  checkAddress(new URL(tokenEndpoint), url);
  const tokens = await carryOut({ title: "the refresh", at: issuer, secrets: secretsOf(login), signal }, () =>
    refreshAuthorization(
      issuer,
      givenMembers({
        metadata: {
          issuer,
          token_endpoint: tokenEndpoint,
          // Not asked here, but a part of the form.
          authorization_endpoint: tokenEndpoint,
          response_types_supported: ["code"],
          ...(authMethods === undefined ? {} : { token_endpoint_auth_methods_supported: [...authMethods] }),
        },
        clientInformation: clientInformation(client),
        refreshToken,
        resource,
        fetchFn: guardedFetch(url, signal),
      }),
    ),
  );
  return loginOf(tokens, login, clock());
}
