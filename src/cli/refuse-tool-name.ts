// May a tool get this name: asked by the commands that give one.
import type { Catalog, ToolAlias } from "../compiler/catalog/catalog.ts";
import { forms } from "../compiler/catalog/grammar/forms.ts";
import { ownName } from "../compiler/catalog/own-names.ts";
import { retiredClause } from "../contract/retired-name.ts";
import { CliError } from "../terminal/cli-error.ts";

/**
 * @param replacement a tool that may take over a name that is its own alias now
 * @returns the alias that has to give way, if the name is one
 * @throws CliError when the name has no right form, is taken, or was retired
 */
export function refuseToolName(catalog: Catalog, name: string, replacement?: string): ToolAlias | undefined {
  if (!isToolName(name)) {
    const near = name
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^[_0-9]+|_+$/g, "");
    throw new CliError(`'${name}' can't be the name of a tool: it takes ${forms.name.description}`, {
      hint: isToolName(near) ? `for example ${near}` : undefined,
    });
  }
  const same = catalog.tools.find((tool) => tool.name === name || ownName(tool) === name);
  if (same !== undefined && (same.name === name || same.name !== replacement)) {
    const known = same.name === name ? "" : `, which callers know as '${same.name}'`;
    throw new CliError(`there is a tool '${name}' already${known}`);
  }
  for (const tool of catalog.tools) {
    const alias = tool.aliases.find((candidate) => candidate.name === name);
    if (alias === undefined) continue;
    if (tool.name === replacement) return alias;
    throw new CliError(`'${name}' is an old name of '${tool.name}': its callers would get another tool`, {
      hint: "choose another name",
    });
  }
  const retired = catalog.retired.find((entry) => entry.name === name);
  if (retired === undefined) return undefined;
  const { removed, replacedBy, reason } = retired;
  if (removed === undefined) {
    throw new CliError(`'${name}' ${retiredClause(retired)}, as schema/retired.yaml says`, {
      hint: "take it out of schema/retired.yaml first",
    });
  }
  const why = [reason, replacedBy === undefined ? undefined : `'${replacedBy}' has replaced it`].filter(isThere);
  throw new CliError(`'${name}' ${retiredClause(retired)}; a retired name never comes back with another meaning`, {
    hint: why.length === 0 ? "choose another name" : why.join("; "),
  });
}

export function isToolName(name: string): boolean {
  return new RegExp(forms.name.pattern, "u").test(name);
}

function isThere(text: string | undefined): text is string {
  return text !== undefined;
}
