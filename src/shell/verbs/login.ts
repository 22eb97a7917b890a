// `pegboard login`: a user logs in to a server in the browser; the tokens are kept for the other commands.
import { connect } from "../../client/connect.ts";
import { logIn, type ShownLogin } from "../../client/oauth/log-in.ts";
import { type Login, type LoginClient, LoginFailed, scopesOf, secretsOf } from "../../client/oauth/login.ts";
import { ConnectionRefused } from "../../client/server-connection.ts";
import { secondsText } from "../../contract/duration.ts";
import { givenMembers } from "../../contract/given-members.ts";
import { ownValue } from "../../contract/own-property.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { isTerminal, print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { findLoginServer, type LoginPlaceOptions, type LoginServer } from "../logins/find-login-server.ts";
import { loginFacts, loginText } from "../logins/login-facts.ts";
import { openLoginStore } from "../logins/login-store.ts";
import { openBrowser } from "../logins/open-browser.ts";

export interface LoginOptions extends LoginPlaceOptions {
  readonly scope?: readonly string[];
  readonly clientId?: string;
  /** Name of an environment variable. */
  readonly clientSecretEnv?: string;
  readonly issuer?: string;
  readonly port?: number;
  /** By a code that is typed on any device. */
  readonly device?: true;
  /** False: the address is only printed. */
  readonly browser?: boolean;
  /** Seconds. */
  readonly timeout?: number;
  readonly json?: true;
}

/** A person finds a password, a second factor, a consent. */
const defaultSeconds = 300;

export async function login(terminal: Terminal, said: string | undefined, options: LoginOptions): Promise<ExitCode> {
  const client = clientOf(terminal, options);
  const server = await findLoginServer(terminal, said, options);
  const { name } = server;
  const { timeout = defaultSeconds, issuer, port, device } = options;
  if (device && port !== undefined) throw new CliError("--device and --port can't be combined");
  const store = openLoginStore(terminal);
  const earlier = await store.of(server.url);
  const interrupted = terminal.catchInterrupts();
  const time = AbortSignal.timeout(timeout * 1000);
  const signal = AbortSignal.any([interrupted, time]);
  try {
    const fresh = await logIn({
      ...givenMembers({ client, issuer, port, byDeviceCode: device }),
      url: server.url,
      headers: server.headers,
      scopes: (options.scope ?? []).flatMap((text) => text.split(",")).flatMap(scopesOf),
      earlier,
      show: (page, asked) =>
        show(terminal, server, page, { ...asked, opens: options.browser !== false && device === undefined }),
      signal,
      clock: terminal.clock,
    });
    await checkAccepted(server, fresh, signal);
    await store.change(server.url, async () => fresh);
    if (options.json) printJson(terminal, loginFacts(server, fresh));
    else {
      print(terminal, `logged in to '${visible(name)}'`);
      print(terminal, loginText(terminal, server, fresh));
      printError(terminal, terminal.errorColors.dim(`the tokens are in ${store.file}; pegboard logout removes them`));
    }
    return ExitCode.fine;
  } catch (error) {
    if (time.aborted && !interrupted.aborted) {
      throw new CliError(`the login to '${name}' was not finished within ${secondsText(timeout * 1000)}`, {
        exitCode: ExitCode.timedOut,
        cause: error,
      });
    }
    if (!(error instanceof LoginFailed)) throw error;
    const exitCode = error.kind === "unreachable" ? ExitCode.unreachable : ExitCode.refused;
    throw new CliError(`'${name}' ${error.message}`, { exitCode, cause: error });
  }
}

/** A secret is for one authorization server, and a server could name any. */
function clientOf({ env }: Terminal, { clientId, clientSecretEnv, issuer }: LoginOptions): LoginClient | undefined {
  if (clientSecretEnv === undefined) return clientId === undefined ? undefined : { id: clientId };
  if (clientId === undefined) throw new CliError("--client-secret-env needs --client-id");
  if (issuer === undefined) {
    throw new CliError("--client-secret-env needs --issuer", {
      hint: "the secret is sent to that authorization server only, whatever the server names",
    });
  }
  const secret = ownValue(env, clientSecretEnv);
  if (secret === undefined || secret === "") {
    throw new CliError(`the environment has no variable '${clientSecretEnv}'`);
  }
  return { id: clientId, secret };
}

function show(
  terminal: Terminal,
  { name, url }: LoginServer,
  page: URL,
  { issuer, scopes, code, opens }: ShownLogin & { readonly opens: boolean },
): void {
  const asked = scopes.length === 0 ? "" : ` for ${scopes.join(" ")}`;
  printError(terminal, visible(`'${name}' (${url.origin}) asks ${issuer}${asked}`));
  printError(terminal, "open this address to log in:");
  printError(terminal, visible(page.href));
  if (code !== undefined) printError(terminal, `and type this code there: ${visible(code)}`);
  // Without a person at it there is no browser to open.
  if (opens && isTerminal(terminal.stderr)) openBrowser(page);
}

/**
 * An authorization server may give a token that is not for this server. That is found now, not at the next call.
 * @throws LoginFailed
 */
async function checkAccepted({ url, headers }: LoginServer, login: Login, signal: AbortSignal): Promise<void> {
  const tokens = {
    current: async () => login.accessToken,
    renew: async () => false,
    secrets: () => secretsOf(login),
  };
  try {
    const connection = await connect({ kind: "http", url, headers, tokens }, { timeoutMs: 30_000, signal });
    await connection.close();
  } catch (error) {
    if (!(error instanceof ConnectionRefused) || error.status !== 401) return;
    throw new LoginFailed(`does not accept the token that ${login.issuer} gave for it`, { cause: error });
  }
}
