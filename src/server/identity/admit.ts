import type { Rate } from "../../runtime/optional-middleware/buckets.ts";
import { createPolicy, type Policy } from "../../runtime/policy.ts";
import type { Clock, Identity, Log } from "../../runtime/ports.ts";
import type { Registry } from "../../runtime/registry.ts";
import { createScopes, type Scopes } from "../../runtime/scopes.ts";
import type { Decoded } from "../decode.ts";
import type { Rejection } from "../http/authorize-request.ts";
import type { HttpRequest, HttpResponse } from "../http/exchange.ts";
import { calledTools } from "./called-tools.ts";
import { type ChallengeFacts, scopeMissing } from "./challenge.ts";
import type { IdentityOptions } from "./open-identity.ts";

/** Who is let in, and to what. */
export interface Admission {
  readonly scopes: Scopes;
  /** Whether something is at a path that needs no token. */
  isOpen(path: string): boolean;
  /** Answers it. */
  answerOpen(path: string, request: HttpRequest, response: HttpResponse): boolean;
  /**
   * Before the body is read.
   * @param known who sends the request, where others have found that out: then its token is not looked at
   */
  admit(authorization: string | undefined, target: string, known: Identity | undefined): Promise<Admitted>;
  /** Whether a token with more scopes is needed for what the body asks. */
  refusalOf(decoded: Decoded, identity: Identity | undefined): Rejection | undefined;
}

export type Admitted =
  | { readonly identity: Identity | undefined }
  | {
      readonly rejection: Rejection;
      /** Its token is fine, but has not the scopes that every request needs. */
      readonly withheldFrom?: Identity | undefined;
    };

export interface AdmissionOptions<Deps> {
  readonly registry: Registry<Deps>;
  readonly policy: Policy | undefined;
  /** Absent: `authorizeRequest` has checked all that there is. */
  readonly identity: IdentityOptions | undefined;
  /** How many requests each identity may send. Absent: any number. */
  readonly rate: Rate | undefined;
  readonly mcpPath: string;
  readonly clock: Clock;
  readonly log: Log;
}

export async function openAdmission<Deps>(options: AdmissionOptions<Deps>): Promise<Admission> {
  const { registry, identity: identityOptions, rate, clock } = options;
  const scopes = createScopes(registry, options.policy ?? createPolicy({}));
  const required = registry.auth?.required ?? [];
  const opened =
    identityOptions &&
    (await import("./open-identity.ts")).openIdentity(identityOptions, {
      ...options,
      name: registry.server.title ?? registry.server.name,
      required,
      scopes: [...new Set([...required, ...Object.keys(registry.auth?.scopes ?? {})])],
    });
  const facts = opened?.facts ?? { metadata: undefined, scopes: required };
  const tooMany = rate && (await import("./request-rate.ts")).createRequestRate(rate, clock);
  return {
    scopes,
    isOpen: (path) => opened?.metadata?.isAt(path) ?? false,
    answerOpen: (...asked) => opened?.metadata?.answer(...asked) ?? false,
    async admit(authorization, target, known) {
      const identified =
        known !== undefined || opened === undefined
          ? { identity: known }
          : await opened.identify(authorization, target);
      if ("rejection" in identified) return identified;
      const { identity } = identified;
      // Whatever else is wrong: a request that is refused has come, too.
      const rejection = tooMany?.(identity);
      if (rejection !== undefined) return { rejection };
      const missing = scopes.missing(identity);
      return missing === undefined ? { identity } : { rejection: scopeMissing(facts, missing), withheldFrom: identity };
    },
    refusalOf: (decoded, identity) => withheld(decoded, identity, scopes, facts),
  };
}

function withheld(
  decoded: Decoded,
  identity: Identity | undefined,
  scopes: Scopes,
  facts: ChallengeFacts,
): Rejection | undefined {
  if (identity === undefined) return undefined;
  for (const { name } of calledTools(decoded)) {
    const missing = scopes.missingFor(name, identity);
    if (missing !== undefined) return scopeMissing(facts, missing);
  }
  return undefined;
}
