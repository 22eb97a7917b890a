import type { Json } from "../../contract/json.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { createRanking } from "../../runtime/builtins/rank-tools.ts";
import type { SearchEntry } from "../../runtime/builtins/search-index.ts";
import { CliError, warningText } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { remember } from "../shell/find-tool.ts";
import { firstLine } from "../shell/foreign-text.ts";
import { askOptions, openSource, type SourceOptions } from "../shell/open-source.ts";
import { fieldsOf, signatureOf } from "../shell/signature.ts";
import type { AskOptions, ShellTool, ToolSource } from "../shell/tool-source.ts";
import { counted, print, printError, printJson, type Terminal } from "../terminal.ts";

export interface SearchOptions extends SourceOptions {
  readonly limit: number;
  readonly json?: true;
}

interface Found {
  readonly server: string;
  readonly entries: readonly SearchEntry[];
}

/** Finds tools by what they are for, over every server at once; one that is down hides none of the others. */
export async function search(terminal: Terminal, words: readonly string[], options: SearchOptions): Promise<ExitCode> {
  const interrupted = terminal.catchInterrupts();
  const { source, local } = await openSource(terminal, options);
  const asked = askOptions(terminal, interrupted, options);
  const found: Found[] = [];
  const down: { readonly server: string; readonly refusal: CliError }[] = [];
  try {
    const names =
      options.server === undefined ? (await source.servers(asked)).map(({ name }) => name) : [options.server];
    await Promise.all(
      names.map(async (server) => {
        try {
          found.push({ server, entries: await entriesOf(terminal, source, server, asked, server === local) });
        } catch (error) {
          if (!(error instanceof CliError)) throw error;
          down.push({ server, refusal: error });
        }
      }),
    );
    // In the order of the servers, whoever answered first.
    found.sort((a, b) => names.indexOf(a.server) - names.indexOf(b.server));
  } finally {
    await source.close();
  }
  for (const { refusal } of down) printError(terminal, warningText(refusal, terminal.errorColors.yellow));
  const [first] = down;
  if (first !== undefined && found.length === 0) {
    return options.server === undefined ? ExitCode.unreachable : first.refusal.exitCode;
  }
  report(
    terminal,
    found,
    words.join(" "),
    options,
    down.map(({ server }) => server),
  );
  return ExitCode.fine;
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
    summary,
    signature: tool.hasStructuredOutput === undefined ? signatureOf(tool) : tool.name,
    aliases: [],
    params: fields.map(({ name }) => name),
    actions: [],
    useWhen: [],
    texts: [...more, ...fields.flatMap(({ schema }) => textOf(schema.description))],
  };
}

function textOf(value: Json | undefined): readonly string[] {
  return typeof value === "string" ? [value] : [];
}

function report(
  terminal: Terminal,
  found: readonly Found[],
  query: string,
  { limit, json }: SearchOptions,
  down: readonly string[],
): void {
  // Two servers may have tools of one name: whose an entry is, is known by the entry itself.
  const owners = new Map(found.flatMap(({ server, entries }) => entries.map((entry) => [entry, server] as const)));
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
