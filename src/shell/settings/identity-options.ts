// The settings of `serve --http` that say whom its tokens name: `http.tokens` and `http.oauth` of the configuration file.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type GivenOAuth, readOAuth, tokensFileIssue } from "../../server/identity/identity-rules.ts";
import type { IdentityOptions, OAuthOptions } from "../../server/identity/open-identity.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { ServeConfig } from "./config-grammar.ts";
import type { FoundConfig } from "./find-config.ts";

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
    ...(oauth && { oauth: await readOAuthConfig(oauth, { found, folder, env }) }),
  };
}

async function refuseUnfit(path: string, shown: string): Promise<void> {
  const issue = await tokensFileIssue(path, shown).catch(failsWith(`'${shown}' can't be read`));
  if (issue !== undefined) throw new CliError(issue.message, { hint: issue.hint });
}

interface Source {
  readonly found: FoundConfig | undefined;
  readonly folder: string;
  readonly env: Terminal["env"];
}

async function readOAuthConfig({ introspection, ...others }: OAuthConfig, source: Source): Promise<OAuthOptions> {
  const said = (key: string) => `${source.found?.places.get(`http.oauth.${key}`) ?? "http.oauth"}: 'http.oauth.${key}'`;
  const read = readOAuth({
    ...others,
    ...(introspection && { introspection: await withSecret(introspection, said, source) }),
  });
  if ("oauth" in read) return read.oauth;
  const { member, message, hint } = read.issue;
  throw new CliError(`${said(member)} ${message}`, { hint });
}

async function withSecret(
  { secretFile, ...others }: NonNullable<OAuthConfig["introspection"]>,
  said: (key: string) => string,
  { folder, env }: Source,
): Promise<NonNullable<GivenOAuth["introspection"]>> {
  const { PEGBOARD_INTROSPECTION_SECRET: variable = "" } = env;
  const file =
    secretFile === undefined
      ? ""
      : (await readFile(resolve(folder, secretFile), "utf8").catch(failsWith(`'${secretFile}' can't be read`))).trim();
  const clientSecret = variable === "" ? file : variable;
  if (clientSecret !== "") return { ...others, clientSecret };
  throw new CliError(`${said("introspection")} has no secret of the client`, {
    hint: "set PEGBOARD_INTROSPECTION_SECRET, or name a file as 'secretFile'",
  });
}
