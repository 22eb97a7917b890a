// The instructions that a model gets when it connects, and where it can read more. The catalog's own text comes first; the
// rest is made of the catalog's facts, with the names that this server shows.
import type { BuiltinName } from "../contract/builtin-tools.ts";
import { utf8Length } from "../contract/utf8.ts";
import type { Registry } from "./registry.ts";
import { neededOpener } from "./session-opener.ts";
import { type Shown, type ShownNames, shownNames } from "./shown-names.ts";

/** Where the whole guide can be read. */
export const guideUri = "pegboard://guide";

/** Bytes that are added to the catalog's own text: about 250 tokens, which every conversation pays. */
const maxBytes = 1_000;

/** Share of the families, so that some workflows fit too. */
const familyShare = 0.6;

/** The `instructions` of a server: the same text for the same catalog and listing options. */
export function instructionsOf<Deps>(registry: Registry<Deps>, shown: Shown): string {
  const names = shownNames(registry, shown);
  const text = names.listedText(registry.server.instructions ?? "");
  const own = text.trim();
  if (isPlain(registry, shown)) return own === "" ? own : text;
  const fixed = adviceLines(registry, shown, names, own);
  const last = `More: the resource ${guideUri}`;
  let left = maxBytes - utf8Length([...fixed, last].join("\n"));
  const families = fillSection("Families:", familyLines(registry, names), left * familyShare);
  left -= utf8Length(families.join("\n"));
  const workflows = fillSection("Workflows:", workflowLines(registry, names), left);
  return [...(own === "" ? [] : [own]), ...fixed, ...families, ...workflows, last].join("\n");
}

/** Plain texts are the author's alone. */
function isPlain<Deps>(registry: Registry<Deps>, { listingOptions: { profile, surface, detail } }: Shown): boolean {
  return registry.profiles[profile]?.texts === "plain" && surface === undefined && detail === undefined;
}

/** How tools are found and called, and which one opens sessions. @param ownText of the catalog, which may name it */
export function adviceLines<Deps>(
  registry: Registry<Deps>,
  shown: Shown,
  names: ShownNames,
  ownText: string,
): readonly string[] {
  const lines = [describeSurface(registry, shown, names), describeSessions(registry, shown, names, ownText)];
  return lines.filter((line) => line !== "");
}

/** How tools are found and called on this surface, in the names of what is listed. */
function describeSurface<Deps>(registry: Registry<Deps>, { listingOptions }: Shown, { isListed }: ShownNames): string {
  const surface = listingOptions.surface ?? registry.profiles[listingOptions.profile]?.surface;
  const parts: string[] = [];
  // Not under old names: those take other arguments, and the list says what they are for.
  if (isListed("tool_search")) parts.push("tool_search finds tools by words");
  if (isListed("tool_families")) parts.push("tool_families lists them all");
  if (isListed("tool_describe")) {
    const folded = surface === "folded" ? ", including the rarer ones that the list leaves out" : "";
    parts.push(`tool_describe shows the params of a tool${folded}`);
  }
  const proxies = proxyToolWords
    .filter(({ proxyTool }) => isListed(proxyTool))
    .map(({ proxyTool, calls }) => `${proxyTool} ${calls}`);
  const call = parts.length === 0 ? "Call" : "call";
  // Beside other tools the list says what each is for.
  if (surface !== "meta" && proxies.length === proxyToolWords.length)
    parts.push("call_read, call_write and call_destructive call a tool that is not listed");
  else if (proxies.length > 0) parts.push(`${call} a tool through a proxy tool: ${proxies.join(", ")}`);
  return parts.length === 0 ? "" : `${parts.join("; ")}.`;
}

const proxyToolWords = [
  { proxyTool: "call_read", calls: "for tools that only read" },
  { proxyTool: "call_write", calls: "for tools that change something" },
  { proxyTool: "call_destructive", calls: "for tools that may destroy something" },
] as const satisfies readonly { readonly proxyTool: BuiltinName; readonly calls: string }[];

/** What a model does where nothing remembers the session that it opened; empty where no tool opens one. */
export function handleAdvice<Deps>(registry: Registry<Deps>, shown: Shown): string {
  const opener = openerIn(registry, shown, shownNames(registry, shown));
  return opener === undefined || isPlain(registry, shown)
    ? ""
    : `Nothing remembers the session here: send the handle that ${opener} returns as 'session' with each call.`;
}

/** The name under which a model calls the tool that opens sessions, where it has to. */
function openerIn<Deps>(
  registry: Registry<Deps>,
  { listingOptions }: Shown,
  { nameOf }: ShownNames,
): string | undefined {
  const opener = neededOpener(registry, listingOptions.profile);
  const needs = opener !== undefined && Object.values(registry.tools).some(({ session }) => session === "required");
  return needs ? nameOf(opener) : undefined;
}

/** Which tool opens sessions; empty where the catalog's own text names it, and where they open by themselves. */
function describeSessions<Deps>(registry: Registry<Deps>, shown: Shown, names: ShownNames, ownText: string): string {
  const opener = openerIn(registry, shown, names);
  return opener === undefined || ownText.includes(opener) ? "" : `Open a session with ${opener} before you write.`;
}

/**
 * One line for each family with a tool that can be called. Beside listed tools, families of which none is listed are one line: their
 * names are what a model searches for.
 */
function familyLines<Deps>(registry: Registry<Deps>, { nameOf, isListed, text }: ShownNames): readonly string[] {
  const callable = Object.values(registry.tools).filter(({ name }) => nameOf(name) !== undefined);
  const families = new Set(callable.map(({ family }) => family));
  const listed = new Set(callable.flatMap(({ name, family }) => (isListed(nameOf(name) ?? name) ? [family] : [])));
  const all = Object.entries(registry.families).filter(([name]) => families.has(name));
  const found = listed.size === 0 ? [] : all.flatMap(([name]) => (listed.has(name) ? [] : [name]));
  const lines = all.flatMap(([name, { summary }]) => {
    if (found.includes(name)) return [];
    const words = text(summary);
    return [words === "" ? `- ${name}` : `- ${name}: ${words}`];
  });
  return found.length === 0 ? lines : [`- not listed: ${found.join(", ")}`, ...lines];
}

/** One line for each workflow of which every step can be called. */
function workflowLines<Deps>(
  { workflows }: Registry<Deps>,
  { nameOf, text, unneededOpener }: ShownNames,
): readonly string[] {
  return workflows.flatMap(({ goal, steps }) => {
    const names = steps.filter((step) => step !== unneededOpener).map(nameOf);
    const words = text(goal);
    if (words === "" || names.includes(undefined)) return [];
    return [`- ${words}: ${names.filter((name, at) => name !== names[at - 1]).join(", ")}`];
  });
}

/** A heading and as many lines as fit below it; the others are counted. */
function fillSection(heading: string, lines: readonly string[], maxBytes: number): readonly string[] {
  if (lines.length === 0) return [];
  const kept = [heading];
  let left = maxBytes - utf8Length(heading);
  for (const line of lines) {
    left -= utf8Length(line) + 1;
    if (left < 0) break;
    kept.push(line);
  }
  const others = lines.length - (kept.length - 1);
  if (kept.length === 1) return [];
  return others === 0 ? kept : [...kept, `- and ${others} more`];
}
