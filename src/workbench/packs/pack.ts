import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import { visible } from "../../diagnostics/display-text.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { replaceFile } from "../../disk/replace-file.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, printWarning, type Terminal, write } from "../../terminal/terminal.ts";
import { contentOf } from "../content-of.ts";
import { foundOne } from "../find-one.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";

export interface PackOptions {
  readonly as?: string;
  readonly force?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export async function pack(
  terminal: Terminal,
  action: "export" | "import",
  subject: string,
  file: string | undefined,
  options: PackOptions,
): Promise<ExitCode> {
  if (action === "export") return await exportTo(terminal, subject, file, options);
  if (file !== undefined) throw new CliError("'pack import' takes one file");
  return await importFrom(terminal, subject, options);
}

async function exportTo(terminal: Terminal, name: string, file: string | undefined, { force = false }: PackOptions) {
  return await withWorkbench(terminal, async ({ packs }) => {
    const found = foundOne(await packs.find(name), `pack '${name}'`);
    const { file: content, text, leftOut, tasksLeftOut } = await packs.export(found);
    if (leftOut > 0) {
      const memories = counted(leftOut, "memory", "memories");
      printWarning(terminal, `${memories} left out: private to an agent, archived or encrypted`);
    }
    if (tasksLeftOut > 0) printWarning(terminal, `${counted(tasksLeftOut, "task")} left out: encrypted`);
    if (file === undefined) {
      write(terminal.stdout, text);
      return ExitCode.fine;
    }
    const path = resolve(terminal.cwd, file);
    if (!force && (await lstat(path).catch(unlessAbsent)) !== undefined) {
      throw new CliError(`'${file}' is there already`, { hint: "--force replaces it" });
    }
    await replaceFile(path, text).catch(failsWith(`'${file}' can't be written`));
    const { contexts, memories, tasks } = content;
    const parts = [
      counted(contexts.length, "text"),
      counted(memories.length, "memory", "memories"),
      counted(tasks.length, "task"),
    ];
    print(terminal, `exported '${visible(found.name)}': ${parts.join(", ")}`);
    return ExitCode.fine;
  });
}

async function importFrom(terminal: Terminal, file: string, { as: name, yes = false, json = false }: PackOptions) {
  const text = await contentOf(terminal, file);
  return await withWorkbench(terminal, async ({ packs, sessions }) => {
    const { agent } = personAt(terminal);
    const opened = yes ? await sessions.open({ agent }) : undefined;
    // What a dry run writes is taken back, so it needs no session.
    const writer = { agent, session: opened?.session.id ?? "" };
    const outcome = await packs.import({ text, name, writer, dryRun: !yes });
    if (opened !== undefined) await sessions.close(opened.session);
    if ("problem" in outcome) {
      throw new CliError(`'${file}' can't be imported: ${visible(outcome.problem)}`, { exitCode: ExitCode.toolError });
    }
    if (json) {
      printJson(terminal, { ...outcome, written: yes });
      return ExitCode.fine;
    }
    const { contexts, memories, tasks, projects } = outcome;
    for (const project of projects) print(terminal, `new project: ${visible(project)}`);
    const parts = [
      counted(contexts, "text"),
      `${counted(memories.created, "new memory", "new memories")} (${memories.known} known)`,
      `${counted(tasks.created, "new task")} (${tasks.known} known)`,
    ];
    const sum = `pack '${visible(outcome.name)}': ${parts.join(", ")}`;
    print(terminal, yes ? sum : `${sum}; nothing was written (--yes writes)`);
    return ExitCode.fine;
  });
}
