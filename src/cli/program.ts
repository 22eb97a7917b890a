// The grammar of the command line: verbs, arguments, options, help. Each verb's work is in commands/<verb>.ts and is
// imported when the verb is used, so that `serve` never loads the compiler and `generate` never the runtime.
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { limits } from "../contract/limits.ts";
import type { ExitCode } from "./exit-code.ts";
import { epilogue, examples, namedSides } from "./help.ts";
import type { Terminal } from "./terminal.ts";

const starting = "Start and change a catalog:";
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

  verb("init", "make a folder a catalog: two tools, tests, CI, client configuration", starting)
    .argument("[folder]", "where; made when it is not there (default: the current folder)")
    .option("--name <name>", "name of the server (default: made from the folder's name)")
    .option("--yes", "also in a folder that holds other files; none of them is overwritten")
    .option("--json", "print what was written as JSON")
    .addHelpText("after", examples(dim, ["pegboard init my-tools", "pegboard init --name notes"]))
    .action(async (folder, options) =>
      finish(await (await import("./commands/init.ts")).init(terminal, folder, options)),
    );

  verb("add", "add a tool that compiles at once, and a handler to fill", starting)
    .addArgument(kindArgument())
    .argument("<name>", "name of the tool, such as note_archive")
    .addOption(catalogOption())
    .option("--family <name>", "family of the tool (default: the one that the name begins with)")
    .option("--tier <name>", "tier of the tool (default: common, else the first)")
    .option("--new-family <title>", "make the family, with this title")
    .option("--json", "print what was written as JSON")
    .addHelpText(
      "after",
      examples(dim, ["pegboard add tool note_archive", 'pegboard add tool tag_list --new-family "Tags"']),
    )
    .action(async (_kind, name, options) =>
      finish(await (await import("./commands/add.ts")).addTool(terminal, name, options)),
    );

  verb("rename", "rename a tool everywhere; its old name keeps working as a deprecated alias", starting)
    .addArgument(kindArgument())
    .argument("<old>", "name of the tool")
    .argument("<new>", "name that it gets")
    .addOption(catalogOption())
    .option("--family <name>", "family that it moves to (default: it stays in its own)")
    .option("--of <system>", "whose name the old one is (default: the server's name)")
    .option(
      "--sunset <date>",
      "first day on which the old name may go (default: after the catalog's grace, 30 days at least)",
    )
    .option("--dry-run", "write nothing; show the change as a diff")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard rename tool note_list note_search --dry-run",
        "pegboard rename tool note_list note_search --sunset 2027-12-01",
      ]),
    )
    .action(async (_kind, old, current, options) =>
      finish(await (await import("./commands/rename.ts")).renameToolCommand(terminal, old, current, options)),
    );

  verb("import", "write YAML for the tools of any MCP server, or of a saved tools/list", starting)
    .argument("[source...]", "a saved tools/list, or - for stdin; with --stdio -- the command that starts the server")
    .option("--stdio", "start the server that the words behind -- name, without a shell")
    .option("--url <url>", "ask a server over Streamable HTTP")
    .option("--env <name...>", "with --stdio: hand these variables on to the server")
    .option("--header-env <name=variable...>", "with --url: send the variable's value as this header")
    .option("--header-file <file>", "with --url: send the headers in this file, one `Name: value` a line")
    .option("--timeout <seconds>", "wait so long for a server (default: 30)", timeoutSeconds)
    .option("--into <folder>", "the project that gets them (default: the current folder)")
    .option("--server <name>", "name of the server (default: what it calls itself, or the file's name)")
    .option("--only <name...>", "only these tools")
    .option("--family <name>", "family of all tools (default: guessed from their names)")
    .option("--dry-run", "write nothing; show what would be written")
    .option("--report <file>", "also write down as a table what could not be kept")
    .option("--json", "print what was written and what could not be kept as JSON")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard import tools.json --into notes --dry-run",
        "pegboard import --into files --stdio -- npx -y @modelcontextprotocol/server-filesystem .",
        "pegboard import --url https://example.com/mcp --header-env Authorization=MY_TOKEN",
      ]),
    )
    .action(async (words, options) =>
      finish(await (await import("./commands/import.ts")).importTools(terminal, words, options)),
    );

  verb("generate", "compile schema/ and write generated/", authoring)
    .addOption(catalogOption())
    .option("--check", "write nothing; show what would change and exit with 1 if anything would")
    .addOption(new Option("--watch", "stay, and do it again at every edit; ends when interrupted").conflicts("check"))
    .addOption(extraOption())
    .option("--no-extra", "none of them any more; what they wrote is removed")
    .addOption(formatOption())
    .option("--json", "print findings and files as JSON: the same as --format json")
    .addHelpText(
      "after",
      examples(dim, ["pegboard generate", "pegboard generate --watch", "pegboard generate --check   # in CI"]),
    )
    .action(async ({ watch, ...options }) =>
      finish(
        watch
          ? await (await import("./commands/watch.ts")).watch(terminal, options)
          : await (await import("./commands/generate.ts")).generate(terminal, options),
      ),
    );

  verb("lint", "check schema/ and print what is wrong", authoring)
    .addOption(catalogOption())
    .option("--fix", "mend what can be mended mechanically; comments and layout stay")
    .option("--dry-run", "with --fix: show what would change, and write nothing")
    .addOption(
      new Option("--level <severity>", "print findings from this severity up (default: warning)").choices([
        "error",
        "warning",
        "info",
      ]),
    )
    .option("--list <file>", "judge a saved tools/list of any server instead of a catalog")
    .option("--target <client...>", "with --list: clients whose limits are errors (default: all that are known)")
    .option("--server <name>", "with --list: name of the server, which clients put before names of tools")
    .addOption(formatOption())
    .option("--json", "print the findings as JSON: the same as --format json")
    .addHelpText(
      "after",
      examples(dim, ["pegboard lint", "pegboard lint --fix --dry-run", "pegboard lint --format sarif > lint.sarif"]),
    )
    .action(async (options) => finish(await (await import("./commands/lint.ts")).lint(terminal, options)));

  verb("tokens", "count what the tools cost a model that is shown them", authoring)
    .addOption(catalogOption())
    .option("--profile <name>", "what this profile lists (default: all profiles, or the catalog's default with --by)")
    .addOption(
      new Option("--by <cut>", "how to cut the cost (default: profile, or tool with --profile)").choices([
        "tool",
        "family",
        "profile",
        "surface",
        "detail",
      ]),
    )
    .addOption(
      new Option("--encoding <name>", "whose tokens").choices(["cl100k_base", "o200k_base"]).default("cl100k_base"),
    )
    .option("--json", "print the numbers as JSON")
    .addHelpText(
      "after",
      examples(dim, ["pegboard tokens", "pegboard tokens --profile core", "pegboard tokens --by detail"]),
    )
    .action(async (options) => finish(await (await import("./commands/tokens.ts")).tokens(terminal, options)));

  verb("diff", "compare schema/ with an older catalog, or any two; say what breaks", authoring)
    .usage("[base] [head] [options]")
    .argument("[catalog...]", "the base and the head; with --against-stdio -- the command that starts the server")
    .addOption(catalogOption())
    .option("--against <base>", "what to compare with (default: the baseline)")
    .option("--head <head>", "what to compare in place of schema/")
    .option("--against-stdio", "compare with the server that the words behind -- start, without a shell")
    .option("--against-url <url>", "compare with a server over Streamable HTTP")
    .option("--env <name...>", "with --against-stdio: hand these variables on to the server")
    .option("--header-env <name=variable...>", "with --against-url: send the variable's value as this header")
    .option("--header-file <file>", "with --against-url: send the headers in this file, one `Name: value` a line")
    .option("--timeout <seconds>", "wait so long for a server (default: 30)", timeoutSeconds)
    .option("--profile <name>", "the profile that stands for a catalog beside a list of tools (default: the catalog's)")
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 from this severity up")
        .choices(["err", "warn", "info", "never"])
        .default("err"),
    )
    .option("--categories <list>", "print and judge only these, such as CALL,RESULT")
    .addOption(
      new Option("--format <form>", "how to print; md is for a pull request's comment")
        .choices(["text", "line", "json", "md", "sarif", "github"])
        .default("text"),
    )
    .option("--json", "the same as --format json")
    .option("--all", "also print changes that touch nobody, such as white space")
    .option("--required-bump", "print only the version bump that the changes need: major, minor, patch or none")
    .option("--changelog [file]", "print what users notice as an entry of a changelog, or put it into this file")
    .option("--accept <fingerprint>", "let a finding pass from now on, with --reason and --until")
    .option("--reason <text>", "with --accept: why")
    .option("--until <date>", "with --accept: the last day, at most a year ahead")
    .option("--rules", "print all rules; compares nothing")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard diff",
        "pegboard diff --against merge-base:origin/main   # in a pull request",
        "pegboard diff v1.0.0 v1.1.0",
        "pegboard diff old.json new.json --fail-on warn   # two saved tools/list",
        "pegboard diff --against-stdio -- node released/server.js",
        "pegboard diff --required-bump",
        'pegboard diff --accept 58b9225fb529 --reason "nobody calls it" --until 2027-06-01',
        "pegboard diff --changelog CHANGELOG.md",
      ]),
    )
    .addHelpText("after", namedSides)
    .action(async (words, options) =>
      finish(await (await import("./commands/diff.ts")).diff(terminal, words, options)),
    );

  verb("baseline", "record schema/ as the released catalog for diff", authoring)
    .addOption(catalogOption())
    .option("--release", "write the baseline; refused when the version bump is too small")
    .option("--json", "print the outcome as JSON")
    .addHelpText("after", examples(dim, ["pegboard baseline --release"]))
    .action(async (options) => finish(await (await import("./commands/baseline.ts")).baseline(terminal, options)));

  verb("build", "bundle the catalog into dist/, to be started with node dist/server.js", authoring)
    .addOption(catalogOption())
    .option("--out <folder>", "where, inside the project", "dist")
    .option("--no-check", "don't run the type checker first")
    .option("--json", "print the outcome as JSON")
    .addHelpText("after", examples(dim, ["pegboard build", "pegboard build --out server --no-check"]))
    .action(async (options) => finish(await (await import("./commands/build.ts")).build(terminal, options)));

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
    .option("--tool-version <number>", "ask for an older version of the tool (default: the current one)", toolVersion)
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
    .option("--surface <how>", "direct, folded, meta or auto: how tools are listed (default: as the profile says)")
    .option("--detail <much>", "compact, full or verbose: how much a listed tool carries")
    .option("--hints <word>", "on or off: whether listed tools say what they may do to the world")
    .addOption(patternOption("--allow", "only tools that match may be called"))
    .addOption(patternOption("--deny", "no tool that matches may be called; wins over --allow"))
    .option(
      "--http <address>",
      "serve over HTTP at PORT or HOST:PORT instead of stdio; MCP is at /mcp, /healthz says ok",
    )
    .option("--token-file <file>", "the bearer token that every HTTP request must carry (default: PEGBOARD_TOKEN)")
    .option("--allow-host <name...>", "further names by which the HTTP server may be asked for")
    .option("--allow-origin <origin...>", "origins whose pages may use the HTTP server")
    .option("--call-timeout <seconds>", "longest time for one call", timeoutSeconds)
    .option("--max-calls <number>", "calls that run at once; 1,000 more wait in line (default: 64)", callCount)
    .option(
      "--errors <form>",
      "result or protocol: declared errors as results, or as JSON-RPC errors with the catalog's numbers; clients of " +
        "SDK 1.x take -32001 for a time-out (default: PEGBOARD_ERRORS, else result)",
    )
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard serve",
        "pegboard serve --surface meta",
        "pegboard serve --profile full --deny '*_delete'",
      ]),
    )
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

/** What is added or renamed: so far there is one kind. */
function kindArgument(): Argument {
  return new Argument("<kind>", "what: tool").choices(["tool"]);
}

function catalogOption(): Option {
  return new Option("--catalog <folder>", "the project (default: the nearest folder upward with schema/catalog.yaml)");
}

function formatOption(): Option {
  return new Option(
    "--format <form>",
    "how to print findings: for people, programs, GitHub Actions, code scanning",
  ).choices(["text", "json", "github", "sarif"]);
}

function extraOption(): Option {
  return new Option(
    "--extra <what...>",
    "also write generated/interop/: tools for a model's API, or Zod schemas; kept up to date from then on",
  ).choices(["anthropic", "openai", "gemini", "zod"]);
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

function toolVersion(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be the number of a version, such as 1.");
}

function callCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number of calls, at least 1.");
}

function timeoutSeconds(text: string): number {
  const value = Number(text);
  const most = Math.floor(limits.deadlineMs / 1000);
  if (value > 0 && value <= most) return value;
  throw new InvalidArgumentError(`It must be a number above 0 and at most ${most}, which is 24 days.`);
}
