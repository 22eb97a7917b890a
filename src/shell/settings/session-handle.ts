import type { Terminal } from "../../terminal/terminal.ts";

/** The handle of PEGBOARD_SESSION: a secret, so never in words of a command. A variable that is set to nothing is not set. */
export function sessionHandle({ env }: Pick<Terminal, "env">): string | undefined {
  return env.PEGBOARD_SESSION || undefined;
}
