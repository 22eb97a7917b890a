// Commands of the workbench itself: what people do with its data beside calling its tools. The command line declares them like its
// own; only their work, loaded when they are used, knows the workbench.
import { Argument } from "commander";
import { commandGroup, type Declaring } from "../shell/program/command-group.ts";

export const workbenchVerbs = ["adr"] as const;

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
}
