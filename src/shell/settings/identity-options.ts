// The settings of `serve --http` that say whom its tokens name: `http.tokens` and `http.oauth` of the configuration file.
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { quoteName } from "../../contract/found.ts";
import { isTrustworthy } from "../../server/identity/fetch-json.ts";
import { mayBeReadByOthers, readNamedTokens } from "../../server/identity/named-tokens.ts";
import type { IdentityOptions, OAuthOptions } from "../../server/identity/open-identity.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { ServeConfig } from "./config-grammar.ts";
import type { FoundConfig } from "./find-config.ts";

/** With public keys only: with a shared secret the server could issue tokens itself, and "none" does not sign. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const usualAlgorithms = ["RS256", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"];

type OAuthConfig = NonNullable<NonNullable<ServeConfig["http"]>["oauth"]>;

/**
 * @param tokens the flag, which goes before the file
 * @returns undefined where neither is set
 * @throws CliError, with the place
 */
export async function readIdentityOptions(
  { cwd, env }: Terminal,
  tokens: string | undefined,
  found: FoundConfig | undefined,
): Promise<Omit<IdentityOptions, "single"> | undefined> {
  const { tokens: inConfig, oauth } = found?.config.http ?? {};
  const folder = found?.folder ?? cwd;
  const tokensFile =
    tokens !== undefined ? resolve(cwd, tokens) : inConfig === undefined ? undefined : resolve(folder, inConfig);
  if (tokensFile !== undefined) await refuseUnfit(tokensFile, tokens ?? inConfig ?? "");
  if (tokensFile === undefined && oauth === undefined) return undefined;
  return {
    ...(tokensFile !== undefined && { tokensFile }),
    ...(oauth && { oauth: await readOAuth(oauth, { found, folder, env }) }),
  };
}

async function refuseUnfit(path: string, shown: string): Promise<void> {
  const wrong = failsWith(`'${shown}' can't be read`);
  const { mode } = await stat(path).catch(wrong);
  if (mayBeReadByOthers(mode)) {
    throw new CliError(`others may read '${shown}'`, { hint: `chmod 600 ${shown}` });
  }
  if (readNamedTokens(await readFile(path, "utf8").catch(wrong)) === undefined) {
    throw new CliError(`'${shown}' is not a file of tokens`, { hint: "make one with `pegboard token create`" });
  }
}

interface Source {
  readonly found: FoundConfig | undefined;
  readonly folder: string;
  readonly env: Terminal["env"];
}

async function readOAuth(config: OAuthConfig, source: Source): Promise<OAuthOptions> {
  const { issuers, resource, tokenType = "at+jwt" } = config;
  const said = (key: string) => `${source.found?.places.get(`http.oauth.${key}`) ?? "http.oauth"}: 'http.oauth.${key}'`;
  if (issuers === undefined || resource === undefined) {
    const missing = issuers === undefined ? "issuers" : "resource";
    throw new CliError(`${said(missing)} is missing`, {
      hint: 'such as "oauth": {"issuers": ["https://login.example.org"], "resource": "https://tools.example.org/mcp"}',
    });
  }
  for (const issuer of issuers) {
    if (addressOf(issuer, said("issuers")).search !== "") {
      throw new CliError(`${said("issuers")} takes addresses without a query`);
    }
  }
  addressOf(resource, said("resource"));
  const wrong = (config.algorithms ?? []).find((one) => !algorithms.includes(one));
  if (wrong !== undefined) {
    throw new CliError(`${said("algorithms")} does not take ${quoteName(wrong)}`, {
      hint: `known: ${algorithms.join(", ")}`,
    });
  }
  const { introspection } = config;
  return {
    resource,
    issuers,
    audiences: config.audiences ?? [resource],
    algorithms: config.algorithms ?? usualAlgorithms,
    tokenType,
    ...(introspection && { introspection: await readIntrospection(introspection, said, source) }),
  };
}

async function readIntrospection(
  { endpoint, clientId, secretFile }: NonNullable<OAuthConfig["introspection"]>,
  said: (key: string) => string,
  { folder, env }: Source,
): Promise<NonNullable<OAuthOptions["introspection"]>> {
  if (endpoint === undefined || clientId === undefined) {
    throw new CliError(`${said("introspection")} needs 'endpoint' and 'clientId'`);
  }
  addressOf(endpoint, said("introspection.endpoint"));
  const { PEGBOARD_INTROSPECTION_SECRET: variable = "" } = env;
  const file =
    secretFile === undefined
      ? ""
      : (await readFile(resolve(folder, secretFile), "utf8").catch(failsWith(`'${secretFile}' can't be read`))).trim();
  const clientSecret = variable === "" ? file : variable;
  if (clientSecret === "") {
    throw new CliError(`${said("introspection")} has no secret of the client`, {
      hint: "set PEGBOARD_INTROSPECTION_SECRET, or name a file as 'secretFile'",
    });
  }
  return { endpoint, clientId, clientSecret };
}

function addressOf(text: string, said: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A quotation mark would end the words of a challenge.
  if (url === undefined || !isTrustworthy(url) || /["\\\s]/.test(text)) {
    throw new CliError(`${said} takes an address with https, not ${quoteName(text)}`, {
      hint: "http is for loopback addresses; no user, no fragment",
    });
  }
  return url;
}
