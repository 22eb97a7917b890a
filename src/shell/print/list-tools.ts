import { ownValue } from "../../contract/own-property.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import type { LocalCatalog } from "../catalog/local-catalog.ts";
import { remember } from "../sources/find-shell-tool.ts";
import { askOptions, openLocal, openSource, type SourceOptions } from "../sources/open-source.ts";
import type { AskOptions, ShellTool, ToolSource } from "../sources/tool-source.ts";
import { firstLine } from "./foreign-text.ts";
import { shellWord } from "./shell-word.ts";
import { signatureOf } from "./signature.ts";

export interface ListToolsOptions extends SourceOptions {
  readonly server: string;
  readonly json?: true;
}

/** The tools of one server, each with its signature: enough to call most of them. */
export async function listShellTools(terminal: Terminal, options: ListToolsOptions): Promise<ExitCode> {
  const interrupted = terminal.catchInterrupts();
  const { source } = await openSource(terminal, options);
  const { server } = options;
  const tools = await wholeTools(source, server, askOptions(terminal, interrupted, options)).finally(() =>
    source.close(),
  );
  if (tools.every(isWhole)) await remember(terminal, server, tools);
  printShellTools(terminal, server, tools, options.json === true);
  return ExitCode.fine;
}

/** A bridge lists names and descriptions; of few tools, each is asked for by itself. */
async function wholeTools(source: ToolSource, server: string, asked: AskOptions): Promise<readonly ShellTool[]> {
  const tools = await source.tools(server, asked);
  const { tool } = source;
  if (tool === undefined || tools.length > fewTools) return tools;
  return Promise.all(tools.map((each) => tool(server, each.name, asked)));
}

const fewTools = 50;

function isWhole({ hasStructuredOutput }: ShellTool): boolean {
  return hasStructuredOutput === undefined;
}

/** The same for the catalog in this process. */
export async function printLocalTools(
  terminal: Terminal,
  catalog: LocalCatalog,
  options: SourceOptions & { readonly json?: true },
): Promise<ExitCode> {
  const source = await openLocal(terminal, catalog, options);
  const tools = await source.tools(source.name, neverAborted);
  const { registry } = catalog;
  // What it says to models begins with what `describe` shows people anyway.
  const forPeople = tools.map((tool) => ({ ...tool, description: ownValue(registry.tools, tool.name)?.summary ?? "" }));
  printShellTools(terminal, source.name, options.json ? tools : forPeople, options.json === true);
  return ExitCode.fine;
}

/** It lies in this process, so there is nothing to wait for. */
const neverAborted: AskOptions = { signal: new AbortController().signal, timeoutMs: 60_000 };

/** What `pegboard <server>` prints, whatever server it is. */
export function printShellTools(
  terminal: Terminal,
  server: string,
  tools: readonly ShellTool[],
  asJson: boolean,
): void {
  if (asJson) {
    printJson(terminal, { server, tools });
    return;
  }
  const { bold, dim } = terminal.colors;
  if (tools.length === 0) {
    print(terminal, `${visible(server)} — no tools`);
    return;
  }
  print(terminal, `${bold(visible(server))} — ${counted(tools.length, "tool")}:`);
  for (const tool of tools) {
    print(terminal, `  ${signatureLine(terminal, tool)}`);
    const said = firstLine(tool.description ?? tool.title ?? "");
    if (said !== "") print(terminal, `      ${dim(said)}`);
  }
  print(terminal, dim(`\npegboard ${shellWord(server)} <tool> shows one; with arguments behind it, calls it`));
}

/** `[json]`: what it answers is for programs too. */
export function signatureLine({ colors }: Pick<Terminal, "colors">, tool: ShellTool): string {
  // Of a tool that is not whole, nobody knows the params.
  const signature = isWhole(tool) ? visible(signatureOf(tool)) : visible(tool.name);
  const name = visible(tool.name);
  const hasJson = tool.outputSchema !== undefined || tool.hasStructuredOutput === true;
  return `${colors.bold(name)}${signature.slice(name.length)}${hasJson ? colors.dim(" [json]") : ""}`;
}
