// The commands that set up clients and the shell.
import { Argument, Option } from "commander";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import { clientNames, scopes } from "../servers/client-names.ts";
import { numberSettings } from "../settings/numbers.ts";
import { commandGroup, type Declaring } from "./command-group.ts";
import { addLoginCommands, setUp } from "./login-commands.ts";
import { allowOption, denyOption, listingOptions, localCatalogOption, numberReader } from "./options.ts";

const lifetime = { ...numberSettings.days, least: 1, expected: "a number of days, from 1 to 3660" };

export function addSetUpCommands(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, setUp);

  const install = command("install", "configure a client to start the server; shows the change first", [
    "pegboard install claude-code --dry-run",
    "pegboard install cursor --profile core --surface meta",
    "pegboard install vscode --scope project --catalog . --yes",
    "pegboard install claude-code -- --max-calls 8",
  ])
    .addArgument(clientArgument())
    .argument("[words...]", "behind --: further options of `serve`")
    .addOption(
      scopeOption("user: for you, in all folders; project: for all who work on this one; local: for you, in this one"),
    )
    .option("--name <name>", "name of the server in the client (default: the server's own name)")
    .addOption(localCatalogOption());
  listingOptions(install, { profile: "the profile to list", surface: "direct, folded, meta or auto" })
    .addOption(allowOption())
    .addOption(denyOption())
    .option("--config <file>", "the configuration file of `serve`")
    .option("--dry-run", "write nothing; show the change as a diff")
    .option("--yes", "do not ask for confirmation")
    .option("--force", "replace another server of this name")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../verbs/install.ts")).install));

  command("uninstall", "undo install: restore what was there before", [
    "pegboard uninstall cursor",
    "pegboard uninstall vscode --scope project",
  ])
    .addArgument(clientArgument())
    .addOption(scopeOption("the scope it was installed in"))
    .option("--name <name>", "name of the server in the client", "pegboard")
    .option("--dry-run", "write nothing; show the change as a diff")
    .option("--yes", "do not ask for confirmation")
    .option("--force", "remove it even if it was changed since")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../verbs/uninstall.ts")).uninstall));

  command("doctor", "start servers as your clients would, and report what is wrong", [
    "pegboard doctor",
    "pegboard doctor cursor --json",
    "pegboard doctor --config .mcp.json files",
  ])
    .argument("[client...]", "clients (default: all); with --config names of servers in the file (default: all)")
    .addOption(scopeOption("your own files, or those of the current folder, whose servers are then started"))
    .option("--server <name...>", "these servers (default: those that start pegboard)")
    .option("--config <file>", "any file that names servers, in place of the clients' own")
    .option("--timeout <seconds>", "time limit for an answer (default: 30)", numberReader(numberSettings.seconds))
    .option("--clean-env", "start servers with few variables, whatever their client would hand on")
    .option("--no-call", "do not call any tool, not even a read-only one")
    .option("--json", "print everything as JSON")
    .action(run(async () => (await import("../verbs/doctor.ts")).doctor));

  command("token", "make named tokens for clients of a server over HTTP, list and revoke them", [
    "pegboard token create ci --scope notes:read notes:write --days 90",
    "pegboard token list",
    "pegboard token revoke ci --file tokens.json",
  ])
    .addArgument(new Argument("<action>", "what to do").choices(["create", "list", "revoke"]))
    .argument("[name]", "name of the token")
    .option("--file <file>", "the file of tokens (default: tokens.json in your own configuration folder)")
    .option("--scope <scope...>", "with create: what it may do")
    .option("--days <days>", "with create: how long it counts (default: until it is revoked)", numberReader(lifetime))
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("../verbs/token.ts")).token));

  addLoginCommands(declaring);

  command("completion", "print the script that completes commands in your shell", [
    'eval "$(pegboard completion bash)"            # in ~/.bashrc',
    'eval "$(pegboard completion zsh)"             # in ~/.zshrc, after compinit',
    "pegboard completion zsh > ~/.zfunc/_pegboard  # a folder of $fpath",
  ])
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh"]))
    .action(run(async () => (await import("../verbs/complete.ts")).completion));
}

function clientArgument(): Argument {
  // The choices are offered by completion; a name that is none of them gets more than a list.
  return new Argument("<client>", "the client").choices([...clientNames]).argParser((word: string) => {
    if (clientNames.some((name) => name === word)) return word;
    const start = "any other client starts the server with the command: pegboard serve";
    const known = nearHint(word, [...clientNames], `known: ${clientNames.join(", ")}`);
    throw new CliError(`'${word}' is not a known client`, { hint: `${known}; ${start}` });
  });
}

function scopeOption(summary: string): Option {
  return new Option("--scope <scope>", summary).choices([...scopes]).default("user");
}
