import { basename } from "node:path";
import { argv } from "node:process";
import { Command } from "commander";
import { serveOptions, settingPlaces } from "../shell/program/serve-options.ts";
import type { ServeOptions } from "../shell/verbs/serve-catalog.ts";
import { ExitCode } from "../terminal/exit-code.ts";
import { type Terminal, write } from "../terminal/terminal.ts";

interface BuiltServer {
  /** The catalog's. */
  readonly version: string;
  serve(options: ServeOptions): Promise<ExitCode>;
}

/** @throws CommanderError for words that can't be read, and for --help and --version (exitCode 0) */
export async function serveWords(
  words: readonly string[],
  terminal: Terminal,
  { version, serve }: BuiltServer,
): Promise<ExitCode> {
  let outcome: ExitCode = ExitCode.fine;
  const program = serveOptions(new Command(basename(argv[1] ?? "server.js")))
    .description("serve the tools to an MCP client over stdio")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .addHelpText("after", settingPlaces)
    .exitOverride()
    .configureOutput({ writeOut: (text) => write(terminal.stdout, text), writeErr: () => undefined })
    .action(async (options: ServeOptions) => {
      outcome = await serve(options);
    });
  await program.parseAsync([...words], { from: "user" });
  return outcome;
}
