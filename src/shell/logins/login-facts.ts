// What is shown of a login: never a token.
import { type Login, scopesOf } from "../../client/oauth/login.ts";
import { givenMembers } from "../../contract/given-members.ts";
import { isJsonObject, type JsonObject, jsonIn } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { table } from "../../terminal/table.ts";
import type { Terminal } from "../../terminal/terminal.ts";

export interface LoginFacts {
  readonly server?: string;
  readonly url: string;
  readonly issuer: string;
  /** As the access token says, where it can be read. */
  readonly subject?: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** In ISO 8601. */
  readonly expires?: string;
  /** A new token can be had without the user. */
  readonly isRenewable: boolean;
}

export function loginFacts({ name, url }: { readonly name?: string; readonly url: URL }, login: Login): LoginFacts {
  const { issuer, client, scope, expiresMs, refreshToken, accessToken } = login;
  return {
    ...givenMembers({ server: name }),
    url: url.href,
    issuer,
    ...givenMembers({ subject: subjectOf(accessToken) }),
    clientId: client.id,
    scopes: scopesOf(scope),
    ...givenMembers({ expires: expiresMs === undefined ? undefined : new Date(expiresMs).toISOString() }),
    isRenewable: refreshToken !== undefined,
  };
}

export function loginText(
  { columns, clock }: Pick<Terminal, "columns" | "clock">,
  server: { readonly name?: string; readonly url: URL },
  login: Login,
): string {
  const { url, issuer, subject, clientId, scopes, expires, isRenewable } = loginFacts(server, login);
  const ended = login.expiresMs !== undefined && login.expiresMs <= clock() ? " (expired)" : "";
  const rows = [
    ["address", url],
    ["authorization server", issuer],
    ...(subject === undefined ? [] : [["user", subject]]),
    ["client", clientId],
    ["scopes", scopes.length === 0 ? "-" : scopes.join(" ")],
    ["token ends", `${expires ?? "-"}${ended}${isRenewable ? ", renewed by itself" : ""}`],
  ];
  return table(
    rows.map((row) => row.map(visible)),
    columns,
  );
}

/** For people only: what a token says of itself is not verified here. Others than the server need not be able to read it. */
function subjectOf(token: string): string | undefined {
  const [, payload, signature] = token.split(".");
  if (payload === undefined || signature === undefined) return undefined;
  // A token of another form may have dots in it.
  const claims = jsonIn(Buffer.from(payload, "base64url").toString("utf8"));
  const { sub }: JsonObject = isJsonObject(claims) ? claims : {};
  return typeof sub === "string" ? sub : undefined;
}
