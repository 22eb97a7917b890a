import type { Json } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { createRanking } from "../../runtime/builtins/rank-tools.ts";
import type { SearchEntry } from "../../runtime/builtins/search-index.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import { firstLine } from "../print/foreign-text.ts";
import { fieldsOf, signatureOf } from "../print/signature.ts";
import { remember } from "../sources/find-tool.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import {
  askEach,
  askManyOptions,
  exitCodeOfAll,
  type Outcome,
  type SourceOptions,
  withSource,
} from "../sources/open-source.ts";
import type { AskOptions, ShellTool, ToolSource } from "../sources/tool-source.ts";

export interface SearchOptions extends SourceOptions {
  readonly limit: number;
}

/** Finds tools by what they are for, over every server at once; one that is down hides none of the others. */
export async function search(terminal: Terminal, words: readonly string[], given: SearchOptions): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const outcomes = await withSource(terminal, options, async ({ source, local }, asked) => {
    const names =
      options.server === undefined ? (await source.servers(asked)).map(({ name }) => name) : [options.server];
    const each = names.length > 1 ? askManyOptions(asked, terminal, options) : asked;
    return askEach(terminal, names, (server) => entriesOf(terminal, source, server, each, server === local));
  });
  const code = exitCodeOfAll(outcomes, options);
  if (code === ExitCode.fine) report(terminal, outcomes, words.join(" "), options);
  return code;
}

async function entriesOf(
  terminal: Terminal,
  source: ToolSource,
  server: string,
  asked: AskOptions,
  isLocal: boolean,
): Promise<readonly SearchEntry[]> {
  const known = isLocal ? await source.searchEntries?.(server) : undefined;
  if (known !== undefined) return known;
  const tools = await source.tools(server, asked);
  // A bridge lists without params.
  if (source.tool === undefined) await remember(terminal, server, tools);
  return tools.map(searchEntry);
}

/** What a foreign tool says of itself, in the fields that the ranking weighs. */
function searchEntry(tool: ShellTool): SearchEntry {
  const fields = fieldsOf(tool.inputSchema, tool.inputSchema);
  const [summary = "", ...more] = (tool.description ?? "").trim().split(/\n/);
  return {
    name: tool.name,
    title: tool.title ?? "",
    summary: tool.refused === undefined ? summary : `refused: it ${tool.refused}`,
    signature: tool.hasStructuredOutput === undefined && tool.refused === undefined ? signatureOf(tool) : tool.name,
    aliases: [],
    params: fields.map(({ name }) => name),
    actions: [],
    tier: 0,
    useWhen: [],
    texts: [...more, ...fields.flatMap(({ schema }) => textOf(schema.description))],
  };
}

function textOf(value: Json | undefined): readonly string[] {
  return typeof value === "string" ? [value] : [];
}

function report(
  terminal: Terminal,
  outcomes: readonly Outcome<readonly SearchEntry[]>[],
  query: string,
  { limit, json }: SearchOptions,
): void {
  const found = outcomes.filter((outcome) => outcome.ok);
  const down = outcomes.filter(({ ok }) => !ok).map(({ server }) => server);
  // Two servers may have tools of one name: whose an entry is, is known by the entry itself.
  const owners = new Map(found.flatMap(({ server, answer }) => answer.map((entry) => [entry, server] as const)));
  const ranked = createRanking([...owners.keys()])(query);
  const shown = ranked.slice(0, limit).map((entry) => ({
    server: owners.get(entry) ?? "",
    tool: entry.name,
    signature: entry.signature,
    summary: entry.summary,
  }));
  if (json) {
    printJson(terminal, { tools: shown, total: ranked.length, ...(down.length === 0 ? {} : { down }) });
    return;
  }
  const { bold, cyan, dim } = terminal.colors;
  for (const { server, tool, signature, summary } of shown) {
    const rest = signature.startsWith(tool) ? signature.slice(tool.length) : "";
    print(terminal, `${cyan(visible(server))} ${bold(visible(tool))}${visible(rest)}`);
    if (summary !== "") print(terminal, `    ${dim(firstLine(summary))}`);
  }
  const more = ranked.length > shown.length ? `, the first ${shown.length} are shown; --limit shows more` : "";
  const nothing = ranked.length === 0 ? "; other words may find more, and pegboard <server> lists all" : "";
  print(terminal, dim(`${shown.length === 0 ? "" : "\n"}${counted(ranked.length, "tool")} found${more}${nothing}`));
}
