// The grammar of the command line: verbs, arguments, options, help. Each verb's work is in commands/<verb>.ts and is
// imported when the verb is used, so that `serve` never loads the compiler and `generate` never the runtime.
import { Command, InvalidArgumentError, Option } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { limits } from "../contract/limits.ts";
import type { ExitCode } from "./exit-code.ts";
import { epilogue, examples } from "./help.ts";
import type { Terminal } from "./terminal.ts";

const authoring = "Write and check a catalog:";
const using = "Use a catalog:";
const learning = "Learn more:";

/**
 * @param finish gets the exit code of the command that ran
 * @throws CommanderError for usage errors and for --help and --version (exitCode 0), instead of ending the process
 */
export function createProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = new Command("pegboard");
  const { bold, dim } = terminal.colors;
  program
    .description("Write MCP tools once, in YAML; get schemas, validators, typed handlers, docs and a server.")
    .version(packageJson.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .addHelpCommand(
      new Command("help").argument("[command]").description("print the help of a command").helpGroup(learning),
    )
    .usage("<command> [arguments] [options]")
    .exitOverride()
    .configureHelp({ styleTitle: bold, subcommandTerm })
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      // main prints the error itself, in one form for all sorts.
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(terminal.columns ?? 100, 110),
      getOutHasColors: () => terminal.colors.isColorSupported,
      getErrHasColors: () => terminal.errorColors.isColorSupported,
    })
    .addHelpText("after", () => epilogue(terminal.colors));

  verb("generate", "compile schema/ and write generated/", authoring)
    .addOption(catalogOption())
    .option("--check", "write nothing; show what would change and exit with 1 if anything would")
    .addOption(extraOption())
    .option("--json", "print findings and files as JSON")
    .addHelpText("after", examples(dim, ["pegboard generate", "pegboard generate --check   # in CI"]))
    .action(async (options) => finish(await (await import("./commands/generate.ts")).generate(terminal, options)));

  verb("lint", "check schema/ and print what is wrong", authoring)
    .addOption(catalogOption())
    .option("--json", "print the findings as JSON")
    .addHelpText("after", examples(dim, ["pegboard lint", "pegboard lint --catalog ../other --json"]))
    .action(async (options) => finish(await (await import("./commands/lint.ts")).lint(terminal, options)));

  verb("diff", "compare schema/ with an older catalog; say what breaks", authoring)
    .addOption(catalogOption())
    .option("--against <catalog>", "a project's folder, a catalog.json, or 'baseline'", "baseline")
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 from this severity up")
        .choices(["err", "warn", "info", "never"])
        .default("err"),
    )
    .addOption(new Option("--format <form>", "how to print").choices(["text", "line", "json"]).default("text"))
    .option("--json", "the same as --format json")
    .option("--required-bump", "print only the version bump that the changes need: major, minor, patch or none")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard diff",
        "pegboard diff --against ../released --fail-on warn",
        "pegboard diff --required-bump",
      ]),
    )
    .action(async (options) => finish(await (await import("./commands/diff.ts")).diff(terminal, options)));

  verb("baseline", "record schema/ as the released catalog for diff", authoring)
    .addOption(catalogOption())
    .option("--release", "write the baseline; refused when the version bump is too small")
    .option("--json", "print the outcome as JSON")
    .addHelpText("after", examples(dim, ["pegboard baseline --release"]))
    .action(async (options) => finish(await (await import("./commands/baseline.ts")).baseline(terminal, options)));

  verb("tools", "list the tools", using)
    .addOption(localCatalogOption())
    .option("--family <name>", "only this family")
    .option("--profile <name>", "only what this profile lists")
    .option("--json", "print everything known as JSON")
    .addHelpText("after", examples(dim, ["pegboard tools", "pegboard tools --profile full --json"]))
    .action(async (options) => finish(await (await import("./commands/tools.ts")).tools(terminal, options)));

  verb("describe", "show one tool: params, result, old names", using)
    .argument("<tool>", "name or old name of a tool")
    .addOption(localCatalogOption())
    .option("--json", "print everything known as JSON")
    .addHelpText("after", examples(dim, ["pegboard describe <tool>", "pegboard describe <tool> --json"]))
    .action(async (tool, options) =>
      finish(await (await import("./commands/describe.ts")).describe(terminal, tool, options)),
    );

  verb("call", "call one tool in this process, without a server", using)
    .argument("<tool>", "name or old name of a tool")
    .argument("[arguments...]", "a JSON object, key=text, key:=json, @file with a JSON object, or - for stdin")
    .addOption(localCatalogOption())
    .option("--session <handle>", "handle of an open session (default: PEGBOARD_SESSION)")
    .addOption(patternOption("--allow", "only tools that match"))
    .addOption(patternOption("--deny", "no tool that matches; wins over --allow"))
    .option("--timeout <seconds>", "give up after so long, with exit code 7", timeoutSeconds)
    .option("--json", "print the whole result as JSON")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard call <tool> title='Ports' limit:=3",
        'pegboard call <tool> \'{"title": "Ports", "limit": 3}\'',
        "pegboard call <tool> @arguments.json --json",
      ]),
    )
    .action(async (tool, words, options) =>
      finish(await (await import("./commands/call.ts")).call(terminal, tool, words, options)),
    );

  verb("serve", "serve the tools to an MCP client over stdio", using)
    .addOption(localCatalogOption())
    .option("--profile <name>", "what to list (default: PEGBOARD_PROFILE, else the catalog's default)")
    .addOption(patternOption("--allow", "only tools that match may be called"))
    .addOption(patternOption("--deny", "no tool that matches may be called; wins over --allow"))
    .addHelpText("after", examples(dim, ["pegboard serve", "pegboard serve --profile full --deny '*_delete'"]))
    .action(async (options) => finish(await (await import("./commands/serve.ts")).serve(terminal, options)));

  verb("explain", "say why a finding exists and how to fix it", learning)
    .argument("[code]", "code of a finding or id of a diff rule; none lists them all")
    .option("--json", "print it as JSON")
    .addHelpText("after", examples(dim, ["pegboard explain unknown-type", "pegboard explain tool-removed"]))
    .action(async (code, options) =>
      finish(await (await import("./commands/explain.ts")).explain(terminal, code, options)),
    );

  return program;

  function verb(name: string, summary: string, group: string): Command {
    return program.command(name).description(summary).helpGroup(group).helpOption("-h, --help", "print this help");
  }
}

/** `call <tool> [arguments...]`: every command has options, so they are not worth saying each time. */
function subcommandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(" ");
}

function catalogOption(): Option {
  return new Option("--catalog <folder>", "the project (default: the nearest folder upward with schema/catalog.yaml)");
}

function extraOption(): Option {
  return new Option("--extra <what...>", "also write generated/interop/zod.ts; give it to --check too").choices([
    "zod",
  ]);
}

function localCatalogOption(): Option {
  return new Option("--catalog <folder>", "a project of your own (default: the workbench that comes with pegboard)");
}

/** May be given several times. */
function patternOption(flag: string, summary: string): Option {
  return new Option(`${flag} <pattern>`, `${summary} (* is any text); may be repeated`).argParser(
    (value: string, before: string[] | undefined) => [...(before ?? []), value],
  );
}

function timeoutSeconds(text: string): number {
  const value = Number(text);
  const most = Math.floor(limits.deadlineMs / 1000);
  if (value > 0 && value <= most) return value;
  throw new InvalidArgumentError(`It must be a number above 0 and at most ${most}, which is 24 days.`);
}
