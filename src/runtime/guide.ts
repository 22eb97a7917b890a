// What a model is told when it connects, and where it can read on. The catalog's own words come first; what stands behind
// them is made of its facts, in names that this server shows.
import type { BuiltinName } from "../contract/builtin-tools.ts";
import { utf8Length } from "../contract/utf8.ts";
import type { Registry } from "./registry.ts";
import { type Shown, type ShownNames, shownNames } from "./shown-names.ts";

/** Where the whole guide can be read. */
export const guideUri = "pegboard://guide";

/** Bytes of what is added to the catalog's own words: about 200 tokens, which every conversation pays. */
const maxBytes = 800;

/** Families take no more of that, so that some workflows are told too. */
const familyShare = 0.6;

/** The `instructions` of a server: the same texts for the same catalog and showing. */
export function instructionsOf<Deps>(registry: Registry<Deps>, shown: Shown): string {
  const names = shownNames(registry, shown);
  const own = names.text(registry.server.instructions ?? "").trim();
  const fixed = [surfaceWay(registry, shown, names), sessionWay(registry, names, own)].filter((line) => line !== "");
  const last = `More: the resource ${guideUri}`;
  let left = maxBytes - utf8Length([...fixed, last].join("\n"));
  const families = fill("Families:", familyLines(registry, names), left * familyShare);
  left -= utf8Length(families.join("\n"));
  const workflows = fill("Workflows:", workflowLines(registry, names), left);
  return [...(own === "" ? [] : [own]), ...fixed, ...families, ...workflows, last].join("\n");
}

/** How tools are found and called on this surface, in the names of what is listed. */
export function surfaceWay<Deps>(
  registry: Registry<Deps>,
  { listingOptions }: Shown,
  { isListed }: ShownNames,
): string {
  const surface = listingOptions.surface ?? registry.profiles[listingOptions.profile]?.surface;
  const parts: string[] = [];
  // Not under old names: those took other arguments, and what they are for stands in the list.
  if (isListed("tool_search")) parts.push("tool_search finds tools by words");
  if (isListed("tool_families")) parts.push("tool_families lists them all");
  if (isListed("tool_describe")) {
    const folded = surface === "folded" ? ", also the rarer params that the list leaves out" : "";
    parts.push(`tool_describe shows what one takes${folded}`);
  }
  const proxies = proxyToolWords
    .filter(({ proxyTool }) => isListed(proxyTool))
    .map(({ proxyTool, calls }) => `${proxyTool} ${calls}`);
  const call = parts.length === 0 ? "Call" : "call";
  if (proxies.length > 0) parts.push(`${call} a tool through its door: ${proxies.join(", ")}`);
  return parts.length === 0 ? "" : `${parts.join("; ")}.`;
}

const proxyToolWords = [
  { proxyTool: "call_read", calls: "if it only reads" },
  { proxyTool: "call_write", calls: "if it changes something" },
  { proxyTool: "call_destructive", calls: "if it may destroy something" },
] as const satisfies readonly { readonly proxyTool: BuiltinName; readonly calls: string }[];

/** Which tool opens sessions; nothing where the catalog's own words have said it. */
export function sessionWay<Deps>({ opensSession, tools }: Registry<Deps>, names: ShownNames, said: string): string {
  if (opensSession === undefined) return "";
  const opener = names.nameOf(opensSession);
  const needs = Object.values(tools).some(({ session }) => session === "required");
  return opener === undefined || !needs || said.includes(opener)
    ? ""
    : `Open a session with ${opener} before you write.`;
}

/** One line a family of which something can be called. */
export function familyLines<Deps>(registry: Registry<Deps>, { nameOf, text }: ShownNames): readonly string[] {
  const families = new Set(
    Object.values(registry.tools).flatMap(({ name, family }) => (nameOf(name) === undefined ? [] : [family])),
  );
  return Object.entries(registry.families).flatMap(([name, { summary }]) => {
    if (!families.has(name)) return [];
    const words = text(summary);
    return [words === "" ? `- ${name}` : `- ${name}: ${words}`];
  });
}

/** One line a workflow of which every step can be called. */
function workflowLines<Deps>({ workflows }: Registry<Deps>, { nameOf, text }: ShownNames): readonly string[] {
  return workflows.flatMap(({ goal, steps }) => {
    const names = steps.map(nameOf);
    const words = text(goal);
    if (words === "" || names.includes(undefined)) return [];
    return [`- ${words}: ${names.filter((name, at) => name !== names[at - 1]).join(", ")}`];
  });
}

/** A heading and as many lines as fit below it; what is left out is said. */
function fill(heading: string, lines: readonly string[], maxBytesOfAll: number): readonly string[] {
  if (lines.length === 0) return [];
  const kept = [heading];
  let left = maxBytesOfAll - utf8Length(heading);
  for (const line of lines) {
    left -= utf8Length(line) + 1;
    if (left < 0) break;
    kept.push(line);
  }
  const others = lines.length - (kept.length - 1);
  if (kept.length === 1) return [];
  return others === 0 ? kept : [...kept, `- and ${others} more`];
}
