import { tokenHint } from "../../server/http/token-rules.ts";
import { shortStateKey, stateKeyOf } from "../../server/question-state.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** The key that several processes share, so that each can go on with what another one has asked. */
export function stateKeyIn({ env }: Pick<Terminal, "env">): Uint8Array | undefined {
  const { PEGBOARD_STATE_KEY: text } = env;
  if (text === undefined || text === "") return undefined;
  const key = stateKeyOf(text);
  if (key === undefined) throw new CliError(shortStateKey, { hint: tokenHint });
  return key;
}
