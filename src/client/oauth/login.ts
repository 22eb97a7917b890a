// What is kept of a login: enough to call the server, and to renew the access token without asking anything again.
import { givenMembers } from "../../contract/given-members.ts";
import { isJsonObject, type Json } from "../../contract/json.ts";

export interface Login {
  /** The authorization server, by its own name. */
  readonly issuer: string;
  /** What the tokens are for, as the server's metadata says it. Absent: the server has none. */
  readonly resource?: string;
  /** As they were at the login: a refresh token goes nowhere else, whatever the server says later. */
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string;
  /** How clients may authenticate at these. */
  readonly authMethods?: readonly string[];
  readonly client: LoginClient;
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Scopes of the access token, with spaces between. */
  readonly scope?: string;
  /** When the access token ends, in milliseconds since 1970. Absent: it does not say so. */
  readonly expiresMs?: number;
}

/** Who we are at the authorization server. */
export interface LoginClient {
  readonly id: string;
  readonly secret?: string;
  readonly authMethod?: string;
  /** The authorization server registered it for us. Absent: the user has named it. */
  readonly isRegistered?: true;
  /** The address to which the browser must come back. Absent: on any port. */
  readonly redirectUrl?: string;
}

/** The login is refused, or can't be carried out. The message is said of the server: "publishes metadata of another server". */
export class LoginFailed extends Error {
  override readonly name = "LoginFailed";
  readonly kind: "refused" | "unreachable" | "late";

  constructor(message: string, { kind = "refused", cause }: { kind?: LoginFailed["kind"]; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.kind = kind;
  }
}

/** @returns undefined for what is not a login */
export function readLogin(value: Json | undefined): Login | undefined {
  if (!isJsonObject(value) || !isJsonObject(value.client)) return undefined;
  const { issuer, tokenEndpoint, accessToken, authMethods, expiresMs } = value;
  const { id } = value.client;
  if (typeof issuer !== "string" || typeof tokenEndpoint !== "string") return undefined;
  if (typeof accessToken !== "string" || typeof id !== "string") return undefined;
  const { resource, revocationEndpoint, refreshToken, scope } = value;
  const { secret, authMethod, redirectUrl, isRegistered } = value.client;
  return givenMembers({
    issuer,
    resource: textOf(resource),
    tokenEndpoint,
    revocationEndpoint: textOf(revocationEndpoint),
    authMethods: Array.isArray(authMethods) ? authMethods.flatMap((each) => textOf(each) ?? []) : undefined,
    client: givenMembers({
      id,
      secret: textOf(secret),
      authMethod: textOf(authMethod),
      redirectUrl: textOf(redirectUrl),
      isRegistered: isRegistered === true ? isRegistered : undefined,
    }),
    accessToken,
    refreshToken: textOf(refreshToken),
    scope: textOf(scope),
    expiresMs: typeof expiresMs === "number" ? expiresMs : undefined,
  });
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Texts of a login that no message may show. */
export function secretsOf({ accessToken, refreshToken, client }: Login): readonly string[] {
  return [accessToken, refreshToken, client.secret].flatMap((text) =>
    text === undefined || text === "" ? [] : [text],
  );
}

export function scopesOf(text: string | undefined): readonly string[] {
  return [...new Set((text ?? "").split(/\s+/).filter((scope) => scope !== ""))];
}
