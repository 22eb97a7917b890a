import { givenMembers } from "../../contract/given-members.ts";
import { ownValue } from "../../contract/own-property.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import type { LocalCatalog } from "../catalog/bound-catalog.ts";
import { usageOf } from "../servers/ad-hoc-server.ts";
import { remember } from "../sources/find-tool.ts";
import { openLocal, type SourceOptions, withSource } from "../sources/open-source.ts";
import type { AskOptions, ShellTool, ToolSource } from "../sources/tool-source.ts";
import { firstLine } from "./foreign-text.ts";
import { isWhole, signatureLine } from "./signature-line.ts";

/** The tools of one server, each with its signature: enough to call most of them. */
export async function listServerTools(terminal: Terminal, server: string, options: SourceOptions): Promise<ExitCode> {
  const tools = await withSource(terminal, options, ({ source }, asked) => wholeTools(source, server, asked));
  if (tools.every(isWhole)) await remember(terminal, server, tools);
  return printTools(terminal, server, tools, options);
}

/** A bridge lists names and descriptions; of few tools, each is asked for by itself. */
async function wholeTools(source: ToolSource, server: string, asked: AskOptions): Promise<readonly ShellTool[]> {
  const tools = await source.tools(server, asked);
  const { tool } = source;
  if (tool === undefined || tools.length > fewTools) return tools;
  // One that can't be described hides none of the others.
  const whole = await Promise.allSettled(tools.map((each) => tool(server, each.name, asked)));
  asked.signal.throwIfAborted();
  return tools.map((each, at) => (whole[at]?.status === "fulfilled" ? whole[at].value : each));
}

const fewTools = 50;

/** The same for the catalog in this process. */
export async function listLocalTools(
  terminal: Terminal,
  catalog: LocalCatalog,
  options: SourceOptions,
): Promise<ExitCode> {
  const source = await openLocal(terminal, catalog, options);
  const tools = await source.tools(source.name, neverAborted);
  const { registry } = catalog;
  // What it says to models begins with what `describe` shows people anyway.
  const forPeople = tools.map((tool) => ({ ...tool, description: ownValue(registry.tools, tool.name)?.summary ?? "" }));
  const { json } = options;
  return printTools(terminal, source.name, json ? tools : forPeople, givenMembers({ server: source.name, json }));
}

/** It is in this process, so there is nothing to wait for. */
const neverAborted: AskOptions = { signal: new AbortController().signal, timeoutMs: 60_000 };

/** What `pegboard <server>` prints, whatever server it is. */
function printTools(terminal: Terminal, server: string, tools: readonly ShellTool[], options: SourceOptions): ExitCode {
  const { bold, dim } = terminal.colors;
  if (options.json) printJson(terminal, { server, tools });
  else if (tools.length === 0) print(terminal, `${visible(server)} — no tools`);
  else {
    print(terminal, `${bold(visible(server))} — ${counted(tools.length, "tool")}:`);
    for (const tool of tools) {
      print(terminal, `  ${signatureLine(terminal, tool)}`);
      const refused = tool.refused === undefined ? "" : `refused: it ${tool.refused}; pegboard lock shows the change`;
      const summary = refused || firstLine(tool.description ?? tool.title ?? "");
      if (summary !== "") print(terminal, `      ${dim(summary)}`);
    }
    print(terminal, dim(`\npegboard ${usageOf({ ...options, server })} shows one; with arguments behind it, calls it`));
  }
  return ExitCode.fine;
}
