import { isJsonObject, type JsonObject } from "../../contract/json.ts";
import { ownValue } from "../../contract/own-property.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { readArguments } from "../call/tool-arguments.ts";
import { firstLine, shellWord } from "../print/foreign-text.ts";
import { type OutputOptions, openOutput } from "../print/print-result.ts";
import { messagesText } from "../print/result-text.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import { withOneServer } from "../sources/one-server.ts";
import type { SourceOptions } from "../sources/open-source.ts";
import type { PromptArguments } from "../sources/tool-source.ts";
import { type ListOptions, listOffers } from "./list-offers.ts";

/** Lists the prompts of servers, each with its arguments: required ones with a mark. */
export function prompts(terminal: Terminal, options: ListOptions): Promise<ExitCode> {
  return listOffers(terminal, options, {
    kind: "prompts",
    list: (source, server, asked) => source.prompts(server, asked),
    cells: (prompt) => [
      typeof prompt.name === "string" ? prompt.name : "?",
      argumentsOf(prompt)
        .map(({ name, required }) => (required === true ? `${name} *` : `${name}`))
        .join("  "),
    ],
  });
}

/** Shows the messages of one prompt. @param words its arguments, as those of `call` */
export async function getPrompt(
  terminal: Terminal,
  name: string,
  words: readonly string[],
  given: SourceOptions & OutputOptions,
): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const interrupted = terminal.catchInterrupts();
  const args = textsOf(await readArguments(words, terminal));
  const output = await openOutput(terminal, options);
  const answer = await withOneServer(terminal, options, interrupted, async ({ source, server }, asked) => {
    refuseUnknown(server, name, args, await source.prompts(server, asked));
    return source.getPrompt(server, name, args, asked);
  });
  return output.text(answer, messagesText(answer));
}

/** @throws CliError (usage) for a value that is not a text */
function textsOf(args: JsonObject): PromptArguments {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (typeof value === "string") return [name, value];
      throw new CliError(`the argument '${name}' is not a text, and prompts take only texts`, {
        hint: `write ${name}=… instead of ${name}:=…`,
      });
    }),
  );
}

/** As for tools: nothing is asked for that the server does not list. @throws CliError (usage) with the near miss */
function refuseUnknown(server: string, name: string, given: PromptArguments, listed: readonly JsonObject[]): void {
  const lists = `pegboard prompts --server ${shellWord(server)} lists them`;
  if (listed.length === 0) throw new CliError(`'${server}' has no prompts`);
  const prompt = listed.find((one) => one.name === name);
  if (prompt === undefined) {
    const names = listed.map((one) => String(one.name));
    throw new CliError(`there is no prompt '${name}' on server '${server}'`, { hint: nearHint(name, names, lists) });
  }
  const known = argumentsOf(prompt);
  const missing = known.find((one) => one.required === true && ownValue(given, String(one.name)) === undefined);
  if (missing !== undefined) {
    const said = typeof missing.description === "string" ? firstLine(missing.description) : undefined;
    throw new CliError(`the prompt '${name}' needs the argument '${missing.name}'`, {
      hint: `${missing.name}=…${said === undefined ? "" : `: ${said}`}`,
    });
  }
  const names = known.map((one) => String(one.name));
  const odd = Object.keys(given).find((one) => !names.includes(one));
  if (odd === undefined) return;
  const there = names.length === 0 ? "it takes none" : `it takes ${names.join(", ")}`;
  throw new CliError(`the prompt '${name}' has no argument '${odd}'`, { hint: nearHint(odd, names, there) });
}

function argumentsOf(prompt: JsonObject): readonly JsonObject[] {
  return Array.isArray(prompt.arguments) ? prompt.arguments.filter(isJsonObject) : [];
}
