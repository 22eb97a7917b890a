import { existsSync, readFileSync } from "node:fs";
import type { CallPolicy } from "../../bridge/policy.ts";
import type { Policy } from "../../runtime/policy.ts";
import { CliError } from "../cli-error.ts";
import { reasonOf } from "../project.ts";
import { findConfigFiles } from "../servers/find-config-files.ts";
import type { Terminal } from "../terminal.ts";
import { userFolders } from "../user-folders.ts";

/**
 * What the user's own file of servers denies. Other files are not read for it: some hold a client's whole history, and a call
 * in this process should not wait for that.
 * @throws CliError for a broken file: its rules would be missed
 */
export async function ownDenyRules({ cwd, env }: Pick<Terminal, "cwd" | "env">): Promise<readonly string[]> {
  const { home } = userFolders(env);
  const world = { env, home, cwd, platform: process.platform };
  const own = findConfigFiles(world).find(({ client }) => client === "pegboard");
  if (own === undefined || !existsSync(own.path)) return [];
  const { readServerConfig } = await import("../servers/read-server-config.ts");
  const file = { path: own.path, text: readText(own.path) };
  const { deny, problems } = readServerConfig(file, { ...world, startIn: home, readFile: () => undefined });
  const [problem] = problems;
  if (problem === undefined) return deny;
  throw new CliError(`${problem.file}:${problem.line}:${problem.column}: the file ${problem.message}`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new CliError(`'${path}' can't be read: ${reasonOf(error)}`, { cause: error });
  }
}

/** The catalog's policy with the shell's deny rules in it, so that they hold on every way to a tool: old names and doors too. */
export function withDenied(policy: Policy, rules: CallPolicy, server: string): Policy {
  const isDenied = (tool: string) => rules.judge({ server, tool, annotations: {} }).decision === "refuse";
  return {
    permits: (tool, alias) =>
      policy.permits(tool, alias) && !isDenied(tool) && (alias === undefined || !isDenied(alias)),
  };
}
