import { visible } from "../../diagnostics/display-text.ts";
import type { ImportForm } from "../../services/tasks/import/read-tasks.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { contentOf } from "../content-of.ts";
import { projectNamed } from "../find-one.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";

export interface ImportTasksOptions {
  readonly project: string;
  readonly from?: ImportForm;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const maxShown = 50;

/** Each task of the file becomes one of the project, once: a second run writes only what came into the file since. */
export async function importTasks(
  terminal: Terminal,
  file: string,
  { project: name, from, yes = false, json = false }: ImportTasksOptions,
): Promise<ExitCode> {
  const content = await contentOf(terminal, file);
  return await withWorkbench(terminal, async (deps) => {
    const project = await projectNamed(deps, name);
    if (project.archivedAt !== null) throw new CliError(`the project '${project.name}' is archived`);
    const { agent } = personAt(terminal);
    const opened = yes ? await deps.sessions.open({ agent }) : undefined;
    // What a dry run writes is taken back, so it needs no session.
    const writer = { agent, session: opened?.session.id ?? "" };
    const request = { text: content, form: from, projectId: project.id, writer, dryRun: !yes };
    const outcome = await deps.tasks.import(request);
    if (opened !== undefined) await deps.sessions.close(opened.session);
    if ("problem" in outcome) {
      throw new CliError(`'${file}' can't be read: ${outcome.problem}`, {
        hint: "--from names its form: task-master, markdown or github",
      });
    }
    const { created, known, dependencies, problems } = outcome;
    if (json) {
      printJson(terminal, { project: project.name, written: yes, created, known, dependencies, problems });
      return ExitCode.fine;
    }
    for (const { title, status, parent } of created.slice(0, maxShown)) {
      print(terminal, `${status.padEnd(11)}  ${parent === null ? "" : "  "}${visible(title)}`);
    }
    if (created.length > maxShown) print(terminal, `… and ${created.length - maxShown} more; --json shows all`);
    for (const problem of problems) printWarning(terminal, problem);
    const counts = [counted(created.length, "task"), counted(dependencies, "dependency", "dependencies")];
    const sum = `${counts.join(", ")}; ${known} known already`;
    print(terminal, terminal.colors.dim(yes ? sum : `${sum}; nothing was written (--yes writes)`));
    return ExitCode.fine;
  });
}
