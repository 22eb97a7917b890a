// The command about the servers that are configured: it lists them, and changes where clients have them.
import { Argument, type Command, Option } from "commander";
import { clientNames, scopes } from "../servers/client-names.ts";
import type { ChangeServersOptions } from "../verbs/change-servers.ts";
import type { SyncOptions } from "../verbs/sync-servers.ts";
import { commandGroup, type Declaring } from "./command-group.ts";
import { adHocOptions, sourceOptions } from "./options.ts";

/** Of the group of commands that it stands in. */
export const useTitle = "Use a catalog:";

export function addServersCommand(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, useTitle);
  const servers = command("servers", "list the servers that are configured; add, remove, rename, copy and stop them", [
    "pegboard servers",
    "pegboard servers --config .mcp.json --json",
    "pegboard servers add docs --url https://example.com/mcp --header-env Authorization=DOCS_TOKEN",
    "pegboard servers add files --stdio -- npx -y @modelcontextprotocol/server-filesystem .",
    "pegboard servers rename files home",
    "pegboard servers sync --from cursor --to claude-code,codex",
    "pegboard servers stop                        # those that were kept running since the last calls",
  ]);
  adHocOptions(sourceOptions(servers, { isServerNamed: false }))
    .addArgument(new Argument("[action]", "what to do (default: list them, and start none)").choices(actions))
    .argument("[server...]", "names of servers; with sync, none means all; with add --stdio --, a name and the command")
    .addOption(new Option("--from <client>", "with sync: the client that has the servers").choices([...clientNames]))
    .option("--to <clients>", "with sync: the clients that get them, separated by commas")
    .addOption(
      new Option("--scope <scope>", "with sync: which files, of all clients alike")
        .choices([...scopes])
        .default("user"),
    )
    .option("--dry-run", "with an action: write nothing; show the change as a diff")
    .option("--yes", "with sync: do not ask for confirmation")
    .option("--force", "with sync and add: replace other servers of the same names")
    .option("--json", "print everything known, or the outcome, as JSON")
    .action((action: Action | undefined, names: readonly string[], options: Options, self: Command) => {
      const flags = flagsFor(action);
      const odd = allFlags.find((name) => Object.hasOwn(options, name) && !flags.includes(name));
      if (odd !== undefined) {
        const command = action === undefined ? "servers" : `servers ${action}`;
        self.error(`error: '${command}' takes no ${flagOf(odd)}`);
      }
      if (action === undefined) return run(async () => (await import("../verbs/servers.ts")).servers)(options);
      if (action === "sync") {
        return run(async () => (await import("../verbs/sync-servers.ts")).syncServers)(names, options);
      }
      if (action === "running" || action === "stop") {
        if (names.length > 0) self.error(`error: 'servers ${action}' takes no names`);
        return run(async () => (await import("../verbs/running-servers.ts")).runningServers)(action, options);
      }
      return run(async () => (await import("../verbs/change-servers.ts")).changeServers)(action, names, options);
    });
}

const actions = ["add", "remove", "rename", "sync", "running", "stop"] as const;
type Action = (typeof actions)[number];
type Options = SyncOptions & ChangeServersOptions;

/** Options that do not mean something with every action, by the names that the parser gives them. */
const allFlags = ["from", "to", "dryRun", "yes", "force", "url", "stdio", "env", "headerEnv", "headerFile"] as const;

function flagsFor(action: Action | undefined): readonly (typeof allFlags)[number][] {
  switch (action) {
    case undefined:
    case "running":
    case "stop":
      return [];
    case "sync":
      return ["from", "to", "dryRun", "yes", "force"];
    case "add":
      return ["dryRun", "force", "url", "stdio", "env", "headerEnv", "headerFile"];
    default:
      return ["dryRun"];
  }
}

/** "dryRun" → "--dry-run" */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
