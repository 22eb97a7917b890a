// The command about the servers that are configured: it lists them, and changes where clients have them.
import { Argument, type Command, Option } from "commander";
import { clientNames, scopes } from "../servers/client-names.ts";
import type { SyncOptions } from "../verbs/sync-servers.ts";
import { commandGroup, type Declaring } from "./command-group.ts";
import { sourceOptions } from "./options.ts";

/** Of the group of commands that it stands in. */
export const useTitle = "Use a catalog:";

export function addServersCommand(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, useTitle);
  const servers = command("servers", "list the servers that are configured; or copy them to other clients", [
    "pegboard servers",
    "pegboard servers --config .mcp.json --json",
    "pegboard servers sync --from cursor --to claude-code,codex",
  ]);
  sourceOptions(servers, { isServerNamed: false })
    .addArgument(new Argument("[action]", "what to do (default: list them, and start none)").choices(["sync"]))
    .argument("[server...]", "with sync: only these (default: all of the client)")
    .addOption(new Option("--from <client>", "with sync: the client that has the servers").choices([...clientNames]))
    .option("--to <clients>", "with sync: the clients that get them, separated by commas")
    .addOption(
      new Option("--scope <scope>", "with sync: which files, of all clients alike")
        .choices([...scopes])
        .default("user"),
    )
    .option("--dry-run", "with sync: write nothing; show the change as a diff")
    .option("--yes", "with sync: do not ask for confirmation")
    .option("--force", "with sync: replace other servers of the same names")
    .option("--json", "print everything known, or the outcome, as JSON")
    .action((action: string | undefined, names: readonly string[], options: SyncOptions, self: Command) =>
      action === "sync"
        ? run(async () => (await import("../verbs/sync-servers.ts")).syncServers)(names, options)
        : run(async () => (await import("../verbs/servers.ts")).servers)(withoutSync(options, self)),
    );
}

/** Options that only mean something with `sync` are refused where nothing is copied. */
function withoutSync(options: object, self: Command): object {
  const odd = ["from", "to", "dryRun", "yes", "force"].find((name) => Object.hasOwn(options, name));
  if (odd === undefined) return options;
  const flag = odd === "dryRun" ? "--dry-run" : `--${odd}`;
  self.error(`error: ${flag} needs an action, such as: pegboard servers sync --from cursor --to codex`);
}
