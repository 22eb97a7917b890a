// The verbs that set up clients and the shell.
import { Argument, type Command, Option } from "commander";
import type { ClientName, Scope } from "../shell/install/clients.ts";
import type { ExitCode } from "../terminal/exit-code.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { examples } from "./help.ts";

const setting = "Set up clients and the shell:";
// Not from install/clients.ts, which reads the disk: the help of every command passes here.
const clientNames: readonly ClientName[] = ["claude-code", "cursor", "vscode"];
const scopeNames: readonly Scope[] = ["user", "project"];

/**
 * @param verb adds a command
 * @param finish gets the exit code of the command that ran
 * @param shared options that other verbs have too
 */
export function addSetupVerbs(
  terminal: Terminal,
  verb: (name: string, summary: string, group: string) => Command,
  finish: (code: ExitCode) => void,
  shared: {
    readonly program: Command;
    readonly catalog: Option;
    readonly allow: Option;
    readonly deny: Option;
    readonly seconds: (text: string) => number;
  },
): void {
  const { dim } = terminal.colors;

  verb("install", "let Claude Code, Cursor or VS Code start the server; shows the change first", setting)
    .addArgument(clientArgument())
    .argument("[words...]", "behind --: further options of `serve`")
    .addOption(scopeOption("for you, in all folders; or for this project, for all who work on it"))
    .option("--name <name>", "what the client calls the server (default: the server's own name)")
    .addOption(shared.catalog)
    .option("--profile <name>", "what to list")
    .option("--surface <how>", "direct, folded, meta or auto: how tools are listed")
    .option("--detail <much>", "compact, full or verbose: how much a listed tool carries")
    .option("--hints <word>", "on or off: whether listed tools say what they may do to the world")
    .addOption(shared.allow)
    .addOption(shared.deny)
    .option("--config <file>", "the configuration file of `serve`")
    .option("--dry-run", "write nothing; show the change as a diff")
    .option("--yes", "don't ask")
    .option("--force", "replace another server of this name")
    .option("--json", "print the outcome as JSON")
    .addHelpText(
      "after",
      examples(dim, [
        "pegboard install claude-code --dry-run",
        "pegboard install cursor --profile core --surface meta",
        "pegboard install vscode --scope project --catalog . --yes",
        "pegboard install claude-code -- --max-calls 8",
      ]),
    )
    .action(async (client, words, options) =>
      finish(await (await import("../shell/verbs/install.ts")).install(terminal, client, words, options)),
    );

  verb("uninstall", "undo install: put back what was there before", setting)
    .addArgument(clientArgument())
    .addOption(scopeOption("where it was put"))
    .option("--name <name>", "what the client calls the server", "pegboard")
    .option("--dry-run", "write nothing; show the change as a diff")
    .option("--yes", "don't ask")
    .option("--force", "take it out even if it was changed since")
    .option("--json", "print the outcome as JSON")
    .addHelpText("after", examples(dim, ["pegboard uninstall cursor", "pegboard uninstall vscode --scope project"]))
    .action(async (client, options) =>
      finish(await (await import("../shell/verbs/uninstall.ts")).uninstall(terminal, client, options)),
    );

  verb("doctor", "start servers as your clients would, and say what is wrong", setting)
    .argument("[client...]", "clients (default: all); with --config names of servers in the file (default: all)")
    .addOption(scopeOption("your own files, or those of the current folder, whose servers are then started"))
    .option("--server <name...>", "these servers (default: those that start pegboard)")
    .option("--config <file>", "any file that names servers, in place of the clients' own")
    .option("--timeout <seconds>", "wait so long for an answer (default: 30)", shared.seconds)
    .option("--no-call", "call no tool, not even one that only reads")
    .option("--json", "print everything as JSON")
    .addHelpText(
      "after",
      examples(dim, ["pegboard doctor", "pegboard doctor cursor --json", "pegboard doctor --config .mcp.json files"]),
    )
    .action(async (names, options) =>
      finish(await (await import("../shell/verbs/doctor.ts")).doctor(terminal, names, options)),
    );

  verb("completion", "print the script that completes commands in your shell", setting)
    .addArgument(new Argument("<shell>", "which").choices(["bash", "zsh"]))
    .addHelpText(
      "after",
      examples(dim, [
        'eval "$(pegboard completion bash)"            # in ~/.bashrc',
        'eval "$(pegboard completion zsh)"             # in ~/.zshrc, after compinit',
        "pegboard completion zsh > ~/.zfunc/_pegboard  # a folder of $fpath",
      ]),
    )
    .action(async (shell) => finish(await (await import("../shell/verbs/completion.ts")).completion(terminal, shell)));

  shared.program
    .command("__complete", { hidden: true })
    .description("what the shell's script asks")
    .argument("[words...]")
    .action(async (words) =>
      finish(await (await import("../shell/verbs/complete.ts")).completeWords(terminal, shared.program, words)),
    );
}

function clientArgument(): Argument {
  return new Argument("<client>", "which").choices([...clientNames]);
}

function scopeOption(summary: string): Option {
  return new Option("--scope <scope>", summary).choices([...scopeNames]).default("user");
}
