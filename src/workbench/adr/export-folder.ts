import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../disk/replace-file.ts";
import type { Deps } from "../../handlers/deps.ts";
import type { ExportedDecision } from "../../services/decisions/export-decisions.ts";
import { failsWith } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { folderNamed } from "../folder.ts";
import type { AdrOptions, AdrOutcome } from "./adr.ts";
import { type AdrFileOnDisk, readAdrFolder } from "./adr-folder.ts";

export interface FolderRequest extends AdrOptions {
  readonly projectId: string | null;
  readonly folder: string;
}

interface Step extends AdrOutcome {
  readonly decision: ExportedDecision;
}

/** Writes each decision into its file, but for files that were edited since: these are conflicts until they are imported. */
export async function exportFolder(
  terminal: Terminal,
  { decisions }: Deps,
  { folder, projectId, dryRun = false, force = false }: FolderRequest,
): Promise<readonly AdrOutcome[]> {
  const path = await folderNamed(terminal, folder);
  const files = await readAdrFolder(path);
  const steps = (await decisions.exported(projectId)).map((decision) => stepFor(decision, files, force));
  if (!dryRun) {
    if (steps.length > 0) await mkdir(path, { recursive: true }).catch(failsWith(`'${folder}' can't be made`));
    const kept = new Map<string, string>();
    try {
      for (const { name, outcome, decision } of steps) {
        if (outcome === "conflict") continue;
        // Beside its place and renamed there: a link at the place is replaced, not followed.
        if (outcome !== "unchanged")
          await replaceFile(join(path, name), decision.text).catch(failsWith(`'${name}' can't be written`));
        kept.set(decision.id, decision.text);
      }
    } finally {
      // Also of the files before one that can't be written: otherwise the next export takes them for edited.
      await decisions.keepExported(kept);
    }
  }
  return steps.map(({ decision: _decision, ...outcome }) => outcome);
}

function stepFor(decision: ExportedDecision, files: readonly AdrFileOnDisk[], force: boolean): Step {
  const [file, ...others] = files.filter(({ number }) => number === decision.number);
  if (file === undefined) return { name: decision.name, outcome: "created", decision };
  const { name, text, problem } = file;
  if (others.length > 0)
    return { name, outcome: "conflict", detail: `${others[0]?.name} has its number too`, decision };
  if (text === undefined) return { name, outcome: "conflict", detail: problem ?? "", decision };
  if (text === decision.text) return { name, outcome: "unchanged", decision };
  if (text === decision.before || force) return { name, outcome: "updated", decision };
  return { name, outcome: "conflict", detail: "was edited; import it first, or export with --force", decision };
}
