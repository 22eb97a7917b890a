import { sameJson } from "../../contract/alias.ts";
import { remembered } from "../catalog/lookup.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";

/** Are two tools equal to the last word? */
export const sameTool = remembered<ComparedTool, ComparedTool, boolean>(sameJson);

/** The keys of two tools under which they differ. */
export function changedKeys(base: ComparedTool, head: ComparedTool): ReadonlySet<keyof ComparedTool> {
  const changed = new Set<keyof ComparedTool>();
  // Tools have no other keys.
  for (const key of Object.keys({ ...base, ...head }) as (keyof ComparedTool)[]) {
    if (!sameJson(base[key], head[key])) changed.add(key);
  }
  return changed;
}

/** Texts and examples: what a tool takes and answers with does not depend on them. */
const prose: ReadonlySet<string> = new Set<keyof ComparedTool>([
  "title",
  "summary",
  "description",
  "guidance",
  "examples",
]);

/** Does a change concern texts and examples alone? */
export function isProse(changed: ReadonlySet<keyof ComparedTool>): boolean {
  return [...changed].every((key) => prose.has(key));
}

/** Do all references of two catalogs mean the same? */
export const haveSameTypes = remembered<ComparedCatalog, ComparedCatalog, boolean>((base, head) =>
  sameJson(base.types, head.types),
);

/** A tool, and its index in its catalog. */
export interface IndexedTool {
  readonly tool: ComparedTool;
  readonly index: number;
}

interface ToolsOfBoth {
  readonly base: readonly IndexedTool[];
  readonly head: readonly IndexedTool[];
}

/**
 * The tools of both catalogs without those that are equal in both. What is asked of whole catalogs and hangs on each tool alone
 * is asked of these.
 */
export const unequalTools = remembered<ComparedCatalog, ComparedCatalog, ToolsOfBoth>((base, head) => {
  const inBase = new Map(base.tools.map((tool) => [versionKey(tool), tool]));
  const equal = new Set<ComparedTool>();
  const ofHead = indexedTools(head).filter(({ tool }) => {
    const was = inBase.get(versionKey(tool));
    if (was === undefined || !sameTool(was, tool)) return true;
    equal.add(was);
    return false;
  });
  return { base: indexedTools(base).filter(({ tool }) => !equal.has(tool)), head: ofHead };
});

/** @param meanTheSame equal tools mean the same in both catalogs, so that only the others have to be compared */
export function toolsToCompare(base: ComparedCatalog, head: ComparedCatalog, meanTheSame: boolean): ToolsOfBoth {
  return meanTheSame ? unequalTools(base, head) : { base: indexedTools(base), head: indexedTools(head) };
}

export function indexedTools({ tools }: ComparedCatalog): readonly IndexedTool[] {
  return tools.map((tool, index) => ({ tool, index }));
}

/** A tool of a list has its version too: it is always the same. */
export function versionKey({ name, version }: ComparedTool): string {
  return `${name} ${version}`;
}
