// The grammar of the command line: verbs, arguments, options, help. Each verb's work is in commands/<verb>.ts and is
// imported when the verb is used, so that `serve` never loads the compiler and `generate` never the runtime.
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { logLevels } from "../contract/log-level.ts";
import { commandLine } from "../shell/call/own-options.ts";
import { type NumberSetting, numberSettings, readNumber } from "../shell/settings/numbers.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { epilogue, examples, namedSides, settingPlaces } from "./help.ts";
import { addSetupVerbs } from "./setup-verbs.ts";

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
    .usage("<command> [arguments] [options]\n       pegboard [server [tool [arguments]]]")
    // Behind the name of a tool, `call` reads options itself.
    .enablePositionalOptions()
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
        "list",
        "surface",
        "detail",
      ]),
    )
    .addOption(
      new Option("--encoding <name>", "whose tokens").choices(["cl100k_base", "o200k_base"]).default("cl100k_base"),
    )
    .option("--check", "fail when a profile is over its budget")
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

  verb("usage", "say which old names, params and versions are still used, and which may go", authoring)
    .addOption(catalogOption())
    .option("--since <date>", "count only from this day on, such as 2026-11-01")
    .option(
      "--quiet-days <number>",
      "days without use after which something may go (default: 30)",
      numberReader(numberSettings.days),
    )
    .option("--prune", "put the counters of past days together; drop those of what is not in the catalog any more")
    .option("--json", "print everything as JSON")
    .addHelpText("after", examples(dim, ["pegboard usage", "pegboard usage --since 2026-11-01 --json"]))
    .action(async (options) => finish(await (await import("./commands/usage.ts")).usage(terminal, options)));

  verb("build", "bundle the catalog into dist/, to be started with node dist/server.js", authoring)
    .addOption(catalogOption())
    .option("--out <folder>", "where, inside the project", "dist")
    .option("--no-check", "don't run the type checker first")
    .option("--json", "print the outcome as JSON")
    .addHelpText("after", examples(dim, ["pegboard build", "pegboard build --out server --no-check"]))
    .action(async (options) => finish(await (await import("./commands/build.ts")).build(terminal, options)));

  sourceOptions(verb("servers", "list the servers there are to speak to; starts none", using), { isServerNamed: false })
    .option("--json", "print everything known as JSON")
    .addHelpText("after", examples(dim, ["pegboard servers", "pegboard servers --config .mcp.json --json"]))
    .action(async (options) => finish(await (await import("../shell/verbs/servers.ts")).servers(terminal, options)));

  sourceOptions(verb("tools", "list the tools of the catalog, or of a server", using))
    .option("--family <name>", "only this family of the catalog")
    .option("--profile <name>", "only what this profile of the catalog lists")
    .option("--json", "print everything known as JSON")
    .addHelpText(
      "after",
      examples(dim, ["pegboard tools", "pegboard tools --profile full --json", "pegboard tools --server github"]),
    )
    .action(async (options) => finish(await (await import("../shell/verbs/tools.ts")).tools(terminal, options)));

  sourceOptions(verb("describe", "show one tool: params, result, old names", using))
    .argument("<tool>", "name of a tool; in the catalog, an old name too")
    .option("--json", "print everything known as JSON")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard describe <tool>",
        "pegboard describe <tool> --json",
        "pegboard describe --server github search_code",
      ]),
    )
    .action(async (tool, options) =>
      finish(await (await import("../shell/verbs/describe.ts")).describe(terminal, tool, options)),
    );

  sourceOptions(verb("call", "call one tool: of the catalog, in this process, or of a server", using), {
    config: "with --server: the file that names the servers; else the configuration file (default: PEGBOARD_CONFIG)",
  })
    .argument("<tool>", "name of a tool; in the catalog, an old name too")
    .argument(
      "[arguments...]",
      "a JSON object, key=text, key:=json, key@=file, --param value, @file with a JSON object, or - for stdin",
    )
    .option("--out <file>", "write the result into this file; images and sounds as what they are")
    .option("--path <field>", "print only this field of the result, such as items[0].id")
    .option("--json", "print the whole result as JSON")
    .option("--dry-run", "print the call that would be made, and make none")
    .option("--no-validate", "send arguments to a server as they are")
    .option("--yes", "run what may change something without asking")
    .addOption(patternOption("--allow", "catalog: only tools that match; servers: run SERVER/TOOL unasked"))
    .addOption(patternOption("--deny", "no tool that matches, TOOL or SERVER/TOOL; wins over all"))
    .option("--session <handle>", "handle of an open session of the catalog (default: PEGBOARD_SESSION)")
    .option("--tool-version <number>", "ask for an older version of the tool (default: the current one)", toolVersion)
    .addOption(logLevelOption())
    // What stands behind the tool's name is read with the tool's schema at hand: shell/call-words.ts.
    .passThroughOptions()
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard call <tool> title='Ports' limit:=3",
        "pegboard call <tool> --title Ports --limit 3 --tag a --tag b",
        'pegboard call <tool> \'{"title": "Ports", "limit": 3}\'',
        "pegboard call <tool> @arguments.json --json",
        "pegboard call --server github search_code query=auth --path items[0].path",
      ]),
    )
    .addHelpText("after", settingPlaces)
    .action(async (tool, words, _options, command) =>
      finish(await (await import("../shell/verbs/call.ts")).call(terminal, tool, words, commandLine(command))),
    );

  sourceOptions(verb("search", "find tools by what they are for, over all servers", using), {
    server: "only this server (default: the catalog and every server of the user's configuration files)",
  })
    .argument("<words...>", "what the tool should do, or its name")
    .addOption(
      new Option("--limit <number>", "how many tools are shown")
        .default(10)
        .argParser(numberReader(numberSettings.calls)),
    )
    .option("--json", "print everything found as JSON")
    .addHelpText("after", examples(dim, ["pegboard search create issue", "pegboard search --server github branches"]))
    .action(async (words, options) =>
      finish(await (await import("../shell/verbs/search.ts")).search(terminal, words, options)),
    );

  sourceOptions(verb("resources", "list what servers offer to be read", using), {
    server: "a server (default: the catalog; with --config or --bridge, all)",
  })
    .option("--templates", "the forms of resources, not the resources")
    .option("--json", "print everything known as JSON")
    .addHelpText("after", examples(dim, ["pegboard resources", "pegboard resources --server files --templates"]))
    .action(async (options) =>
      finish(await (await import("../shell/verbs/resources.ts")).resources(terminal, options)),
    );

  readOptions(verb("read", "read one resource: text to stdout, bytes into a file", using))
    .argument("<uri>", "of the resource, such as pegboard://guide")
    .addHelpText(
      "after",
      examples(dim, ["pegboard read pegboard://guide", "pegboard read --server maps map://1 --out m.png"]),
    )
    .action(async (uri, options) =>
      finish(await (await import("../shell/verbs/read.ts")).read(terminal, uri, options)),
    );

  readOptions(verb("resource", "list of all servers, templates or read, as tool-cli spells it", using))
    .addArgument(new Argument("<what>", "what to do").choices(["list", "templates", "read"]))
    .argument("[uri]", "with read: of the resource")
    .addHelpText("after", examples(dim, ["pegboard resource list", "pegboard resource read pegboard://guide"]))
    .action(async (what, uri, options, command) => {
      if (what === "read") {
        if (uri === undefined) command.missingArgument("uri");
        finish(await (await import("../shell/verbs/read.ts")).read(terminal, uri, options));
        return;
      }
      const { resources } = await import("../shell/verbs/resources.ts");
      finish(
        await resources(terminal, { ...options, ofAll: true, ...(what === "templates" ? { templates: true } : {}) }),
      );
    });

  verb("serve", "serve the tools to an MCP client over stdio", using)
    .addOption(localCatalogOption())
    .option("--profile <name>", "what to list (default: PEGBOARD_PROFILE, else the catalog's default)")
    .option(
      "--surface <how>",
      "direct, folded, meta or auto (direct up to 40 tools and 10,000 tokens, else meta): how tools are listed",
    )
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
    .option("--no-http", "serve over stdio, whatever the configuration file says")
    .option("--call-timeout <seconds>", "longest time for one call", timeoutSeconds)
    .option("--drain <seconds>", "how long running calls may go on at the end (default: 5)", timeoutSeconds)
    .option("--max-calls <number>", "calls that run at once (default: 64)", numberReader(numberSettings.calls))
    .option("--max-waiting <number>", "calls that wait in line (default: 1,000)", numberReader(numberSettings.waiting))
    .option(
      "--max-result <bytes>",
      "longest result; more is cut to fit (default: 262144)",
      numberReader(numberSettings.bytes),
    )
    .option(
      "--errors <form>",
      "result or protocol: declared errors as results, or as JSON-RPC errors with the catalog's numbers; clients of " +
        "SDK 1.x take -32001 for a time-out (default: PEGBOARD_ERRORS, else result)",
    )
    .addOption(logLevelOption())
    .addOption(configOption())
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard serve",
        "pegboard serve --surface meta",
        "pegboard serve --profile full --deny '*_delete'",
      ]),
    )
    .addHelpText("after", settingPlaces)
    .action(async (options) => finish(await (await import("../shell/verbs/serve.ts")).serve(terminal, options)));

  verb("bridge", "serve the tools to other programs on this machine, as tool-cli does, or to one command", using)
    .usage("[options] [-- command...]")
    .argument("[command...]", "behind --: a command that gets the bridge's variables; the bridge ends with it")
    .addOption(localCatalogOption())
    .addOption(serversOption())
    .option("--servers <name...>", "only these servers")
    .option("--port <number>", "where to listen on loopback (default: any that is free)", bridgePort)
    .option("--token-file <file>", "put the token into this file, for its owner only, and not into variables")
    .addOption(ruleOption("--allow", "tools that run though they do not say that they only read"))
    .addOption(ruleOption("--deny", "tools that never run; wins over everything"))
    .option("--yes", "everything runs that is not denied")
    .option("--call-timeout <seconds>", "longest time for one call (default: 300)", timeoutSeconds)
    .option("--json", "print port, token and variables as JSON")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard bridge -- bash                     # a shell in which `pegboard` and tool-cli find it",
        'eval "$(pegboard bridge &)"                 # the same for the shell you are in',
        "pegboard bridge --allow 'notes/*' --deny '*/delete_*' -- node agent.js",
      ]),
    )
    .action(async (words, options, command) => {
      // A script whose command is empty by mistake would wait for ever. commander drops the dashes from the words; where it
      // keeps them, it does not declare it.
      const { rawArgs = [] } = program as Command & { readonly rawArgs?: readonly string[] };
      if (words.length === 0 && rawArgs.at(-1) === "--") command.error("error: behind -- stands no command");
      finish(await (await import("../shell/verbs/bridge.ts")).bridge(terminal, words, options));
    });

  addSetupVerbs(terminal, verb, finish, {
    program,
    catalog: localCatalogOption(),
    allow: patternOption("--allow", "only tools that match may be called"),
    deny: patternOption("--deny", "no tool that matches may be called; wins over --allow"),
    seconds: timeoutSeconds,
  });

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

