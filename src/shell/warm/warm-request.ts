// A request to the warm process, which is another process of the same program.
import type { Offers } from "../../client/offers.ts";
import type { ServerTarget } from "../../client/server-connection.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";

/** What is asked of a server, in the words of `ToolSource`. */
export const warmMethods = ["tools", "call", "resources", "resourceTemplates", "read", "prompts", "getPrompt"] as const;
export type WarmMethod = (typeof warmMethods)[number];

export interface WarmRequest {
  readonly id: number;
  readonly server: string;
  /** Where it is configured: of one place and name, the last way to start it counts. */
  readonly place: string;
  readonly target: ServerTarget;
  /** When the programs were changed that the command names: another one behind the same words is started as well. */
  readonly files: string;
  /** What the server may ask of the command. It learns this when it is started. */
  readonly offers: Offers;
  readonly method: WarmMethod;
  /** Behind the server's name. */
  readonly params: readonly Json[];
  readonly timeoutMs: number;
}

export function requestMessage({ target, offers, ...request }: WarmRequest): { readonly [member: string]: Json } {
  const { secrets } = target;
  const where: JsonObject =
    target.kind === "stdio"
      ? { kind: "stdio", command: target.command, args: target.args, env: target.env, cwd: target.cwd }
      : { kind: "http", url: target.url.href, headers: target.headers };
  const inherited = target.kind === "stdio" ? (target.inherited ?? {}) : {};
  const { elicitation, sampling, roots } = offers;
  const asks: JsonObject = {
    ...(elicitation && { elicitation: { ...elicitation } }),
    ...(sampling && { sampling }),
    ...(roots && { roots: roots.map((root) => ({ ...root })) }),
  };
  return { ...request, offers: asks, target: { ...where, inherited, secrets: secrets ?? [] } };
}

/** @returns undefined for what is not a request */
export function readRequest(message: JsonObject): WarmRequest | undefined {
  const { id, server, place, files, method: said, params, timeoutMs } = message;
  const target = isJsonObject(message.target) ? readTarget(message.target) : undefined;
  const method = warmMethods.find((name) => name === said);
  if (typeof id !== "number" || typeof server !== "string" || typeof place !== "string" || typeof files !== "string") {
    return undefined;
  }
  if (target === undefined || method === undefined || !Array.isArray(params) || typeof timeoutMs !== "number") {
    return undefined;
  }
  const offers = readOffers(isJsonObject(message.offers) ? message.offers : {});
  return { id, server, place, target, files, offers, method, params, timeoutMs };
}

function readOffers({ elicitation, sampling, roots }: JsonObject): Offers {
  return {
    ...(isJsonObject(elicitation) && {
      elicitation: { ...(elicitation.form === true && { form: true }), ...(elicitation.url === true && { url: true }) },
    }),
    ...(sampling === true && { sampling: true }),
    ...(Array.isArray(roots) && {
      roots: roots.filter(isJsonObject).map(({ uri, name }) => ({ uri: String(uri), name: String(name) })),
    }),
  };
}

function readTarget(target: JsonObject): ServerTarget | undefined {
  const { kind, command, cwd, url } = target;
  const [args, secrets] = [listOf(target.args), listOf(target.secrets)];
  const [env, inherited, headers] = [textsOf(target.env), textsOf(target.inherited), textsOf(target.headers)];
  if (kind === "stdio" && typeof command === "string" && typeof cwd === "string") {
    return { kind, command, args, env, inherited, cwd, secrets };
  }
  if (kind === "http" && typeof url === "string" && URL.canParse(url)) {
    return { kind, url: new URL(url), headers, secrets };
  }
  return undefined;
}

function listOf(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function textsOf(value: Json | undefined): Readonly<Record<string, string>> {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(members.flatMap(([name, text]) => (typeof text === "string" ? [[name, text]] : [])));
}
