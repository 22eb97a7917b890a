import { resolve } from "node:path";
import { knownClients } from "../../compiler/clients/client-limits.ts";
import { lintList } from "../../compiler/lint/published/lint-list.ts";
import { givenMembers } from "../../contract/given-members.ts";
import type { Json } from "../../contract/json.ts";
import { type Diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import { CliError, failsWith } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { type Terminal, write } from "../../terminal/terminal.ts";
import { readSavedText } from "../compared/saved-side.ts";
import { atLevel, findingsDocument, formatOf, printLevelled } from "../report.ts";
import type { LintOptions } from "./lint.ts";

/** `list` is the path of a saved `tools/list`. */
export type LintListOptions = Omit<LintOptions, "catalog" | "fix" | "dryRun" | "list"> & { readonly list: string };

/**
 * Judges a saved `tools/list` of any server by the rules about published tools.
 * @throws CliError when the file can't be read or is not a list of tools
 */
export async function lintSavedList(terminal: Terminal, options: LintListOptions): Promise<ExitCode> {
  const unknown = options.target?.find((target) => !knownClients.includes(target));
  if (unknown !== undefined) {
    throw new CliError(`'${unknown}' is not a known client`, { hint: `known: ${knownClients.join(", ")}` });
  }
  const value = await readJson(resolve(terminal.cwd, options.list), options.list);
  const { list: path, target: targets, server } = options;
  const found = lintList(value, givenMembers({ path, notes: true, targets, server }));
  if (found === undefined) {
    const hint = 'it should be {"tools": […]}, an answer to tools/list, or the array alone';
    throw new CliError(`'${options.list}' is not a list of tools`, { hint });
  }
  const { shown, hidden } = atLevel(found, options.level);
  const format = formatOf(options);
  if (format !== "text") {
    const placed = format === "json" ? shown : shown.map((found) => inFile(found, options.list));
    write(terminal.stdout, findingsDocument(placed, format, terminal, terminal.cwd));
  } else printLevelled(terminal, { shown, hidden }, "no findings", options.all);
  return hasErrors(found) ? ExitCode.findings : ExitCode.fine;
}

/** GitHub and code scanning show files: the place inside one goes into the message. */
function inFile(found: Diagnostic, file: string): Diagnostic {
  const { path, message } = found;
  if (path?.startsWith(`${file}#`) !== true) return found;
  return { ...found, path: file, message: `${message} (${path.slice(file.length)})` };
}

async function readJson(path: string, shown: string): Promise<Json> {
  const text = await readSavedText(path, shown);
  try {
    return JSON.parse(text) as Json; // what JSON.parse gives is JSON
  } catch (error) {
    return failsWith(`'${shown}' is not JSON`)(error);
  }
}
