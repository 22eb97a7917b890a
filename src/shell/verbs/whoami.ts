import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { findLoginServer, type LoginPlaceOptions } from "../logins/find-login-server.ts";
import { loginFacts, loginText } from "../logins/login-facts.ts";
import { openLoginStore } from "../logins/login-store.ts";
import { shellWord } from "../print/foreign-text.ts";

export interface WhoamiOptions extends LoginPlaceOptions {
  readonly json?: true;
}

/** Shows the login to a server, or all of them, as they are kept. Asks no server. */
export async function whoami(terminal: Terminal, said: string | undefined, options: WhoamiOptions): Promise<ExitCode> {
  const store = openLoginStore(terminal);
  if (said === undefined && options.url === undefined) {
    const logins = [...(await store.all())].map(([address, login]) => ({ server: { url: new URL(address) }, login }));
    if (options.json) printJson(terminal, { logins: logins.map(({ server, login }) => loginFacts(server, login)) });
    else if (logins.length === 0) print(terminal, "there are no logins");
    else print(terminal, logins.map(({ server, login }) => loginText(terminal, server, login)).join("\n\n"));
    return ExitCode.fine;
  }
  const server = await findLoginServer(terminal, said, options);
  const login = await store.of(server.url);
  if (login === undefined) {
    const place = options.url === undefined ? shellWord(server.name) : `--url ${shellWord(options.url)}`;
    throw new CliError(`there is no login to '${server.name}'; run: pegboard login ${place}`, {
      exitCode: ExitCode.refused,
    });
  }
  if (options.json) printJson(terminal, loginFacts(server, login));
  else print(terminal, loginText(terminal, server, login));
  return ExitCode.fine;
}
