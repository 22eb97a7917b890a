// Options that several commands have.
import { type Command, InvalidArgumentError, Option } from "commander";
import { logLevels } from "../../contract/log-level.ts";
import { type NumberSetting, numberSettings, readNumber } from "../settings/numbers.ts";

export function localCatalogOption(): Option {
  return new Option("--catalog <folder>", "a project of your own (default: the workbench that comes with pegboard)");
}

/** Where the tools are that a command is about. */
export function sourceOptions(
  command: Command,
  texts: { readonly isServerNamed?: false; readonly server?: string; readonly config?: string } = {},
): Command {
  if (texts.isServerNamed !== false) {
    command.option("--server <name>", texts.server ?? "a server that `pegboard servers` lists (default: the catalog)");
    adHocOptions(command);
    command
      .addOption(repeatable("--root <folder>", "a folder that servers may ask for; stands before the tool"))
      .option(
        "--sampler <program>",
        "a program that answers what servers ask a model, or the URL of an API; stands before the tool (default: PEGBOARD_SAMPLER)",
      );
  }
  return command
    .option("--catalog <folder>", "a project of your own (default: the one around this folder, else the workbench)")
    .option("--workbench", "the workbench that comes with pegboard, also inside a project")
    .option("--config <file>", texts.config ?? "only the servers that this file names (default: the user's own files)")
    .option("--clean-env", "start servers with few variables, whatever their client would hand on")
    .option("--bridge <address>", "a running bridge, at PORT or HOST:PORT (default: TOOL_CLI_PORT where that is set)")
    .option("--timeout <seconds>", "time limit for an answer; then exit code 7", numberReader(numberSettings.seconds))
    .option("--record <file>", "add every exchange with a server to this file, without secrets; see `replay`");
}

/** A server that no file names. These stand before the tool: behind it they are flags of the tool. */
export function adHocOptions(command: Command): Command {
  return (
    command
      .option("--url <url>", "a server at this address, whether a file names it or not")
      .option("--stdio", "a server that the command behind -- starts, without a shell")
      // What stands in its place when the words behind `--` were taken: call/ad-hoc-words.ts.
      .addOption(new Option("--stdio-command <list>").hideHelp())
      .addOption(repeatable("--env <name>", "with --stdio: pass this environment variable to the server"))
      .addOption(repeatable("--header-env <name=variable>", "with --url: send the variable's value as this header"))
      .option("--header-file <file>", "with --url: send the headers in this file, one `Name: value` per line")
  );
}

/** What a server lists, and how: of `serve`, and of the entry that `install` writes. */
export function listingOptions(
  command: Command,
  texts: { readonly profile: string; readonly surface: string },
): Command {
  return command
    .option("--profile <name>", texts.profile)
    .option("--surface <mode>", `how tools are listed: ${texts.surface}`)
    .option("--detail <level>", "how much a listed tool contains: compact, full or verbose")
    .option("--hints <on|off>", "whether listed tools contain annotations about their effects");
}

export const allowOption = () => repeatable("--allow <pattern>", "only tools that match may be called (* is any text)");
export const denyOption = () =>
  repeatable("--deny <pattern>", "tools that match may not be called; overrides --allow (* is any text)");

/** An option that takes one of some words. */
export function oneOf(flags: string, summary: string, words: readonly string[]): Option {
  return new Option(flags, summary).choices([...words]);
}

/** An option that may be given several times. */
export function repeatable(flags: string, summary: string): Option {
  return new Option(flags, `${summary}; may be repeated`).argParser((value: string, before: string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}

export function logLevelOption(): Option {
  const levels = logLevels.join(", ");
  return new Option("--log-level <level>", `what is logged to stderr: ${levels} (default: PEGBOARD_LOG, else warn)`);
}

export function numberReader(setting: NumberSetting): (text: string) => number {
  return (text) => {
    const value = readNumber(text, setting);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`It must be ${setting.expected}.`);
  };
}

/** @param expected finishes "It must be …" */
export function digitsReader(form: RegExp, most: number, expected: string): (text: string) => number {
  return (text) => {
    if (form.test(text) && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be ${expected}.`);
  };
}

export function catalogOption(): Option {
  return new Option("--catalog <folder>", "the project (default: the nearest folder upward with schema/catalog.yaml)");
}

/** How a server is started or reached whose list is read. */
export function serverOptions(
  command: Command,
  { stdio, url }: { readonly stdio: string; readonly url: string },
): Command {
  return command
    .option("--env <name...>", `with ${stdio}: pass these environment variables to the server`)
    .option("--header-env <name=variable...>", `with ${url}: send the variable's value as this header`)
    .option("--header-file <file>", `with ${url}: send the headers in this file, one \`Name: value\` per line`)
    .option("--timeout <seconds>", "time limit for a server (default: 30)", numberReader(numberSettings.seconds));
}
