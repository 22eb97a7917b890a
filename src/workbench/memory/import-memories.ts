import { resolve } from "node:path";
import { visible } from "../../diagnostics/display-text.ts";
import type { ForeignSource } from "../../services/memory-files/import/import-memories.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { contentOf } from "../content-of.ts";
import { folderNamed } from "../folder.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";
import { readMemoryFolder } from "./memory-folder.ts";

export interface ImportMemoriesOptions {
  readonly from: ForeignSource["from"];
  readonly namespace?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const maxShown = 50;
const maxProblems = 20;

/** What another program remembers becomes memories, once: a second run writes only what came since. */
export async function importMemories(
  terminal: Terminal,
  path: string,
  { from, namespace = `import/${from}`, yes = false, json = false }: ImportMemoriesOptions,
): Promise<ExitCode> {
  const source = await sourceAt(terminal, path, from);
  return await withWorkbench(terminal, async (deps) => {
    const { agent } = personAt(terminal);
    const opened = yes ? await deps.sessions.open({ agent }) : undefined;
    // What a dry run writes is taken back, so it needs no session.
    const writer = { agent, session: opened?.session.id ?? "" };
    const { importFrom } = await deps.memoryFiles(agent);
    const outcome = await importFrom(source, { namespace, writer, dryRun: !yes });
    if (opened !== undefined) await deps.sessions.close(opened.session);
    if ("problem" in outcome) throw new CliError(`'${path}' can't be taken over from ${from}: ${outcome.problem}`);
    const { created, known, links, problems } = outcome;
    if (json) {
      printJson(terminal, { written: yes, created, known, links, problems });
      return ExitCode.fine;
    }
    for (const { title, namespace: place } of created.slice(0, maxShown))
      print(terminal, `${visible(place)}  ${visible(title)}`);
    if (created.length > maxShown) print(terminal, `… and ${created.length - maxShown} more; --json shows all`);
    for (const lost of problems.slice(0, maxProblems)) printWarning(terminal, lost);
    if (problems.length > maxProblems)
      printWarning(terminal, `and ${problems.length - maxProblems} more; --json shows all`);
    const counts = [counted(created.length, "memory", "memories"), counted(links, "link")];
    const sum = `${counts.join(", ")}; ${known} known already`;
    print(terminal, terminal.colors.dim(yes ? sum : `${sum}; nothing was written (--yes writes)`));
    return ExitCode.fine;
  });
}

async function sourceAt(terminal: Terminal, path: string, from: ImportMemoriesOptions["from"]): Promise<ForeignSource> {
  if (from === "ai-memory") return { from, path: resolve(terminal.cwd, path) };
  if (from !== "basic-memory") return { from, text: await contentOf(terminal, path) };
  const files = await readMemoryFolder(await folderNamed(terminal, path));
  if (files === undefined) throw new CliError(`'${path}' is not there`);
  return { from, files };
}
