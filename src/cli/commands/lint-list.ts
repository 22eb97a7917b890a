import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { knownClients } from "../../compiler/clients/client-limits.ts";
import { lintList } from "../../compiler/lint/published/lint-list.ts";
import type { Json } from "../../contract/json.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { atLevel, type FindingLevel } from "../finding-level.ts";
import { reasonOf } from "../project.ts";
import { type FindingFormat, findingsDocument, findingsText, formatOf } from "../report.ts";
import { print, type Terminal } from "../terminal.ts";

export interface LintListOptions {
  /** Path of a saved `tools/list`. */
  readonly list: string;
  readonly target?: readonly string[];
  readonly server?: string;
  readonly level?: FindingLevel;
  readonly format?: FindingFormat;
  readonly json?: true;
}

/** More than any list that a client would take. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Judges a saved `tools/list` of any server by the rules about published tools.
 * @throws CliError when the file can't be read or holds no list of tools
 */
export async function lintSavedList(terminal: Terminal, options: LintListOptions): Promise<ExitCode> {
  const unknown = options.target?.find((target) => !knownClients.includes(target));
  if (unknown !== undefined) {
    throw new CliError(`'${unknown}' is no client that limits are known of`, {
      hint: `known: ${knownClients.join(", ")}`,
    });
  }
  const value = await readJson(resolve(terminal.cwd, options.list), options.list);
  const found = lintList(value, {
    path: options.list,
    notes: true,
    ...(options.target === undefined ? {} : { targets: options.target }),
    ...(options.server === undefined ? {} : { server: options.server }),
  });
  if (found === undefined) {
    const hint = 'it should be {"tools": […]}, an answer to tools/list, or the array alone';
    throw new CliError(`'${options.list}' holds no list of tools`, { hint });
  }
  const { shown, hidden } = atLevel(found, options.level);
  const format = formatOf(options);
  if (format !== "text")
    terminal.stdout.write(
      findingsDocument(
        format === "json" ? shown : shown.map((found) => inFile(found, options.list)),
        format,
        terminal,
        terminal.cwd,
      ),
    );
  else {
    print(terminal, shown.length > 0 ? findingsText(shown, terminal.colors) : "no findings");
    if (hidden !== undefined) print(terminal, terminal.colors.dim(hidden));
  }
  return hasErrors(found) ? ExitCode.findings : ExitCode.fine;
}

/** GitHub and code scanning show files: the place inside one goes into the message. */
function inFile(found: Diagnostic, file: string): Diagnostic {
  const { path, message } = found;
  if (path?.startsWith(`${file}#`) !== true) return found;
  return { ...found, path: file, message: `${message} (${path.slice(file.length)})` };
}

async function readJson(path: string, shown: string): Promise<Json> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new CliError(`'${shown}' is larger than 64 MiB`);
    return JSON.parse(await readFile(path, "utf8")) as Json; // what JSON.parse gives is JSON
  } catch (error) {
    if (error instanceof CliError) throw error;
    const problem = error instanceof SyntaxError ? `is no JSON: ${error.message}` : `can't be read: ${reasonOf(error)}`;
    throw new CliError(`'${shown}' ${problem}`, { cause: error });
  }
}
