// Commands of the workbench itself: what people do with its data beside calling its tools. The command line declares them like its
// own; only their work, loaded when they are used, knows the workbench.
import { Argument, Option } from "commander";
import { commandGroup, type Declaring } from "../shell/program/command-group.ts";

export const workbenchVerbs = ["adr", "import-tasks", "board", "pack", "memories", "import-memories", "vault"] as const;

const memorySources = ["memory-server", "basic-memory", "mem0", "ai-memory"] as const;

/** What `memory` is followed by where it is not the name of a server, which many servers have. */
export const memoryActions = ["export", "import", "browse"] as const;

export function addWorkbenchCommands(declaring: Declaring): void {
  const { command, run } = commandGroup(declaring, "Work with the workbench:");

  command("adr", "decide on decisions (ADRs), and keep them as Markdown files", [
    "pegboard adr list --project Atlas",
    "pegboard adr accept ADR-0007 --project Atlas",
    "pegboard adr supersede ADR-0003 --by ADR-0007 --project Atlas",
    "pegboard adr export --project Atlas",
    "pegboard adr import docs/adr --project Atlas --dry-run",
  ])
    .addArgument(
      new Argument("<action>", "what to do").choices([
        ...["list", "accept", "reject", "supersede", "deprecate", "export", "import"],
      ]),
    )
    .argument("[subject]", "the decision, by number or id; with export and import the folder (default: docs/adr)")
    .option("--project <project>", "project of the decisions (default: those of no project)")
    .option("--by <decision>", "with supersede: the accepted decision that takes its place")
    .option("--dry-run", "with export and import: write nothing, tell what would be done")
    .option("--force", "with export: overwrite what was edited; with import: the files count where both changed")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("./adr/adr.ts")).adr));

  command("import-tasks", "take over tasks of Task Master, a Markdown check list or GitHub issues, each once", [
    "pegboard import-tasks .taskmaster/tasks/tasks.json --project Atlas",
    "pegboard import-tasks TODO.md --project Atlas --yes",
    "gh issue list --json number,title,body,state,labels,assignees,milestone,url | pegboard import-tasks - --project Atlas",
  ])
    .argument("<file>", "tasks.json, a Markdown file or issues as JSON; - for stdin")
    .requiredOption("--project <project>", "project that the tasks go to")
    .addOption(
      new Option("--from <form>", "form of the file (default: what it looks like)").choices([
        ...["task-master", "markdown", "github"],
      ]),
    )
    .option("--yes", "write them; without it nothing is written and what would be is shown")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("./tasks/import-tasks.ts")).importTasks));

  command("board", "show the tasks of a project as columns", [
    "pegboard board --project Atlas",
    "pegboard board --project Atlas --json",
  ])
    .requiredOption("--project <project>", "the project")
    .option("--assignee <name>", "only tasks of this agent or person")
    .option("--json", "print the tasks as JSON")
    .action(run(async () => (await import("./tasks/board.ts")).board));

  command("pack", "write a context pack into one file, or make one of such a file", [
    "pegboard pack export Bridge bridge.json",
    "pegboard pack import bridge.json",
    "pegboard pack import bridge.json --as 'Bridge of the others' --yes",
  ])
    .addArgument(new Argument("<action>", "what to do").choices(["export", "import"]))
    .argument("<subject>", "with export the pack, by name or id; with import the file, - for stdin")
    .argument("[file]", "with export: where to write it (default: stdout)")
    .option("--as <name>", "with import: what the pack is called here (default: as in the file)")
    .option("--force", "with export: replace the file")
    .option("--yes", "with import: write it; without it nothing is written and what would be is shown")
    .option("--json", "with import: print the outcome as JSON")
    .action(run(async () => (await import("./packs/pack.ts")).pack));

  command("import-memories", "take over what another program remembers, each memory once", [
    "pegboard import-memories memory.json --from memory-server",
    "pegboard import-memories ~/basic-memory --from basic-memory --namespace notes --yes",
    "pegboard import-memories mem0.json --from mem0 --yes",
    "pegboard import-memories ~/.local/share/ai-memory/ai-memory.db --from ai-memory --yes",
  ])
    .argument("<path>", "the file, or with basic-memory the folder; - for stdin")
    .addOption(
      new Option("--from <program>", "whose it is: the official memory server, basic-memory, mem0 or ai-memory")
        .choices([...memorySources])
        .makeOptionMandatory(),
    )
    .option("--namespace <namespace>", "where memories go that have no namespace (default: import/<program>)")
    .option("--yes", "write them; without it nothing is written and what would be is shown")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("./memory/import-memories.ts")).importMemories));

  command("memories", "read and edit memories: in the terminal, or as Markdown files whose edits are taken over", [
    "pegboard memories export notes",
    "pegboard memories import notes --dry-run",
    "pegboard memories import notes",
    "pegboard memories browse harbour",
  ])
    .addArgument(new Argument("<action>", "what to do").choices([...memoryActions]))
    .argument("[subject]", "the folder of the files; with browse what title or text contains")
    .option("--dry-run", "write nothing, show what would be done")
    .option("--force", "with export: overwrite what was edited; with import: the files count where both changed")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("./memory/memory.ts")).memory));

  command("vault", "create, unlock and lock the vault that encrypts memories and tasks", [
    "pegboard vault create",
    "pegboard vault unlock --hours 2",
    "pegboard vault status",
    "pegboard vault lock",
    "pegboard vault unlock < passphrase.txt",
  ])
    .addArgument(
      new Argument("<action>", "what to do; passphrase changes the passphrase").choices([
        ...["create", "unlock", "lock", "status", "passphrase"],
      ]),
    )
    .option("--hours <hours>", "with unlock and create: until it locks by itself (default: 8, or PEGBOARD_VAULT_HOURS)")
    .option("--json", "print the outcome as JSON")
    .action(run(async () => (await import("./vault/vault.ts")).vault));
}
