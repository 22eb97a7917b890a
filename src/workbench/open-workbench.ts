import { operatorMessageOf } from "../contract/operator-message.ts";
import type { Deps } from "../handlers/deps.ts";
import { CliError } from "../terminal/cli-error.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Does something with the workbench's services on the user's database, and closes it. */
export async function withWorkbench<Outcome>(
  { env, clock }: Terminal,
  work: (deps: Deps) => Promise<Outcome>,
): Promise<Outcome> {
  const { openHost } = await import("../host.ts");
  const host = await openHost({ env, clock, log: silent, changes: unheard });
  try {
    return await work(host.deps);
  } catch (error) {
    throwUnavailable(error);
    if (error instanceof Error && error.name === "VaultRefused") {
      const hint = "'pegboard vault status' shows its state, 'pegboard vault unlock' unlocks it";
      throw new CliError(error.message, { exitCode: ExitCode.refused, hint, cause: error });
    }
    throw error;
  } finally {
    await host.close();
  }
}

/** As every command says it: one sentence, no stack. @throws CliError where the database is unavailable */
export function throwUnavailable(error: unknown): void {
  if (error instanceof Error && error.name === "HostUnavailable") {
    throw new CliError(operatorMessageOf(error), { exitCode: ExitCode.unreachable, cause: error });
  }
}

/** The person at the command line: no session, and the name that the system gives. */
export function personAt({ env }: Terminal): { readonly agent: string; readonly session: null } {
  const names = [env.USER, env.USERNAME, env.LOGNAME];
  return { agent: names.find((name) => name !== undefined && name !== "") ?? "person", session: null };
}

const nothing = () => undefined;
const unheard = { resourceUpdated: nothing, resourceListChanged: nothing };
const silent = { info: nothing, warn: nothing, error: nothing };
