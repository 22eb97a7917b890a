import { visible } from "../../diagnostics/display-text.ts";
import type { Deps } from "../../handlers/deps.ts";
import type { FolderFile, MemoryFileOutcome } from "../../services/memory-files/both-sides.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { folderNamed } from "../folder.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";
import { readMemoryFolder, writeMemoryFileAt } from "./memory-folder.ts";

export interface MemoryOptions {
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export async function memory(
  terminal: Terminal,
  action: "export" | "import" | "browse",
  subject: string | undefined,
  options: MemoryOptions,
): Promise<ExitCode> {
  if (action === "browse") return await (await import("./browse.ts")).browse(terminal, subject ?? "", options);
  if (subject === undefined) throw new CliError(`memories ${action} needs the folder of the files`);
  return await withFiles(terminal, action, subject, options);
}

async function withFiles(
  terminal: Terminal,
  action: "export" | "import",
  folder: string,
  options: MemoryOptions,
): Promise<ExitCode> {
  const path = await folderNamed(terminal, folder);
  const files = await readMemoryFolder(path);
  if (files === undefined && action === "import") throw new CliError(`'${folder}' is not there`);
  return await withWorkbench(terminal, async (deps) => {
    const work = action === "export" ? exported : imported;
    const done = await work(terminal, deps, files ?? [], options);
    if (options.dryRun !== true) {
      const before = new Map(files?.map((file) => [file.name, file]));
      for (const { name, text } of done.outcomes) {
        if (text !== undefined) await writeMemoryFileAt(path, name, text, before.get(name));
      }
    }
    return report(terminal, done, options);
  });
}

interface Done {
  readonly outcomes: readonly MemoryFileOutcome[];
  /** Memories that an export writes no file for. */
  readonly leftOut?: number;
}

async function exported(
  terminal: Terminal,
  deps: Deps,
  files: readonly FolderFile[],
  { force = false }: MemoryOptions,
): Promise<Done> {
  const { exported } = await deps.memoryFiles(personAt(terminal).agent);
  return await exported(files, force);
}

async function imported(
  terminal: Terminal,
  deps: Deps,
  files: readonly FolderFile[],
  { force = false, dryRun = false }: MemoryOptions,
): Promise<Done> {
  const { agent } = personAt(terminal);
  const { import: importFiles } = await deps.memoryFiles(agent);
  if (dryRun) return { outcomes: await importFiles({ files, force, writer: undefined }) };
  const { session } = await deps.sessions.open({ agent });
  const outcomes = await importFiles({ files, force, writer: { agent, session: session.id } });
  await deps.sessions.close(session);
  return { outcomes };
}

/** Conflicts and files that were refused are findings. */
function report(terminal: Terminal, { outcomes, leftOut }: Done, { json, dryRun }: MemoryOptions): ExitCode {
  const open = outcomes.filter(({ outcome }) => outcome === "conflict" || outcome === "refused");
  if (json === true) {
    const files = outcomes.map(({ text: _text, ...outcome }) => outcome);
    printJson(terminal, { files, written: dryRun !== true, leftOut });
  } else {
    for (const { name, outcome, detail } of outcomes) {
      if (outcome === "unchanged") continue;
      print(terminal, `${outcome.padEnd(9)} ${visible(name)}${detail === undefined ? "" : `: ${visible(detail)}`}`);
    }
    const same = outcomes.filter(({ outcome }) => outcome === "unchanged").length;
    const dry = dryRun === true ? "; nothing was written" : "";
    print(terminal, terminal.colors.dim(`${counted(outcomes.length, "memory", "memories")}, ${same} unchanged${dry}`));
  }
  if (leftOut !== undefined && leftOut > 0) {
    printWarning(terminal, `${counted(leftOut, "memory", "memories")} left out: private to an agent or encrypted`);
  }
  return open.length === 0 ? ExitCode.fine : ExitCode.findings;
}
