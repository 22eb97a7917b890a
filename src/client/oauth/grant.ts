import type { OAuthTokens } from "@modelcontextprotocol/client";
import type { LoginPlace } from "./discover.ts";
import type { guardedFetch } from "./guarded-fetch.ts";
import type { LoginRequest } from "./log-in.ts";
import type { LoginClient } from "./login.ts";

/** What a way to get tokens needs. */
export interface GrantRequest {
  readonly request: LoginRequest;
  readonly place: LoginPlace;
  readonly fetch: ReturnType<typeof guardedFetch>;
  readonly scopes: readonly string[];
}

export interface Granted {
  /** As it is kept for the next login. */
  readonly client: LoginClient;
  readonly tokens: OAuthTokens;
}

/** Who we are, where that is known: the user says it, or the last login at the same authorization server. */
export function knownClient({ client, earlier }: LoginRequest, { issuer }: LoginPlace): LoginClient | undefined {
  return client ?? (earlier?.issuer === issuer ? earlier.client : undefined);
}
