import { isJsonObject } from "../../contract/json.ts";
import { forms } from "../catalog/grammar/forms.ts";
import { nameBudget } from "../clients/client-limits.ts";
import { verbEffectOf } from "../lint/name-words.ts";
import type { ListedTool } from "../schema/tools-list.ts";
import { freeName, isOldName, snakeCase } from "./fold-name.ts";
import type { Loss } from "./loss.ts";
import { quote } from "./read-scalar.ts";

export interface NamedTool extends ListedTool {
  /** The tool's name here: also the base name of its file. */
  readonly to: string;
  /** The original name, where it differs: callers go on spelling it so. */
  readonly wire: string | undefined;
  /** The same where it can only be kept as an old name. */
  readonly alias: string | undefined;
}

export interface TakenNames {
  /** Tools and aliases that the catalog has already. */
  readonly tools: readonly string[];
}

/** Tools that every catalog has, or will have, of its own. */
const ownTools = ["tool_search", "tool_describe", "tool_families", "call_read", "call_write", "call_destructive"];

const wireForm = new RegExp(forms.wireTool.pattern, "u");

/** Names of files that some systems keep for themselves. */
const deviceNames = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A name for each tool: its own where the language allows it, else the nearest that it does.
 * @param server name of the server, which clients put before a tool's
 */
export function chooseNames(
  tools: readonly ListedTool[],
  server: string,
  taken: TakenNames,
): { readonly tools: readonly NamedTool[]; readonly lost: readonly Loss[] } {
  const limit = nameBudget(server);
  const keys = new Set([...taken.tools, ...ownTools].map(key));
  const originals = new Set(tools.map((tool) => tool.name));
  const lost: Loss[] = [];
  const names = new Map<string, string>();
  const misleading = new Set(tools.filter(isMisleading).map((tool) => tool.name));
  // Names that fit as they are go first, so that no other becomes one of them.
  for (const { name } of tools) {
    if (!/^[a-z][a-z0-9_]*$/.test(name) || name.length > limit || !isAllowed(name) || keys.has(key(name))) continue;
    if (misleading.has(name)) continue;
    keys.add(key(name));
    names.set(name, name);
  }
  for (const { name } of tools) {
    if (names.has(name)) continue;
    const folded = snakeCase(name).replace(/^(?:mcp_)+(?=.)/, "");
    const allowed = folded === "" || folded === "mcp" ? "tool" : isAllowed(folded) ? folded : `${folded}_tool`;
    const wanted = misleading.has(name) ? `run_${allowed}` : allowed;
    const free = freeName(wanted, limit, (candidate) => keys.has(key(candidate)) || originals.has(candidate));
    keys.add(key(free));
    names.set(name, free);
  }
  const named = tools.map((tool): NamedTool => {
    const to = names.get(tool.name) ?? tool.name;
    if (to === tool.name) return { ...tool, to, wire: undefined, alias: undefined };
    if (wireForm.test(tool.name) && !taken.tools.includes(tool.name)) {
      return { ...tool, to, wire: tool.name, alias: undefined };
    }
    const problem = aliasProblem(tool.name, limit, taken);
    const loss = { tool: tool.name, pointer: `${tool.pointer}/name`, keyword: "name" };
    if (problem === undefined) {
      const why = "names are lower case words joined by '_', each its own, and don't mislead";
      lost.push({ ...loss, effect: "renamed", why, instead: `${to}, with ${quote(tool.name)} as an old name` });
    } else lost.push({ ...loss, effect: "narrower", why: problem, instead: `${to} alone` });
    return { ...tool, to, wire: undefined, alias: problem === undefined ? tool.name : undefined };
  });
  return { tools: named, lost };
}

/** Its name and its annotations disagree on whether it reads or destroys, so the name misleads. */
function isMisleading({ name, raw }: ListedTool): boolean {
  const annotations = isJsonObject(raw.annotations) ? raw.annotations : {};
  const verbEffect = verbEffectOf(name);
  if (annotations.readOnlyHint === true) return verbEffect === "destroys";
  return annotations.destructiveHint === (verbEffect === "reads") && verbEffect !== "other";
}

/** Names that differ by case or underscores only would become one name in generated code. */
function key(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

function isAllowed(name: string): boolean {
  return !(name in Object.prototype) && !deviceNames.test(name) && !name.startsWith("mcp_");
}

function aliasProblem(name: string, limit: number, taken: TakenNames): string | undefined {
  if (!isOldName(name)) return `${quote(name)} is not a name that can be called here`;
  if (name in Object.prototype) return "every object has a member of that name";
  if (name.startsWith("mcp_")) return "clients keep names that begin with 'mcp_' for themselves";
  if (name.length > limit)
    return `it is longer than the ${limit} characters that clients leave beside the server's name`;
  if ([...taken.tools, ...ownTools].includes(name)) return "another tool has that name";
  return undefined;
}
