import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { findLoginServer } from "../logins/find-login-server.ts";
import { loginFacts, loginText } from "../logins/login-facts.ts";
import { openLoginStore } from "../logins/login-store.ts";
import { shellWord } from "../print/foreign-text.ts";

export interface WhoamiOptions {
  readonly config?: string;
  readonly json?: true;
}

/** Shows the login to a server, or all of them, as they are kept. Asks no server. */
export async function whoami(terminal: Terminal, name: string | undefined, options: WhoamiOptions): Promise<ExitCode> {
  const store = openLoginStore(terminal);
  if (name === undefined) {
    const logins = [...(await store.all())].map(([address, login]) => ({ server: { url: new URL(address) }, login }));
    if (options.json) printJson(terminal, { logins: logins.map(({ server, login }) => loginFacts(server, login)) });
    else if (logins.length === 0) print(terminal, "there are no logins");
    else print(terminal, logins.map(({ server, login }) => loginText(terminal, server, login)).join("\n\n"));
    return ExitCode.fine;
  }
  const server = await findLoginServer(terminal, name, options);
  const login = await store.of(server.url);
  if (login === undefined) {
    throw new CliError(`there is no login to '${name}'; run: pegboard login ${shellWord(name)}`, {
      exitCode: ExitCode.refused,
    });
  }
  if (options.json) printJson(terminal, loginFacts(server, login));
  else print(terminal, loginText(terminal, server, login));
  return ExitCode.fine;
}
