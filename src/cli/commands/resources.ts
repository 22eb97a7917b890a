import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError, warningText } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { firstLine } from "../shell/foreign-text.ts";
import { askOptions, type OpenedSource, openSource, type SourceOptions } from "../shell/open-source.ts";
import { table } from "../table.ts";
import { print, printError, printJson, type Terminal } from "../terminal.ts";

export interface ResourcesOptions extends SourceOptions {
  readonly templates?: true;
  /** Without a server: of all there are, and not of the catalog alone. */
  readonly ofAll?: true;
  readonly json?: true;
}

type Outcome =
  | { readonly server: string; readonly ok: true; readonly entries: readonly JsonObject[] }
  | { readonly server: string; readonly ok: false; readonly refusal: CliError };

/** Lists what servers offer to be read. One that is down hides none of the others. */
export async function resources(terminal: Terminal, options: ResourcesOptions): Promise<ExitCode> {
  const interrupted = terminal.catchInterrupts();
  const opened = await openSource(terminal, options);
  const asked = askOptions(terminal, interrupted, options);
  const outcomes = await (async () => {
    const { source, local } = opened;
    const only = options.server ?? (options.ofAll ? undefined : local);
    const names = only === undefined ? (await source.servers(asked)).map(({ name }) => name) : [only];
    return Promise.all(names.map((server) => ask(opened, server, options, asked)));
  })().finally(() => opened.source.close());
  const failed = outcomes.filter((outcome) => !outcome.ok);
  for (const { refusal } of failed) printError(terminal, warningText(refusal, terminal.errorColors.yellow));
  const kind = options.templates ? "resourceTemplates" : "resources";
  if (options.json) {
    const status = failed.length === 0 ? "complete" : failed.length < outcomes.length ? "partial" : "failed";
    const results = outcomes.map((outcome) =>
      outcome.ok
        ? { server: outcome.server, ok: true, [kind]: outcome.entries }
        : { server: outcome.server, ok: false, error: outcome.refusal.message },
    );
    printJson(terminal, { kind, status, results });
  } else for (const outcome of outcomes) if (outcome.ok) printEntries(terminal, outcome.server, outcome.entries);
  const [first] = failed;
  if (first === undefined || failed.length < outcomes.length) return ExitCode.fine;
  return options.server === undefined ? ExitCode.unreachable : first.refusal.exitCode;
}

async function ask(
  { source }: OpenedSource,
  server: string,
  { templates }: ResourcesOptions,
  asked: Parameters<OpenedSource["source"]["resources"]>[1],
): Promise<Outcome> {
  try {
    const entries = templates ? await source.resourceTemplates(server, asked) : await source.resources(server, asked);
    return { server, ok: true, entries };
  } catch (error) {
    if (error instanceof CliError) return { server, ok: false, refusal: error };
    throw error;
  }
}

function printEntries(terminal: Terminal, server: string, entries: readonly JsonObject[]): void {
  const { bold, dim } = terminal.colors;
  print(terminal, bold(visible(server)));
  if (entries.length === 0) print(terminal, dim("  none"));
  const rows = entries.map((entry) => {
    const [uri, mime, said] = [entry.uri ?? entry.uriTemplate, entry.mimeType, entry.description ?? entry.title];
    return [
      visible(typeof uri === "string" ? uri : "?"),
      dim(visible(typeof mime === "string" ? mime : "")),
      firstLine(typeof said === "string" ? said : ""),
    ];
  });
  if (rows.length > 0) print(terminal, table(rows, terminal.columns));
}