/** Where the tools are that a command is about. */
function sourceOptions(
  command: Command,
  texts: { readonly isServerNamed?: false; readonly server?: string; readonly config?: string } = {},
): Command {
  if (texts.isServerNamed !== false) {
    command.option("--server <name>", texts.server ?? "a server that `pegboard servers` lists (default: the catalog)");
  }
  return command
    .addOption(localCatalogOption())
    .option("--config <file>", texts.config ?? "only the servers that this file names (default: the user's own files)")
    .option("--bridge <address>", "a running bridge, at PORT or HOST:PORT (default: TOOL_CLI_PORT where that is set)")
    .option("--timeout <seconds>", "give up after so long, with exit code 7", timeoutSeconds);
}

function readOptions(command: Command): Command {
  return sourceOptions(command, { server: "a server (default: the only one there is, else the catalog)" })
    .option("--out <file>", "write it into this file; bytes go nowhere else")
    .option("--path <field>", "print only this field of the answer, such as contents[0].mimeType")
    .option("--meta", "print only what is known of it, and how many bytes it has")
    .option("--json", "print the whole answer as JSON");
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

/** May be given several times. */
function serversOption(): Option {
  return new Option(
    "--config <file>",
    "a file that names MCP servers, as Claude Code, Cursor or VS Code write it; may be repeated (default: your own)",
  ).argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
}

/** May be given several times. */
function ruleOption(flag: string, summary: string): Option {
  return new Option(`${flag} <server/tool>`, `${summary} (* is any text); may be repeated`).argParser(
    (value: string, before: string[] | undefined) => [...(before ?? []), value],
  );
}

function bridgePort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("It must be a port, such as 7179, or 0 for any.");
}

function toolVersion(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be the number of a version, such as 1.");
}

function logLevelOption(): Option {
  const levels = logLevels.join(", ");
  return new Option("--log-level <level>", `what goes to stderr: ${levels} (default: PEGBOARD_LOG, else warn)`);
}

function configOption(): Option {
  return new Option("--config <file>", "the configuration file (default: PEGBOARD_CONFIG, else see below)");
}

function timeoutSeconds(text: string): number {
  return numberReader(numberSettings.seconds)(text);
}

function numberReader(setting: NumberSetting): (text: string) => number {
  return (text) => {
    const value = readNumber(text, setting);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`It must be ${setting.expected}.`);
  };
}
