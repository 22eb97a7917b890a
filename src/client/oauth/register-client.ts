import { type AuthorizationServerMetadata, registerClient } from "@modelcontextprotocol/client";
import { givenMembers } from "../../contract/given-members.ts";
import { carryOut } from "./explain-failure.ts";
import type { guardedFetch } from "./guarded-fetch.ts";
import { type LoginClient, LoginFailed } from "./login.ts";

const methods = ["none", "client_secret_basic", "client_secret_post"];

/** Makes us a client of the authorization server. @throws LoginFailed @see RFC 7591 */
export async function registerWith(
  {
    metadata,
    fetch,
    signal,
  }: {
    readonly metadata: AuthorizationServerMetadata;
    readonly fetch: ReturnType<typeof guardedFetch>;
    readonly signal: AbortSignal;
  },
  purpose: { readonly redirectUrl: string } | { readonly grant: string },
): Promise<LoginClient> {
  const { issuer, registration_endpoint: endpoint, token_endpoint_auth_methods_supported: supported } = metadata;
  if (endpoint === undefined) {
    throw new LoginFailed(
      `names the authorization server ${issuer}, which does not register clients; --client-id names one that it knows`,
    );
  }
  const redirectUrl = "redirectUrl" in purpose ? purpose.redirectUrl : undefined;
  const grant = "grant" in purpose ? purpose.grant : "authorization_code";
  // A program on the user's machine can't keep a secret; some servers give it one all the same.
  const method = methods.find((one) => supported === undefined || supported.includes(one));
  const given = await carryOut({ title: "the registration", at: issuer, signal }, () =>
    registerClient(issuer, {
      metadata,
      clientMetadata: givenMembers({
        client_name: "Pegboard",
        redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
        grant_types: [grant, "refresh_token"],
        response_types: redirectUrl === undefined ? [] : ["code"],
        token_endpoint_auth_method: method,
        application_type: "native" as const,
      }),
      fetchFn: fetch,
    }),
  );
  return givenMembers({
    id: given.client_id,
    secret: given.client_secret,
    authMethod: given.token_endpoint_auth_method,
    isRegistered: true as const,
    redirectUrl,
  });
}
