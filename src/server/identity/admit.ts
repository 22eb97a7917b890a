import { proxyTools } from "../../contract/builtin-tools.ts";
import { isJsonObject } from "../../contract/json.ts";
import type { Rate } from "../../runtime/optional-middleware/buckets.ts";
import { createPolicy, type Policy } from "../../runtime/policy.ts";
import type { Clock, Identity, Log } from "../../runtime/ports.ts";
import type { Registry } from "../../runtime/registry.ts";
import { createScopes, type Scopes } from "../../runtime/scopes.ts";
import { type Decoded, type Message, paramsOf } from "../decode.ts";
import type { Rejection } from "../http/authorize-request.ts";
import type { HttpRequest, HttpResponse } from "../http/exchange.ts";
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

export type Admitted = { readonly identity: Identity | undefined } | { readonly rejection: Rejection };

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
  const admission = await openUnlimited(options);
  const { rate, clock } = options;
  if (rate === undefined) return admission;
  const { createRequestRate } = await import("./request-rate.ts");
  const tooMany = createRequestRate(rate, clock);
  return {
    ...admission,
    async admit(authorization, target, known) {
      const admitted = await admission.admit(authorization, target, known);
      const rejection = "rejection" in admitted ? undefined : tooMany(admitted.identity);
      return rejection === undefined ? admitted : { rejection };
    },
  };
}

async function openUnlimited<Deps>(options: AdmissionOptions<Deps>): Promise<Admission> {
  const { registry, identity: identityOptions } = options;
  const scopes = createScopes(registry, options.policy ?? createPolicy({}));
  if (identityOptions === undefined) {
    const facts: ChallengeFacts = { metadata: undefined, scopes: registry.auth?.required ?? [] };
    return {
      scopes,
      isOpen: () => false,
      answerOpen: () => false,
      admit: async (_authorization, _target, known) => withScopes(known, scopes, facts),
      refusalOf: (decoded, identity) => withheld(decoded, identity, scopes, facts),
    };
  }
  const { openIdentity } = await import("./open-identity.ts");
  const required = registry.auth?.required ?? [];
  const { identify, facts, metadata } = openIdentity(identityOptions, {
    ...options,
    name: registry.server.title ?? registry.server.name,
    required,
    scopes: [...new Set([...required, ...Object.keys(registry.auth?.scopes ?? {})])],
  });
  return {
    scopes,
    isOpen: (path) => metadata?.isAt(path) ?? false,
    answerOpen: (...asked) => metadata?.answer(...asked) ?? false,
    async admit(authorization, target, known) {
      if (known !== undefined) return withScopes(known, scopes, facts);
      const identified = await identify(authorization, target);
      return "rejection" in identified ? identified : withScopes(identified.identity, scopes, facts);
    },
    refusalOf: (decoded, identity) => withheld(decoded, identity, scopes, facts),
  };
}

function withScopes(identity: Identity | undefined, scopes: Scopes, facts: ChallengeFacts): Admitted {
  const missing = scopes.missing(identity);
  return missing === undefined ? { identity } : { rejection: scopeMissing(facts, missing) };
}

function withheld(
  decoded: Decoded,
  identity: Identity | undefined,
  scopes: Scopes,
  facts: ChallengeFacts,
): Rejection | undefined {
  if (identity === undefined) return undefined;
  const parts = decoded.kind === "batch" ? decoded.parts : [decoded];
  for (const part of parts) {
    const tool = part.kind === "message" ? calledTool(part.message) : undefined;
    const missing = tool === undefined ? undefined : scopes.missingFor(tool, identity);
    if (missing !== undefined) return scopeMissing(facts, missing);
  }
  return undefined;
}

/** The tool that a message calls, by itself or through one that calls others. */
function calledTool(message: Message): string | undefined {
  if (!("method" in message) || message.method !== "tools/call") return undefined;
  const { name, arguments: given } = paramsOf(message);
  if (!proxyTools.some((proxy) => proxy === name)) return typeof name === "string" ? name : undefined;
  return isJsonObject(given) && typeof given.tool === "string" ? given.tool : undefined;
}
