import { LoginFailed } from "../../client/oauth/login.ts";
import { revokeLogin } from "../../client/oauth/revoke-login.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { findLoginServer, type LoginPlaceOptions } from "../logins/find-login-server.ts";
import { openLoginStore } from "../logins/login-store.ts";

export interface LogoutOptions extends LoginPlaceOptions {
  readonly json?: true;
}

const maxRevocationMs = 10_000;

/** Revokes the tokens of a login and removes it; the client that was registered for it, too. */
export async function logout(terminal: Terminal, said: string | undefined, options: LogoutOptions): Promise<ExitCode> {
  const { name, url } = await findLoginServer(terminal, said, options);
  const store = openLoginStore(terminal);
  const login = await store.of(url);
  if (login === undefined) {
    throw new CliError(`there is no login to '${name}'`, { hint: "pegboard whoami lists the logins" });
  }
  // First the file: what can't be revoked is no longer used either.
  await store.change(url, async () => undefined);
  let revoked: Awaited<ReturnType<typeof revokeLogin>> = [];
  try {
    revoked = await revokeLogin(login, url, AbortSignal.timeout(maxRevocationMs));
  } catch (error) {
    if (!(error instanceof LoginFailed) && !(error instanceof DOMException)) throw error;
    printWarning(terminal, `the tokens could not be revoked: '${name}' ${error.message}`);
  }
  const ends = revoked.includes("access token") ? "" : "; the access token ends by itself";
  const text = revoked.length === 0 ? ends : `; revoked: ${revoked.join(", ")}${ends}`;
  if (options.json) printJson(terminal, { server: name, url: url.href, revoked });
  else print(terminal, `logged out of '${visible(name)}'${text}`);
  return ExitCode.fine;
}
