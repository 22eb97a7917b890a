import { suggest } from "../../diagnostics/mistyped.ts";
import { CliError } from "../../terminal/cli-error.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { table } from "../../terminal/table.ts";
import { counted, print, printJson, type Terminal } from "../../terminal/terminal.ts";
import type { LocalRegistry } from "../catalog/bound-catalog.ts";
import { type ToolFacts, toolFacts } from "../catalog/tool-facts.ts";
import { inNearCatalog } from "../sources/near-catalog.ts";
import { localOf, type SourceOptions } from "../sources/open-source.ts";

export interface ToolsOptions extends SourceOptions {
  readonly family?: string;
  readonly profile?: string;
}

/** Lists the tools of the local catalog, in its order; or those of a server. */
export async function tools(terminal: Terminal, given: ToolsOptions): Promise<ExitCode> {
  const options = await inNearCatalog(terminal, given);
  const { server } = options;
  const catalog = await localOf(terminal, options);
  if (server !== undefined && (options.family ?? options.profile) === undefined) {
    const { listLocalTools, listServerTools } = await import("../print/list-tools.ts");
    if (catalog === undefined) return listServerTools(terminal, server, options);
    return listLocalTools(terminal, catalog, options);
  }
  if (catalog === undefined) {
    throw new CliError("--family and --profile are for the catalog", { hint: `'${server}' is another server` });
  }
  const { registry } = catalog;
  const listed = select(registry, options).flatMap((tool) => asListed(registry, tool, options.profile));
  if (options.json) {
    printJson(terminal, { server: registry.server, tools: listed });
    return ExitCode.fine;
  }
  const { bold, dim } = terminal.colors;
  for (const family of new Set(listed.map((tool) => tool.family))) {
    const members = listed.filter((tool) => tool.family === family);
    print(terminal, dim(family));
    print(
      terminal,
      table(
        members.map((tool) => [bold(tool.name), dim(tool.tier), tool.summary]),
        terminal.columns,
      ),
    );
    print(terminal, "");
  }
  const hint = listed.length === 0 ? "" : "; pegboard describe <tool> shows one";
  print(terminal, dim(`${counted(listed.length, "tool")}${hint}`));
  return ExitCode.fine;
}

/** A profile that lists the names of a system shows a tool once for each of them. */
function asListed(registry: LocalRegistry, tool: ToolFacts, profile: string | undefined): readonly ToolFacts[] {
  const system = profile === undefined ? undefined : registry.profiles[profile]?.listAs;
  if (system === undefined) return [tool];
  const aliases = Object.values(registry.aliases)
    .filter((alias) => alias.target === tool.name && alias.of === system)
    .map((alias) => ({ ...tool, name: alias.name, summary: `${tool.summary} (${tool.name})` }));
  return registry.tools[tool.name]?.nativeTo?.includes(system) === true ? [tool, ...aliases] : aliases;
}

function select(registry: LocalRegistry, { family, profile }: ToolsOptions): readonly ToolFacts[] {
  const all = Object.keys(registry.tools).map((name) => toolFacts(registry, name));
  const families = new Set(all.map((tool) => tool.family));
  if (family !== undefined && !families.has(family)) {
    throw new CliError(`there is no family '${family}'`, { hint: suggest(family, families) });
  }
  if (profile !== undefined && !Object.hasOwn(registry.profiles, profile)) {
    throw new CliError(`there is no profile '${profile}'`, { hint: suggest(profile, Object.keys(registry.profiles)) });
  }
  const shown = profile === undefined ? undefined : new Set(registry.profiles[profile]?.tools);
  return all.filter((tool) => (family ?? tool.family) === tool.family && (shown?.has(tool.name) ?? true));
}
