import { isBuiltinName } from "../contract/builtin-tools.ts";
import { ownValue } from "../contract/own-property.ts";
import { type CatalogDocs, inlineJson } from "./catalog-docs.ts";
import { adviceLines } from "./guide.ts";
import type { Registry, ToolEntry } from "./registry.ts";
import { type Shown, type ShownNames, shownNames } from "./shown-names.ts";

/** `pegboard://guide`: the instructions of a server in full, as Markdown, with tools under the names that it shows. */
export function guidePage<Deps>(registry: Registry<Deps>, shown: Shown, docs: CatalogDocs): string {
  const names = shownNames(registry, shown);
  const { title, name, instructions } = registry.server;
  const own = names.listedText(instructions ?? "").trim();
  const advice = adviceLines(registry, shown, names, own);
  const parts = [
    `# ${title ?? name}`,
    own,
    ...(advice.length === 0 ? [] : ["## Finding and calling tools", advice.join("\n")]),
    ...familyParts(registry, shown, { names, docs }),
    ...workflowParts(docs, names),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

interface PageTexts {
  readonly names: ShownNames;
  readonly docs: CatalogDocs;
}

function familyParts<Deps>(registry: Registry<Deps>, { policy }: Shown, texts: PageTexts): readonly string[] {
  const { names } = texts;
  // A tool that is not listed can still be called by a client that knows it, unless the profile shows other names.
  const tools = Object.values(registry.tools).filter(({ name }) => !isBuiltinName(name) && policy.permits(name));
  return Object.entries(registry.families).flatMap(([family, { title, summary }]) => {
    const members = tools.filter((tool) => tool.family === family).flatMap((tool) => toolLines(tool, texts));
    return members.length === 0 ? [] : [`## ${title}`, names.text(summary), members.join("\n")];
  });
}

function toolLines<Deps>({ name, summary }: ToolEntry<Deps>, { names, docs }: PageTexts): readonly string[] {
  const shown = names.shownOrOwn(name);
  if (shown === undefined) return [];
  const { useWhen = [], practices = [] } = ownValue(docs.guidance, name) ?? {};
  const bullets = (label: string, items: readonly string[]) => {
    const kept = items.map(names.text).filter((text) => text !== "");
    return kept.length === 0 ? [] : [`  - ${label}: ${kept.join("; ")}`];
  };
  return [
    `- \`${shown}\`: ${names.text(summary)}`,
    ...bullets("use it when", useWhen),
    ...bullets("good practice", practices),
  ];
}

function workflowParts({ workflows }: CatalogDocs, { shownOrOwn, text }: ShownNames): readonly string[] {
  const sections = workflows.flatMap(({ goal, steps }) => {
    const names = steps.map(({ call }) => shownOrOwn(call));
    const words = text(goal);
    if (words === "" || names.includes(undefined)) return [];
    // An old name takes other arguments, so they are left out.
    const lines = steps.map(({ call, with: given }, at) => {
      const shown = names[at] ?? call;
      return `${at + 1}. \`${shown}\`${shown === call ? ` ${inlineJson(given)}` : ""}`;
    });
    return [`### ${words}`, lines.join("\n")];
  });
  return sections.length === 0 ? [] : ["## Workflows", ...sections];
}
