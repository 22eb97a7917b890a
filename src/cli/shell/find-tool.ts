import { strictestAnnotations } from "../../bridge/policy.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { CliError } from "../cli-error.ts";
import type { Terminal } from "../terminal.ts";
import { shellWord } from "./shell-word.ts";
import type { AskOptions, ShellTool, ToolSource } from "./tool-source.ts";

/**
 * One tool of a server, by exactly its name.
 * @throws CliError (usage) with the near miss for a tool that the server does not list: nothing else is ever called
 */
export async function findShellTool(
  terminal: Terminal,
  source: ToolSource,
  { server, name }: { readonly server: string; readonly name: string },
  options: AskOptions,
): Promise<ShellTool> {
  if (source.tool !== undefined) return source.tool(server, name, options);
  const tools = await source.tools(server, options);
  const named = tools.filter((tool) => tool.name === name);
  const [found] = named;
  await remember(terminal, server, tools);
  if (found !== undefined) {
    // Annotations are shown as they came, whatever they are.
    return named.length === 1 ? found : ({ ...found, annotations: strictestAnnotations(named) } as ShellTool);
  }
  const near = nearMiss(
    name,
    tools.map((tool) => tool.name),
  );
  throw new CliError(`there is no tool '${name}' on server '${server}'`, {
    hint: near === undefined ? `pegboard tools --server ${shellWord(server)} lists them` : `did you mean '${near}'?`,
  });
}

/** The TAB key starts no server; what it offers is what was seen last. */
export async function remember(terminal: Terminal, server: string, tools: readonly ShellTool[]): Promise<void> {
  const { rememberTools } = await import("../completion/listing-cache.ts");
  await rememberTools(terminal, server, tools);
}
