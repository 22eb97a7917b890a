import { spawn } from "node:child_process";
import { constants } from "node:os";
import { isAbsent, reasonOf } from "../../disk/disk-errors.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/**
 * Runs a command with further variables, without a shell, on our own stdin, stdout and stderr. Signals are the command's:
 * they are handed on, and what it does with them is how this ends.
 * @returns its exit code; 128 and the signal's number where a signal ended it, as shells say it
 * @throws CliError when it can't be started
 */
export function runWith(
  terminal: Terminal,
  command: string,
  given: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    // Before the command runs: it may well be what sends the first one.
    const release = terminal.handOnSignals?.((name) => child.kill(name));
    const child = spawn(command, given, {
      cwd: terminal.cwd,
      env: { ...withoutBridge(terminal.env), ...variables },
      stdio: "inherit",
    });
    child.on("error", (error) => {
      if (child.pid !== undefined) return;
      release?.();
      const why = isAbsent(error) ? "command not found" : reasonOf(error);
      reject(new CliError(`'${command}' can't be started: ${why}`, { cause: error }));
    });
    child.on("exit", (code, signal) => {
      release?.();
      // The command's codes are its own, whatever ours mean.
      resolve((code ?? 128 + (signal === null ? 0 : constants.signals[signal])) as ExitCode);
    });
  });
}

/** The variables by which a process finds a bridge. */
export function bridgeVariables(
  port: number,
  secret: { readonly token: string } | { readonly tokenFile: string },
): Readonly<Record<string, string>> {
  const shared = { TOOL_CLI_HOST: "127.0.0.1", TOOL_CLI_PORT: String(port) };
  return "token" in secret
    ? { ...shared, TOOL_CLI_TOKEN: secret.token }
    : { ...shared, TOOL_CLI_TOKEN_FILE: secret.tokenFile };
}

/** Lines for `eval` in a POSIX shell. */
export function exportLines(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `export ${name}=${quoted(value)}\n`)
    .join("");
}

/** Lines for `eval` that take variables away. */
export function unsetLines(names: readonly string[]): string {
  return names.map((name) => `unset ${name}\n`).join("");
}

/** A text in single quotes means itself, but for the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** An environment without a word of where a bridge is: what is inherited leads to another one. How long to wait is the user's to say. */
export function withoutBridge(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const isInherited = (name: string) => name === "TOOL_CLI_TIMEOUT_MS" || !name.toUpperCase().startsWith("TOOL_CLI_");
  return Object.fromEntries(Object.entries(env).filter(([name]) => isInherited(name)));
}
