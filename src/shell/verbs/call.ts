import { CliError } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { callOpened } from "../call/call-opened.ts";
import { type CallOptions, openTarget, withoutConfig } from "../call/call-target.ts";
import { type CommandLine, locatingOption, takeLateLocations, takeOwnOptions } from "../call/own-options.ts";
import { nearCatalog } from "../sources/near-catalog.ts";
import { UnknownServer } from "../sources/tool-source.ts";

/** What the parser makes of a line without options. */
export const noOptions: CallOptions = { validate: true };

/** Calls one tool: of the catalog in this process, of a server, or behind a bridge. */
export async function call(
  terminal: Terminal,
  tool: string,
  words: readonly string[],
  line: CommandLine<CallOptions>,
): Promise<ExitCode> {
  const first = takeOwnOptions(words, line.own);
  const late = takeLateLocations(first.given, line.own);
  const rest = late.given;
  const own = [...first.own, ...late.own];
  const said = line.read(own);
  const near = await nearCatalog(terminal, said.server === undefined ? withoutConfig(said) : said);
  const early = { ...said, ...near };
  if (words.some((word) => word === "--help" || word === "-h") && rest.length <= 1) {
    const { describe } = await import("./describe.ts");
    return describe(terminal, tool, early.server === undefined ? withoutConfig(early) : early);
  }
  const target = await openTarget(terminal, tool, early).catch((error: unknown) => {
    throw withPlaceHint(error, rest);
  });
  return callOpened(terminal, target, { tool, words, rest, line, early, near });
}

/** Where a server was not found, and the option that says where it is may have been taken for the value of a flag. */
function withPlaceHint(error: unknown, rest: readonly string[]): unknown {
  const late = rest.find((word) => locatingOption.test(word));
  if (late === undefined || !(error instanceof UnknownServer)) return error;
  const [name = ""] = late.split("=");
  return new CliError(error.message, {
    exitCode: error.exitCode,
    hint: `'${name}' directly behind a flag of the tool may be its value: write it before the tool's own flags`,
    cause: error,
  });
}
