import { type Command, Option } from "commander";
import { numberReader } from "../../shell/program/options.ts";
import { numberSettings } from "../../shell/settings/numbers.ts";

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
