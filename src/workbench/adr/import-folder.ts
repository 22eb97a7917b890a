import type { Deps } from "../../handlers/deps.ts";
import type { ImportedFile } from "../../services/decisions/import-decisions.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { folderNamed } from "../folder.ts";
import { personAt } from "../open-workbench.ts";
import type { AdrOutcome } from "./adr.ts";
import { readAdrFolder } from "./adr-folder.ts";
import type { FolderRequest } from "./export-folder.ts";

/** Takes over what people changed in the files of a folder. */
export async function importFolder(
  terminal: Terminal,
  { decisions }: Deps,
  { folder, projectId, dryRun = false, force = false }: FolderRequest,
): Promise<readonly AdrOutcome[]> {
  const files = await readAdrFolder(await folderNamed(terminal, folder));
  if (files.length === 0) {
    throw new CliError(`'${folder}' holds no decisions`, { hint: "their files are called like 0007-use-sqlite.md" });
  }
  const readable: ImportedFile[] = [];
  const refused: AdrOutcome[] = [];
  for (const { name, number, text, problem = "" } of files) {
    if (text === undefined) refused.push({ name, outcome: "refused", detail: problem });
    else readable.push({ name, number, text });
  }
  const writer = personAt(terminal);
  const outcomes = await decisions.import({ projectId, files: readable, force, dryRun, writer });
  return [...outcomes.map(({ number: _number, ...outcome }) => outcome), ...refused];
}
