import { readFile, stat } from "node:fs/promises";
import type { Clock, Log } from "../../runtime/ports.ts";
import type { ChallengeFacts } from "./challenge.ts";
import { createIdentify } from "./identify.ts";
import { createIntrospection } from "./introspect.ts";
import { createIssuerKeys } from "./issuer-keys.ts";
import { createNamedTokenCheck, mayBeReadByOthers, type NamedToken, readNamedTokens } from "./named-tokens.ts";
import {
  createMetadataAnswers,
  type MetadataAnswers,
  metadataUrl,
  type ProtectedResource,
} from "./protected-resource.ts";
import type { CheckToken } from "./token-outcome.ts";

/** How requests prove who sends them. */
export interface IdentityOptions {
  /** The token without a name, which may do everything. */
  readonly single?: string;
  /** A file of `pegboard token`. */
  readonly tokensFile?: string;
  readonly oauth?: OAuthOptions;
}

export interface OAuthOptions {
  /** The address of MCP as clients use it. */
  readonly resource: string;
  /** Authorization servers, exactly as their tokens name them. */
  readonly issuers: readonly string[];
  /** A token must be meant for one of these. Default: the resource. */
  readonly audiences?: readonly string[];
  /** Signatures that are accepted, all with public keys. Default: RS256, PS256, ES256, ES384, EdDSA, Ed25519. */
  readonly algorithms?: readonly string[];
  /** "jwt": also tokens that do not say that they are access tokens. Default: "at+jwt". */
  readonly tokenType?: "at+jwt" | "jwt";
  /** Absent: tokens are JWTs, and checked with the keys of their issuers. */
  readonly introspection?: Introspection;
}

/** The authorization server is asked about every token. */
export interface Introspection {
  readonly endpoint: string;
  /** As whom it is asked. */
  readonly clientId: string;
  readonly clientSecret: string;
}

const usualAlgorithms = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];

export interface IdentityFacts {
  /** What a client may ask for. */
  readonly scopes: readonly string[];
  /** What every request needs. */
  readonly required: readonly string[];
  /** Of the server, for people. */
  readonly name: string;
  readonly mcpPath: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenedIdentity {
  readonly identify: ReturnType<typeof createIdentify>;
  readonly facts: ChallengeFacts;
  /** Those of the resource. */
  readonly metadata: MetadataAnswers | undefined;
}

/** @param options that `identity-rules.ts` has found no fault with */
export function openIdentity(options: IdentityOptions, facts: IdentityFacts): OpenedIdentity {
  const { single, tokensFile, oauth } = options;
  const { scopes, required, name, mcpPath, clock, log } = facts;
  const resource: ProtectedResource | undefined = oauth && {
    resource: oauth.resource,
    authorizationServers: oauth.issuers,
    scopes,
    name,
  };
  const challenge = { metadata: resource && metadataUrl(resource), scopes: required };
  const sources = {
    ...(single !== undefined && { single }),
    ...(tokensFile !== undefined && { named: createNamedTokenCheck(watchTokens(tokensFile, clock, log), clock) }),
    ...(oauth && { access: accessCheck(oauth, { clock, log }) }),
  };
  return {
    identify: createIdentify(sources, challenge, log),
    facts: challenge,
    metadata: resource && createMetadataAnswers(resource, mcpPath),
  };
}

function accessCheck(oauth: OAuthOptions, ports: { readonly clock: Clock; readonly log: Log }): CheckToken {
  const { resource, issuers, introspection, audiences = [resource] } = oauth;
  const { algorithms = usualAlgorithms, tokenType = "at+jwt" } = oauth;
  const { clock } = ports;
  if (introspection !== undefined) {
    return createIntrospection({
      ...introspection,
      endpoint: new URL(introspection.endpoint),
      audiences,
      issuers,
      clock,
    });
  }
  const keys = new Map(issuers.map((issuer) => [issuer, createIssuerKeys(issuer, ports)]));
  const rules = { issuers: keys, audiences, algorithms, tokenType, clock };
  let opening: Promise<CheckToken> | undefined;
  return async (token) => {
    opening ??= import("./access-token.ts").then(({ createAccessTokenCheck }) => createAccessTokenCheck(rules));
    return (await opening)(token);
  };
}

/** How long a change of the file may go unseen. */
const lookMs = 1_000;

/** Follows the file, so that a token that is made or revoked needs no restart. Without a file that can be read, no token counts. */
function watchTokens(path: string, clock: Clock, log: Log): () => Promise<readonly NamedToken[]> {
  let state = "";
  let tokens: readonly NamedToken[] = [];
  let looked = Number.NEGATIVE_INFINITY;

  async function look(): Promise<void> {
    try {
      const { mtimeMs, size, ino, mode } = await stat(path);
      const found = `${mtimeMs} ${size} ${ino} ${mode}`;
      if (found === state) return;
      const read = mayBeReadByOthers(mode) ? undefined : readNamedTokens(await readFile(path, "utf8"));
      if (read === undefined)
        log.error("the file of tokens is damaged, or others may read it; no named token counts", { path });
      tokens = read ?? [];
      state = found;
    } catch (error) {
      tokens = [];
      state = "";
      log.error("the file of tokens can't be read; no named token counts", {
        path,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }

  return async () => {
    if (Math.abs(clock() - looked) >= lookMs) {
      looked = clock();
      await look();
    }
    return tokens;
  };
}
