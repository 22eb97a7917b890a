import { visible } from "../../diagnostics/display-text.ts";
import type { Deps } from "../../handlers/deps.ts";
import type { ChangedDecision, Verdict } from "../../services/decisions/change-decision.ts";
import type { Decision } from "../../services/decisions/decision.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { foundOne, projectNamed } from "../find-one.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";
import { exportFolder } from "./export-folder.ts";
import { importFolder } from "./import-folder.ts";

export interface AdrOptions {
  readonly project?: string;
  readonly by?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Of one file or decision, as it is printed. */
export interface AdrOutcome {
  readonly name: string;
  readonly outcome: string;
  readonly detail?: string;
}

const defaultFolder = "docs/adr";

export async function adr(
  terminal: Terminal,
  action: "list" | "export" | "import" | Verdict,
  subject: string | undefined,
  options: AdrOptions,
): Promise<ExitCode> {
  return await withWorkbench(terminal, async (deps) => {
    const project = options.project === undefined ? undefined : await projectNamed(deps, options.project);
    const place = { projectId: project?.id ?? null, folder: subject ?? defaultFolder };
    switch (action) {
      case "list":
        return await list(terminal, deps, place.projectId, options);
      case "export":
        return report(terminal, await exportFolder(terminal, deps, { ...options, ...place }), options);
      case "import":
        return report(terminal, await importFolder(terminal, deps, { ...options, ...place }), options);
      default:
        if (subject === undefined) throw new CliError(`'adr ${action}' needs the number or the id of a decision`);
        return await decide(terminal, deps, { action, subject, projectId: place.projectId }, options);
    }
  });
}

async function list(terminal: Terminal, { decisions }: Deps, projectId: string | null, { json }: AdrOptions) {
  const all = await decisions.all(projectId);
  if (json === true) printJson(terminal, all);
  else if (all.length === 0) print(terminal, "no decisions");
  else for (const decision of all) print(terminal, line(decision));
  return ExitCode.fine;
}

async function decide(
  terminal: Terminal,
  { decisions }: Deps,
  given: { readonly action: Verdict; readonly subject: string; readonly projectId: string | null },
  { by, json }: AdrOptions,
) {
  const { action, subject, projectId } = given;
  const find = async (text: string) => foundOne(await decisions.find(text, projectId), `decision '${text}'`);
  const { id: decisionId } = await find(subject);
  const writer = personAt(terminal);
  const change = { decisionId, writer, decidedBy: writer.agent };
  if (action === "supersede" && by === undefined) {
    throw new CliError("'adr supersede' needs --by <decision>: the accepted one that takes its place");
  }
  const outcome =
    action === "supersede"
      ? await decisions.change({ ...change, action, byId: (await find(by ?? "")).id })
      : await decisions.change({ ...change, action });
  const decision = decidedOr(outcome, action);
  if (json === true) printJson(terminal, decision);
  else print(terminal, line(decision));
  return ExitCode.fine;
}

function decidedOr(outcome: ChangedDecision, action: Verdict): Decision {
  switch (outcome.status) {
    case "done":
      return outcome.decision;
    case "refused": {
      const { label, status } = outcome.decision;
      throw new CliError(`${label} is ${status}: it is not possible to ${action} it`, { exitCode: ExitCode.toolError });
    }
    case "not_successor": {
      const { label, status } = outcome.successor;
      const hint = "the successor is another decision of the same project, and accepted";
      throw new CliError(`${label} is ${status}, so it can't take its place`, { exitCode: ExitCode.toolError, hint });
    }
    case "not_found":
      throw new CliError("the decision was deleted meanwhile", { exitCode: ExitCode.toolError });
  }
}

function line({ label, status, title, supersededBy }: Decision): string {
  return `${label}  ${status.padEnd(10)}  ${visible(title)}${supersededBy === null ? "" : ` (see ${supersededBy})`}`;
}

/** Conflicts and files that were refused are findings. */
function report(terminal: Terminal, outcomes: readonly AdrOutcome[], { json, dryRun }: AdrOptions): ExitCode {
  const open = outcomes.filter(({ outcome }) => outcome === "conflict" || outcome === "refused");
  if (json === true) printJson(terminal, { files: outcomes, written: dryRun !== true });
  else {
    for (const { name, outcome, detail } of outcomes) {
      if (outcome === "unchanged") continue;
      print(terminal, `${outcome.padEnd(9)} ${visible(name)}${detail === undefined ? "" : `: ${visible(detail)}`}`);
    }
    const same = outcomes.filter(({ outcome }) => outcome === "unchanged").length;
    const dry = dryRun === true ? "; nothing was written" : "";
    print(terminal, terminal.colors.dim(`${counted(outcomes.length, "decision")}, ${same} unchanged${dry}`));
  }
  return open.length === 0 ? ExitCode.fine : ExitCode.findings;
}
