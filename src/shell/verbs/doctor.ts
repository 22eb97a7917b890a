import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import type { Check, Examined } from "../doctor/check.ts";
import { chooseServers, placeOf, startsPegboard } from "../doctor/choose-servers.ts";
import { examine } from "../doctor/examine.ts";
import { clients } from "../install/clients.ts";
import type { Scope } from "../servers/client-names.ts";

export interface DoctorOptions {
  readonly scope: Scope;
  readonly server?: readonly string[];
  readonly config?: string;
  /** Seconds. */
  readonly timeout?: number;
  readonly call: boolean;
  readonly cleanEnv?: true;
  readonly json?: true;
}

const defaultSeconds = 30;

/** Starts servers as clients would, one after the other, and says what is wrong with them and what to do about it. */
export async function doctor(terminal: Terminal, names: readonly string[], options: DoctorOptions): Promise<ExitCode> {
  const { scope, server: servers, config, timeout = defaultSeconds } = options;
  const { candidates, findings } = await chooseServers(terminal, {
    scope,
    names,
    servers,
    config,
    cleanEnv: options.cleanEnv === true,
  });
  if (candidates.length + findings.length === 0) {
    throw new CliError("no client starts pegboard", {
      exitCode: ExitCode.findings,
      hint: "pegboard install CLIENT adds it to a client; --server NAME checks another server",
    });
  }
  // Interrupted, the command still ends what it has started.
  const signal = terminal.catchInterrupts();
  const examined: Examined[] = [...findings];
  if (!options.json) for (const finding of findings) show(terminal, finding);
  for (const { client, server } of candidates) {
    const facts = client === undefined ? undefined : clients[client];
    const checks = await examine(terminal, {
      server,
      reader: { target: facts?.target, title: facts?.title ?? "every known client", server: server.name },
      isOurs: startsPegboard(server),
      mayCall: options.call,
      timeoutMs: timeout * 1000,
      signal,
    });
    const found = { client, name: server.name, place: placeOf(server), checks };
    examined.push(found);
    if (!options.json) show(terminal, found);
  }
  const count = (status: Check["status"]) =>
    examined.flatMap(({ checks }) => checks).filter((check) => check.status === status).length;
  const [problems, warnings] = [count("problem"), count("warning")];
  if (options.json) printJson(terminal, { servers: examined, problems, warnings });
  else print(terminal, terminal.colors.dim(`${counted(problems, "problem")}, ${counted(warnings, "warning")}`));
  return problems > 0 ? ExitCode.findings : ExitCode.fine;
}

function show(terminal: Terminal, { client, name, place, checks }: Examined): void {
  const { bold, dim, green, red, yellow } = terminal.colors;
  const marks = { fine: green("fine   "), warning: yellow("warning"), problem: red("problem") };
  const title = [client, name].filter((part) => part !== undefined && part !== "").join(": ");
  print(terminal, `${bold(visible(title))}  ${dim(visible(place))}`);
  // Servers are not trusted, nor are their texts.
  for (const { status, message, hint } of checks) {
    print(terminal, `  ${marks[status]}  ${visible(message)}`);
    if (hint !== undefined) print(terminal, `           ${dim(visible(hint))}`);
  }
}
