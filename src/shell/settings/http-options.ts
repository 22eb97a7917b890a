// The settings of `serve --http`: where it listens, and who may use it.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { givenMembers } from "../../contract/given-members.ts";
import { hostIssue, type NameIssue, originIssue } from "../../server/http/allowed-names.ts";
import type { AuthorizationOptions } from "../../server/http/authorize-request.ts";
import type { TlsFiles } from "../../server/http/certificate.ts";
import { tokenHint, tokenIssue } from "../../server/http/token-rules.ts";
import type { IdentityOptions } from "../../server/identity/open-identity.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { FoundConfig } from "./find-config.ts";

export interface HttpOptions {
  /** `PORT`, `HOST:PORT` or `[ADDRESS]:PORT`. */
  readonly http?: string | false;
  readonly tokenFile?: string;
  /** A file of named tokens. */
  readonly tokens?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  /** Default: true. */
  readonly sessions?: boolean;
  /** A file, or "memory". */
  readonly sessionEvents?: string;
}

export interface Listening {
  /** The address as it was written. */
  readonly given: string;
  readonly address: { readonly host: string; readonly port: number };
  readonly authorization: AuthorizationOptions;
  readonly tls?: TlsFiles;
  /** Absent: older clients get them where they need them. */
  readonly sessions?: "off";
  /** Where their events wait: an absolute file, or in memory. Absent: a file in the user's state folder. */
  readonly sessionEvents?: "memory" | { readonly file: string };
  /** Present where tokens name those who use them; it has the token without a name then. */
  readonly identity?: IdentityOptions;
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * A flag goes before the configuration file; the token of PEGBOARD_TOKEN comes between them.
 * @returns undefined when HTTP is not asked for
 * @throws CliError when the address is invalid, the token can't be read, or others could connect without a token
 */
export async function readHttpOptions(
  terminal: Terminal,
  options: HttpOptions,
  found: FoundConfig | undefined,
): Promise<Listening | undefined> {
  const { http: configured = {} } = found?.config ?? {};
  const given = options.http ?? configured.address;
  if (given === undefined || given === false) {
    refuseWithoutHttp(options);
    return undefined;
  }
  const address = readAddress(given, options.http === undefined ? placeOfAddress(found) : undefined);
  const token = await readToken(terminal, options.tokenFile, found);
  const named = await identityOptions(terminal, options, found);
  const written = address.host.includes(":") ? `[${address.host}]` : address.host;
  const isLoopback = loopback.includes(written.toLowerCase());
  if (!isLoopback && token === undefined && named === undefined) {
    throw new CliError(`'${written}' can be reached from other machines without a token`, {
      hint: "give one with --token-file or PEGBOARD_TOKEN, or listen at 127.0.0.1",
    });
  }
  // A wildcard is not a name that a request can use.
  const own = isLoopback ? loopback : ["0.0.0.0", "[::]"].includes(written) ? [] : [written];
  const hosts = [...own, ...allowedNames("allowHost", options, found, hostIssue)];
  if (hosts.length === 0) {
    throw new CliError(
      `'${written}' is every address of this machine, so it is not known which names requests will use`,
      {
        hint: "name them: --allow-host tools.example.org, or --allow-host localhost behind a mapped port",
      },
    );
  }
  const origins = allowedNames("allowOrigin", options, found, originIssue);
  const sessions = options.sessions === false || configured.sessions === "off" ? ("off" as const) : undefined;
  const tls = await tlsFiles(terminal, found);
  const heard = {
    given,
    address,
    ...givenMembers({ tls, sessions, sessionEvents: chooseEvents(terminal, options, found) }),
  };
  if (named === undefined) return { ...heard, authorization: givenMembers({ hosts, origins, token }) };
  return { ...heard, authorization: { hosts, origins }, identity: { ...named, ...givenMembers({ single: token }) } };
}

function chooseEvents(
  { env, cwd }: Terminal,
  { sessionEvents: flag }: HttpOptions,
  found: FoundConfig | undefined,
): Listening["sessionEvents"] {
  const { PEGBOARD_SESSION_EVENTS: variable = "" } = env;
  const here = flag ?? (variable === "" ? undefined : variable);
  const said = here ?? found?.config.http?.sessionEvents;
  if (said === undefined || said === "memory") return said;
  return { file: resolve(here === undefined ? (found?.folder ?? cwd) : cwd, said) };
}

/** Most servers have none, and start without what reads it. */
async function identityOptions(terminal: Terminal, { tokens }: HttpOptions, found: FoundConfig | undefined) {
  const { http } = found?.config ?? {};
  if (tokens === undefined && http?.tokens === undefined && http?.oauth === undefined) return undefined;
  const { readIdentityOptions } = await import("./identity-options.ts");
  return readIdentityOptions(terminal, tokens, found);
}

async function tlsFiles({ cwd }: Terminal, found: FoundConfig | undefined): Promise<TlsFiles | undefined> {
  const { tls } = found?.config.http ?? {};
  if (tls === undefined) return undefined;
  const { certificate, key } = tls;
  if (certificate === undefined || key === undefined) {
    throw new CliError(`${found?.places.get("http.tls") ?? "http"}: 'http.tls' needs a 'certificate' and a 'key'`);
  }
  const files = { certificate: resolve(found?.folder ?? cwd, certificate), key: resolve(found?.folder ?? cwd, key) };
  const { readCertificate } = await import("../../server/http/certificate.ts");
  await readCertificate(files).catch(failsWith(`'${certificate}' and '${key}' can't be used for TLS`));
  return files;
}

/** These options have a meaning with --http only. */
function refuseWithoutHttp(options: HttpOptions): void {
  const said = [
    ["--token-file", options.tokenFile],
    ["--tokens", options.tokens],
    ["--allow-host", options.allowHost],
    ["--allow-origin", options.allowOrigin],
    ["--session-events", options.sessionEvents],
  ].find(([, value]) => value !== undefined);
  if (said === undefined) return;
  throw new CliError(`${said[0]} is for HTTP, and this server uses stdio`, {
    hint: "add --http with a port, such as --http 7180, or leave it out",
  });
}

type Named = "allowHost" | "allowOrigin";
const flags = { allowHost: "--allow-host", allowOrigin: "--allow-origin" } as const;

/** The names that the flag allows, else the file. */
function allowedNames(
  which: Named,
  options: HttpOptions,
  found: FoundConfig | undefined,
  issueOf: (name: string) => NameIssue | undefined,
): readonly string[] {
  const key = `${which}s` as const;
  const names = options[which] ?? found?.config.http?.[key] ?? [];
  const said =
    options[which] === undefined ? `${found?.places.get(`http.${key}`) ?? "http"}: 'http.${key}'` : flags[which];
  for (const name of names) {
    const issue = issueOf(name);
    if (issue !== undefined) throw new CliError(`${said} ${issue.message}`, { hint: issue.hint });
  }
  return names;
}

function placeOfAddress(found: FoundConfig | undefined): string {
  return `${found?.places.get("http.address")}: 'http.address'`;
}

/** @param place where it stands in the configuration file, if it does */
export function readAddress(given: string, place: string | undefined): Listening["address"] {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]:|([^:]+):)?(\d{1,5})$/.exec(given) ?? [];
  const port = Number(digits);
  if (digits === "" || port > 65_535) {
    const said = place ?? "--http";
    throw new CliError(`${said} takes PORT or HOST:PORT, not '${given}'`, {
      hint: "such as --http 7180 or --http 127.0.0.1:0",
    });
  }
  return { host: bracketed ?? plain ?? "127.0.0.1", port };
}

/** From a file or the environment: everybody on the machine can read a command line. */
async function readToken(
  { cwd, env }: Terminal,
  flag: string | undefined,
  found: FoundConfig | undefined,
): Promise<string | undefined> {
  const given = await readTokenFile(cwd, flag);
  const inEnvironment = env.PEGBOARD_TOKEN === "" ? undefined : env.PEGBOARD_TOKEN;
  const token = given ?? inEnvironment ?? (await readTokenFile(found?.folder ?? cwd, found?.config.http?.tokenFile));
  if (token === undefined) return undefined;
  const issue = tokenIssue(token);
  if (issue !== undefined) throw new CliError(issue, { hint: tokenHint });
  return token;
}

async function readTokenFile(folder: string, named: string | undefined): Promise<string | undefined> {
  if (named === undefined) return undefined;
  return (await readFile(resolve(folder, named), "utf8").catch(failsWith(`'${named}' can't be read`))).trim();
}
