import { Command } from "commander";
import type { CallOptions } from "../shell/call/call-target.ts";
import { type CommandLine, commandLine } from "../shell/call/own-options.ts";
import { numberReader } from "../shell/program/options.ts";
import { numberSettings } from "../shell/settings/numbers.ts";

/** The options that every tool has beside its own flags. */
export function ownLine(program: string): CommandLine<CallOptions> & { readonly help: string } {
  const command = new Command(program)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .helpOption("-h, --help", "print this help; behind a tool: its params")
    .usage("<tool> [arguments...] [options]")
    .description(
      "Arguments: key=text, key:=json, key@=file, --param value, a JSON object, @file with a JSON object, or - for stdin.",
    )
    .option("--out <file>", "write the result to this file; images and audio in their own format")
    .option("--path <field>", "print only this field of the result, such as items[0].id")
    .option("--json", "print the whole result as JSON")
    .option("--dry-run", "print the call and do not make it")
    .option("--no-validate", "send the arguments without validation")
    .option("--yes", "run tools that may change something without a question")
    .option("--timeout <seconds>", "time limit for an answer; then exit code 7", numberReader(numberSettings.seconds));
  return { ...commandLine<CallOptions>(command), help: command.helpInformation() };
}
