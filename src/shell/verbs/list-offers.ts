// What servers offer beside their tools, listed: resources, their templates, prompts.
import type { JsonObject } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { print, printError, printJson, type Terminal } from "../../terminal/terminal.ts";
import { firstLine } from "../print/foreign-text.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import { askEach, askManyOptions, exitCodeOfAll, type SourceOptions, withSource } from "../sources/open-source.ts";
import type { AskOptions, ToolSource } from "../sources/tool-source.ts";

export interface ListOptions extends SourceOptions {
  /** Without a server: of all there are, and not of the catalog alone. */
  readonly ofAll?: true;
}

export interface ListedOffers {
  /** Names the list in JSON. */
  readonly kind: "resources" | "resourceTemplates" | "prompts";
  readonly list: (source: ToolSource, server: string, asked: AskOptions) => Promise<readonly JsonObject[]>;
  /** What stands before what an entry is said to be. */
  readonly cells: (entry: JsonObject) => readonly [name: string, about: string];
  /** Where the list is for people: what else there is of a server, and how to see it. */
  readonly more?: (source: ToolSource, server: string, asked: AskOptions) => Promise<string | undefined>;
}

export async function listOffers(
  terminal: Terminal,
  given: ListOptions,
  { kind, list, cells, more }: ListedOffers,
): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const outcomes = await withSource(terminal, options, async ({ source, local }, asked) => {
    const only = options.server ?? (options.ofAll ? undefined : local);
    const names = only === undefined ? (await source.servers(asked)).map(({ name }) => name) : [only];
    const each = names.length > 1 ? askManyOptions(asked, terminal, options) : asked;
    return askEach(terminal, names, async (server) => ({
      entries: await list(source, server, each),
      hint: options.json ? undefined : await more?.(source, server, each),
    }));
  });
  if (options.json) {
    const failed = outcomes.filter(({ ok }) => !ok).length;
    const status = failed === 0 ? "complete" : failed < outcomes.length ? "partial" : "failed";
    const results = outcomes.map((outcome) =>
      outcome.ok
        ? { server: outcome.server, ok: true, [kind]: outcome.answer.entries }
        : { server: outcome.server, ok: false, error: outcome.error.message },
    );
    printJson(terminal, { kind, status, results });
    return exitCodeOfAll(outcomes, options);
  }
  for (const outcome of outcomes) {
    if (!outcome.ok) continue;
    const { entries, hint } = outcome.answer;
    printEntries(terminal, outcome.server, entries, cells);
    if (hint !== undefined) printError(terminal, terminal.errorColors.dim(hint));
  }
  return exitCodeOfAll(outcomes, options);
}

function printEntries(
  terminal: Terminal,
  server: string,
  entries: readonly JsonObject[],
  cells: ListedOffers["cells"],
): void {
  const { bold, dim } = terminal.colors;
  print(terminal, bold(visible(server)));
  if (entries.length === 0) print(terminal, dim("  none"));
  const rows = entries.map((entry) => {
    const [name, about] = cells(entry);
    const said = entry.description ?? entry.title;
    return [visible(name), dim(visible(about)), firstLine(typeof said === "string" ? said : "")];
  });
  if (rows.length > 0) print(terminal, table(rows, terminal.columns));
}
