// The entry that `pegboard servers add` writes: as the command line says it, with names of variables in place of secrets.
import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { givenMembers } from "../../contract/given-members.ts";
import type { JsonObject } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { AdHocOptions } from "./ad-hoc-server.ts";
import { checkHeaderName, headerVariable, serverUrl } from "./ad-hoc-target.ts";
import type { VariableDialect } from "./variables.ts";

/** @throws CliError for what can't be started or reached as it stands */
export function addedEntry(
  cwd: string,
  command: readonly string[],
  { url, stdio, env = [], headerEnv = [], headerFile }: AdHocOptions,
  dialect: VariableDialect,
): JsonObject {
  if (headerFile !== undefined) {
    throw new CliError("--header-file can't be used here: the file of servers would hold its secrets", {
      hint: "--header-env NAME=VARIABLE writes the name of the variable",
    });
  }
  if (url !== undefined) {
    if (stdio) throw new CliError("--stdio and --url can't be combined");
    if (command.length > 0) throw new CliError(`'${command[0]}' is one word too many beside --url`);
    if (env.length > 0)
      throw new CliError("--env is for --stdio", { hint: "--header-env NAME=VARIABLE sends a header" });
    const headers = headerEnv.map(headerVariable).map(([name, variable]) => {
      checkHeaderName(name);
      return [name, written(variable, dialect)] as const;
    });
    return { type: "http", url: serverUrl(url, "--url").href, ...objectOf("headers", headers) };
  }
  const [program, ...args] = command;
  if (!stdio || program === undefined) {
    throw new CliError("a server needs an address or a command", {
      hint: "--url URL, or --stdio -- COMMAND ARGUMENTS",
    });
  }
  if (headerEnv.length > 0) throw new CliError("--header-env is for --url", { hint: "--env NAME passes a variable" });
  return {
    type: "stdio",
    command: program,
    ...givenMembers({ args: args.length === 0 ? undefined : args }),
    ...objectOf(
      "env",
      env.map((name) => [name, written(name, dialect)]),
    ),
    // Servers of the user's own file start in the home folder, where a relative path means something else.
    ...(command.some((word) => isPathHere(word, cwd)) ? { cwd } : {}),
  };
}

/** As the clients read it that read such a file. */
function written(variable: string, dialect: VariableDialect): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    throw new CliError(`'${variable}' is not the name of an environment variable`);
  }
  return dialect === "shell" ? `\${${variable}}` : `\${env:${variable}}`;
}

function objectOf(member: string, pairs: readonly (readonly [string, string])[]): JsonObject {
  return pairs.length === 0 ? {} : { [member]: Object.fromEntries(pairs) };
}

function isPathHere(word: string, cwd: string): boolean {
  return !isAbsolute(word) && /[./\\]/.test(word) && existsSync(resolve(cwd, word));
}
