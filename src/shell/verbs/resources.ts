import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { firstLine } from "../print/foreign-text.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import { askEach, askManyOptions, exitCodeOfAll, type SourceOptions, withSource } from "../sources/open-source.ts";

export interface ResourcesOptions extends SourceOptions {
  readonly templates?: true;
  /** Without a server: of all there are, and not of the catalog alone. */
  readonly ofAll?: true;
}

/** Lists what servers offer to be read. */
export async function resources(terminal: Terminal, given: ResourcesOptions): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const outcomes = await withSource(terminal, options, async ({ source, local }, asked) => {
    const only = options.server ?? (options.ofAll ? undefined : local);
    const names = only === undefined ? (await source.servers(asked)).map(({ name }) => name) : [only];
    const each = names.length > 1 ? askManyOptions(asked, terminal, options) : asked;
    return askEach(terminal, names, (server) =>
      options.templates ? source.resourceTemplates(server, each) : source.resources(server, each),
    );
  });
  const kind = options.templates ? "resourceTemplates" : "resources";
  if (options.json) {
    const failed = outcomes.filter(({ ok }) => !ok).length;
    const status = failed === 0 ? "complete" : failed < outcomes.length ? "partial" : "failed";
    const results = outcomes.map((outcome) =>
      outcome.ok
        ? { server: outcome.server, ok: true, [kind]: outcome.answer }
        : { server: outcome.server, ok: false, error: outcome.error.message },
    );
    printJson(terminal, { kind, status, results });
  } else for (const outcome of outcomes) if (outcome.ok) printEntries(terminal, outcome.server, outcome.answer);
  return exitCodeOfAll(outcomes, options);
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
