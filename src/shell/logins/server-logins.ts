// What logins change for the servers of a command line: their tokens are sent, and who is refused learns which command to run.
import { ConnectionRefused, type ServerTarget } from "../../client/server-connection.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { shellWord } from "../print/foreign-text.ts";
import { type StoredTokens, storedTokens } from "./stored-tokens.ts";

export interface ServerLogins {
  /** The same with the tokens of a login, where the configuration has no credentials of its own. */
  targetOf(server: string, target: ServerTarget): ServerTarget;
  /** @returns undefined for what has nothing to do with a login */
  explain(server: string, error: unknown): CliError | undefined;
}

/** @param place what a command must name, beside the server, to mean the same one */
export function serverLogins(
  terminal: Pick<Terminal, "env" | "cwd" | "clock">,
  { config, url }: { readonly config?: string; readonly url?: string } = {},
): ServerLogins {
  const tokens = new Map<string, StoredTokens>();
  /** An address on the command line has no name that another command would know. */
  const placeOf = (server: string) =>
    url !== undefined ? ["--url", url] : config !== undefined ? [server, "--config", config] : [server];
  const loginCommand = (server: string, ...more: readonly string[]) =>
    ["pegboard login", ...[...placeOf(server), ...more].map(shellWord)].join(" ");
  return {
    targetOf(server, target) {
      if (target.kind !== "http" || hasCredentials(target.headers)) return target;
      const stored = storedTokens(terminal, target.url);
      tokens.set(server, stored);
      return { ...target, tokens: stored };
    },
    explain(server, error) {
      const stored = tokens.get(server);
      if (stored === undefined) return undefined;
      if (!(error instanceof ConnectionRefused)) return storeProblem(error);
      const { exitCode, cause } = { exitCode: ExitCode.refused, cause: error };
      if (error.status === 403 && error.scope !== undefined) {
        // The server has worded them: a scope that looks like an option would change what the command does.
        const scopes = error.scope.split(/\s+/).filter((scope) => scope !== "" && !scope.startsWith("-"));
        const command = loginCommand(server, "--scope", scopes.join(" "));
        return new CliError(error.message, { exitCode, cause, hint: `run: ${command}` });
      }
      if (error.status !== 401) return undefined;
      const { message, needsLogin } = stored.refusal();
      if (!needsLogin) return new CliError(`'${server}' ${message}`, { exitCode: ExitCode.unreachable, cause });
      return new CliError(`'${server}' ${message}; run: ${loginCommand(server)}`, { exitCode, cause });
    },
  };
}

export function hasCredentials(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}

/** The file of logins can't be used: that is thrown within the connection, which knows nothing of it. */
function storeProblem(error: unknown): CliError | undefined {
  let at = error;
  for (let depth = 0; depth < 5 && at instanceof Error; depth++) {
    if (at instanceof CliError) return at;
    at = at.cause;
  }
  return undefined;
}
