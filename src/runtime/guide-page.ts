import { isBuiltinName } from "../contract/builtin-tools.ts";
import { ownValue } from "../contract/own-property.ts";
import { type CatalogDocs, inlineJson } from "./catalog-docs.ts";
import { sessionWay, surfaceWay } from "./guide.ts";
import type { Registry, ToolEntry } from "./registry.ts";
import { type Shown, type ShownNames, shownNames } from "./shown-names.ts";

/** `pegboard://guide`: all that the instructions of a server leave out, as Markdown. Tools stand under the names it shows. */
export function guidePage<Deps>(registry: Registry<Deps>, shown: Shown, docs: CatalogDocs): string {
  const names = shownNames(registry, shown);
  const { title, name, instructions } = registry.server;
  const own = names.text(instructions ?? "").trim();
  const way = [surfaceWay(registry, shown, names), sessionWay(registry, names, own)].filter((line) => line !== "");
  const parts = [
    `# ${title ?? name}`,
    own,
    ...(way.length === 0 ? [] : ["## Finding and calling tools", way.join("\n")]),
    ...familyParts(registry, shown, { names, docs }),
    ...workflowParts(docs, names),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

interface Words {
  readonly names: ShownNames;
  readonly docs: CatalogDocs;
}

function familyParts<Deps>(registry: Registry<Deps>, { policy }: Shown, words: Words): readonly string[] {
  const { names } = words;
  // What is not listed can be called all the same by whoever knows it, unless the profile shows other names.
  const tools = Object.values(registry.tools).filter(({ name }) => !isBuiltinName(name) && policy.permits(name));
  return Object.entries(registry.families).flatMap(([family, { title, summary }]) => {
    const members = tools.filter((tool) => tool.family === family).flatMap((tool) => toolLines(tool, words));
    return members.length === 0 ? [] : [`## ${title}`, names.text(summary), members.join("\n")];
  });
}

function toolLines<Deps>({ name, summary }: ToolEntry<Deps>, { names, docs }: Words): readonly string[] {
  const shown = names.shownOrOwn(name);
  if (shown === undefined) return [];
  const { useWhen = [], practices = [] } = ownValue(docs.guidance, name) ?? {};
  const reported = (label: string, texts: readonly string[]) => {
    const kept = texts.map(names.text).filter((text) => text !== "");
    return kept.length === 0 ? [] : [`  - ${label}: ${kept.join("; ")}`];
  };
  return [
    `- \`${shown}\`: ${names.text(summary)}`,
    ...reported("use it when", useWhen),
    ...reported("good practice", practices),
  ];
}

function workflowParts({ workflows }: CatalogDocs, { shownOrOwn, text }: ShownNames): readonly string[] {
  const reported = workflows.flatMap(({ goal, steps }) => {
    const names = steps.map(({ call }) => shownOrOwn(call));
    const words = text(goal);
    if (words === "" || names.includes(undefined)) return [];
    // An old name takes other arguments.
    const lines = steps.map(({ call, with: given }, at) => {
      const shown = names[at] ?? call;
      return `${at + 1}. \`${shown}\`${shown === call ? ` ${inlineJson(given)}` : ""}`;
    });
    return [`### ${words}`, lines.join("\n")];
  });
  return reported.length === 0 ? [] : ["## Workflows", ...reported];
}
