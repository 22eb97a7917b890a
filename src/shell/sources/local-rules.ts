import { existsSync } from "node:fs";
import type { CallPolicy } from "../../bridge/policy.ts";
import { userFolders } from "../../disk/user-folders.ts";
import type { Policy } from "../../runtime/policy.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { findConfigFiles } from "../servers/find-config-files.ts";

/**
 * What the user's own file of servers denies. Other files are not read for it: some hold a client's whole history, and a call
 * in this process should not wait for that.
 * @throws CliError for a broken file: its rules would be missed
 */
export async function ownDenyRules({ cwd, env }: Pick<Terminal, "cwd" | "env">): Promise<readonly string[]> {
  const { home } = userFolders(env);
  const world = { env, home, cwd, platform: process.platform };
  const own = findConfigFiles(world).find(({ client }) => client === "pegboard");
  // The parser is needed only by those who have such a file.
  if (own === undefined || !existsSync(own.path)) return [];
  const { readOwn } = await import("../servers/load-servers.ts");
  return readOwn({ ...world, readFile: () => undefined })?.deny ?? [];
}

/** The catalog's policy with the shell's deny rules in it: they hold for old names and through proxy tools too. */
export function withDenied(policy: Policy, rules: CallPolicy, server: string): Policy {
  const isDenied = (tool: string) => rules.judge({ server, tool, annotations: {} }).decision === "refuse";
  return {
    permits: (tool, alias) =>
      policy.permits(tool, alias) && !isDenied(tool) && (alias === undefined || !isDenied(alias)),
  };
}
