import { strictestAnnotations } from "../../bridge/policy.ts";
import { ownValue } from "../../contract/own-property.ts";
import { retiredClause } from "../../contract/retired-name.ts";
import { CliError, nearHint } from "../../terminal/cli-error.ts";
import { printError, type Terminal } from "../../terminal/terminal.ts";
import type { LocalRegistry } from "../catalog/bound-catalog.ts";
import { shellWord } from "../print/foreign-text.ts";
import { type AskOptions, type ShellTool, ToolRefused, type ToolSource } from "./tool-source.ts";

/**
 * Finds a tool of the catalog by its name or an old one; then `alias` says what that means.
 * @param place says which catalog this is, in place of how its tools are listed
 * @throws CliError with the nearest name, or with what a retired name was replaced by
 */
export function findTool(registry: LocalRegistry, name: string, place?: string) {
  const alias = ownValue(registry.aliases, name);
  const entry = ownValue(registry.tools, alias?.target ?? name);
  if (entry !== undefined) return { entry, alias };
  const retired = ownValue(registry.retired, name);
  if (retired !== undefined) {
    const hint = retired.replacedBy === undefined ? retired.reason : `use '${retired.replacedBy}' instead`;
    throw new CliError(`'${name}' ${retiredClause(retired)}`, { hint });
  }
  const names = [...Object.keys(registry.tools), ...Object.keys(registry.aliases)];
  throw new CliError(`there is no tool '${name}'`, {
    hint: nearHint(name, names, place ?? "pegboard tools lists them"),
  });
}

/**
 * One tool of a server, by exactly its name.
 * @throws CliError (usage) with the near miss for a tool that the server does not list: nothing else is ever called
 */
export async function findServerTool(
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
  if (found === undefined) {
    const names = tools.map((tool) => tool.name);
    throw new CliError(`there is no tool '${name}' on server '${server}'`, {
      hint: nearHint(name, names, `pegboard tools --server ${shellWord(server)} lists them`),
    });
  }
  if (found.refused !== undefined) throw await refusal(terminal, source, { server, name }, found.refused);
  // Annotations are shown as they came, whatever they are.
  return named.length === 1 ? found : ({ ...found, annotations: strictestAnnotations(named) } as ShellTool);
}

/** Shows what changed. @returns what is thrown then */
async function refusal(
  terminal: Terminal,
  source: ToolSource,
  { server, name }: { readonly server: string; readonly name: string },
  refused: string,
): Promise<ToolRefused> {
  const change = source.changeOf?.(server, name);
  if (change !== undefined) {
    const { changesText } = await import("../lock/lock-report.ts");
    const today = new Date(terminal.clock()).toISOString().slice(0, 10);
    printError(terminal, `${changesText([change], terminal.errorColors, today)}\n`);
  }
  return new ToolRefused(server, name, refused, source.lockWordsOf?.(server) ?? shellWord(server));
}

/** The TAB key starts no server; what it offers is what was seen last. */
export async function remember(terminal: Terminal, server: string, tools: readonly ShellTool[]): Promise<void> {
  const { rememberTools } = await import("../completion/listing-cache.ts");
  await rememberTools(
    terminal,
    server,
    tools.filter(({ refused }) => refused === undefined),
  );
}
