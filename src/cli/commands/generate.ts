import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { ExtraName } from "../../compiler/emit/emit.ts";
import { userFolders } from "../../disk/user-folders.ts";
import { findProject } from "../../shell/catalog/find-project.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import type { FindingFormat } from "../report.ts";
import { reportGenerated } from "../report-generated.ts";
import { findNothingToDo, type StampPlace } from "../stamp/generate-stamp.ts";
import { programIdentity } from "../stamp/program-identity.ts";

export interface GenerateOptions {
  readonly catalog?: string;
  readonly check?: true;
  /** Emitters that are off by default; false: none, not even those of the last time. */
  readonly extra?: readonly ExtraName[] | false;
  readonly format?: FindingFormat;
  readonly json?: true;
}

/**
 * Compiles schema/ and brings generated/ up to date, or with --check only reports what is out of date. Nothing is written
 * while there is an error. Where nothing has changed since the last run, nothing is compiled, and the compiler is not loaded.
 */
export async function generate(terminal: Terminal, options: GenerateOptions): Promise<ExitCode> {
  const root = await findProject(terminal.cwd, options.catalog);
  return generateIn(terminal, options, { root, place: stampPlace(terminal, root, options) });
}

/** @param project `place` is absent where no stamps are kept: the outcome is the same, later */
export async function generateIn(
  terminal: Terminal,
  options: GenerateOptions,
  project: { readonly root: string; readonly place: StampPlace | undefined },
): Promise<ExitCode> {
  const { root, place } = project;
  const found = place === undefined ? undefined : await findNothingToDo(place);
  if (found?.nothingToDo === undefined) {
    const { generateFiles } = await import("../generate-files.ts");
    return generateFiles(terminal, options, { ...project, before: found?.look });
  }
  const { diagnostics, outputs } = found.nothingToDo;
  reportGenerated(terminal, options, { root, diagnostics, files: { changed: [], unchanged: outputs } });
  return ExitCode.fine;
}

/** @returns undefined where no stamps are kept */
function stampPlace(terminal: Terminal, root: string, { extra = [] }: GenerateOptions): StampPlace | undefined {
  const program = terminal.env.PEGBOARD_CACHE === "off" ? undefined : programIdentity();
  if (program === undefined) return undefined;
  return {
    root: realpathSync.native(root),
    folder: join(userFolders(terminal.env).cache, "generated"),
    maker: JSON.stringify([program, extra]),
    clock: terminal.clock,
  };
}
