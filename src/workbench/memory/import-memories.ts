import { resolve } from "node:path";
import { visible } from "../../diagnostics/display-text.ts";
import { readAiMemory } from "../../services/memory-imports/ai-memory.ts";
import { readBasicMemory } from "../../services/memory-imports/basic-memory.ts";
import {
  type ForeignMemories,
  maxForeignMemories,
  type Unreadable,
} from "../../services/memory-imports/foreign-memories.ts";
import { readMem0 } from "../../services/memory-imports/mem0.ts";
import { readMemoryServer } from "../../services/memory-imports/memory-server.ts";
import { namespaceProblem } from "../../services/namespaces/namespace.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, printWarning, type Terminal } from "../../terminal/terminal.ts";
import { contentOf } from "../content-of.ts";
import { folderNamed } from "../folder.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";
import { readMemoryFolder } from "./memory-folder.ts";

export interface ImportMemoriesOptions {
  readonly from: "memory-server" | "basic-memory" | "mem0" | "ai-memory";
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
  const problem = namespaceProblem(namespace);
  if (problem !== undefined) throw new CliError(`'${namespace}' is not a namespace: ${problem}`);
  const foreign = await read(terminal, path, from);
  if ("problem" in foreign) throw new CliError(`'${path}' can't be read as ${from}: ${foreign.problem}`);
  return await withWorkbench(terminal, async (deps) => {
    const { agent } = personAt(terminal);
    const opened = yes ? await deps.sessions.open({ agent }) : undefined;
    // What a dry run writes is taken back, so it needs no session.
    const writer = { agent, session: opened?.session.id ?? "" };
    const outcome = await deps.memories(agent).import({ foreign, namespace, writer, dryRun: !yes });
    if (opened !== undefined) await deps.sessions.close(opened.session);
    if ("problem" in outcome) throw new CliError(`'${path}' can't be taken over: ${outcome.problem}`);
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

async function read(
  terminal: Terminal,
  path: string,
  from: ImportMemoriesOptions["from"],
): Promise<ForeignMemories | Unreadable> {
  switch (from) {
    case "memory-server":
      return readMemoryServer(await contentOf(terminal, path));
    case "mem0":
      return readMem0(await contentOf(terminal, path));
    case "basic-memory": {
      const files = await readMemoryFolder(await folderNamed(terminal, path));
      return files === undefined ? { problem: "the folder is not there" } : readBasicMemory(files);
    }
    case "ai-memory": {
      const { readAiMemoryFile } = await import("../../store/sqlite/ai-memory-file.ts");
      const open = async () => readAiMemoryFile(resolve(terminal.cwd, path), maxForeignMemories + 1);
      const rows = await open().catch(failsWith(`'${path}' can't be read`));
      return rows === undefined ? { problem: "it has no table of memories" } : readAiMemory(rows);
    }
  }
}
