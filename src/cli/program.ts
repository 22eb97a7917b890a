// The command line: the program, its groups of commands, its help. Each command's work is in commands/<name>.ts or
// shell/verbs/<name>.ts.
import { Command } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { commandGroup } from "../shell/program/command-group.ts";
import { addSetUpCommands } from "../shell/program/set-up-commands.ts";
import { addUseCommands } from "../shell/program/use-commands.ts";
import { type ExitCode, exitCodeTexts } from "../terminal/exit-code.ts";
import { type Colors, type Terminal, write } from "../terminal/terminal.ts";
import { addWorkbenchCommands, workbenchVerbs } from "../workbench/commands.ts";
import { addStartCommands } from "./program/start-commands.ts";
import { addWriteCommands } from "./program/write-commands.ts";

const learning = "Learn more:";

/** Groups of commands in the order of the help, with their commands. */
const groups = [
  { verbs: ["init", "add", "rename", "import", "client"], declare: addStartCommands },
  {
    verbs: ["generate", "dev", "lint", "tokens", "diff", "history", "baseline", "usage", "build"],
    declare: addWriteCommands,
  },
  {
    verbs: [
      "servers",
      "tools",
      "describe",
      "call",
      "search",
      "resources",
      "read",
      "resource",
      "prompts",
      "lock",
      "approve",
      "replay",
      "serve",
      "bridge",
    ],
    declare: addUseCommands,
  },
  { verbs: workbenchVerbs, declare: addWorkbenchCommands },
  {
    verbs: ["install", "uninstall", "doctor", "token", "login", "logout", "whoami", "completion"],
    declare: addSetUpCommands,
  },
] as const;

/** Is the word a command of a group, so that the groups beside it need not be declared? */
export function isGrouped(word: string | undefined): word is string {
  return groups.some(({ verbs }) => verbs.some((verb) => verb === word));
}

/**
 * @param finish gets the exit code of the command that ran
 * @param only declares the group of this command and nothing else; default: everything
 * @throws CommanderError for usage errors and for --help and --version (exitCode 0), instead of ending the process
 */
export function createProgram(terminal: Terminal, finish: (code: ExitCode) => void, only?: string): Command {
  const program = new Command("pegboard");
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
    .configureHelp({ styleTitle: terminal.colors.bold, subcommandTerm })
    .configureOutput({
      writeOut: (text) => write(terminal.stdout, text),
      // main prints the error itself, in one form for all sorts.
      writeErr: () => undefined,
      getOutHelpWidth: () => Math.min(terminal.columns ?? 100, 110),
      getOutHasColors: () => terminal.colors.isColorSupported,
      getErrHasColors: () => terminal.errorColors.isColorSupported,
    })
    .addHelpText("after", () => epilogue(terminal.colors));
  const declaring = { program, terminal, finish };
  for (const { verbs, declare } of groups) {
    if (only === undefined || verbs.some((verb) => verb === only)) declare(declaring);
  }
  const { command, run } = commandGroup(declaring, learning);
  command("explain", "explain a finding and how to fix it", [
    "pegboard explain unknown-type",
    "pegboard explain tool-removed",
  ])
    .argument("[code]", "code of a finding or id of a diff rule (default: list all)")
    .option("--json", "print it as JSON")
    .action(run(async () => (await import("./commands/explain.ts")).explain));
  return program;
}

/** `call <tool> [arguments...]`: every command has options, so they are not worth naming each time. */
function subcommandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(" ");
}

/** What stands below the list of commands. */
function epilogue({ bold, dim }: Colors): string {
  const lines = [
    "",
    bold("Start here:"),
    `  pegboard init my-tools                ${dim("# a catalog of your own, with tests and CI")}`,
    `  pegboard tools                        ${dim("# the tools of the catalog")}`,
    `  pegboard describe <tool>              ${dim("# params and result of one tool")}`,
    `  pegboard                              ${dim("# all servers; then pegboard <server> <tool>")}`,
    `  pegboard serve                        ${dim("# what an MCP client starts")}`,
    `  pegboard generate --check             ${dim("# is generated/ up to date with schema/?")}`,
    "",
    bold("Environment:"),
    "  PEGBOARD_PROFILE  what `serve` lists; --profile overrides it",
    "  PEGBOARD_SESSION  session handle for `call` and `serve` over stdio; --session of `call` overrides it",
    "  PEGBOARD_CONFIG   configuration file of `serve` and `call`; --config overrides it",
    "  PEGBOARD_LOG      what is logged to stderr: debug, info, warn (default), error or silent",
    "  PEGBOARD_USAGE    folder for the counters of old names, or off",
    "  PEGBOARD_DB       database file of the workbench",
    "  PEGBOARD_USER     who uses the workbench, for organisations (default: the name that the system gives)",
    "  PEGBOARD_ACTIVITY_DAYS  days that the workbench keeps its activity log (default 365), or forever",
    "  PEGBOARD_VAULT_HOURS  hours until an unlocked vault locks by itself (default 8)",
    "  PEGBOARD_VAULT_PASSPHRASE_FILE  file with the passphrase for a server that no person unlocks; see docs/vault.md",
    "  PEGBOARD_EMBEDDINGS_URL  provider of embeddings for the workbench's recall, with PEGBOARD_EMBEDDINGS_MODEL; see docs/recall.md",
    "  PEGBOARD_CHAT_URL  chat model for the workbench's upkeep of memories, with PEGBOARD_CHAT_MODEL; see docs/memory.md",
    "  PEGBOARD_AUDIT    file for the audit of calls, or off",
    "  PEGBOARD_CACHE    off: `generate` compiles even if nothing has changed since its last run",
    "  TOOL_CLI_PORT     port of a running bridge to use; also TOOL_CLI_HOST, TOOL_CLI_TOKEN, TOOL_CLI_TIMEOUT_MS",
    "  NO_COLOR          no colours",
    "",
    bold("Exit codes:"),
    ...exitCodeTexts.map(([code, text]) => `  ${String(code).padStart(3)}  ${text}`),
  ];
  return lines.join("\n");
}
