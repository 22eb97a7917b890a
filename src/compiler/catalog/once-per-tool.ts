import type { Catalog, Tool } from "./catalog.ts";
import { oncePerCatalog } from "./lookup.ts";
import { allVersions, versionedName } from "./versions.ts";

// What is computed of a tool once, also in a session that compiles again and again: there an edit makes a new catalog, in which the
// tools that it does not touch are the same objects as before.

/** The catalogs of a session that differ only in what their tools say: the same names in the same order, and everything else alike. */
interface Line {
  /** Everything but the tools, and their names. */
  readonly surroundings: string;
}

const lines = new WeakMap<Catalog, Line>();

function lineOf(catalog: Catalog): Line {
  const known = lines.get(catalog);
  if (known !== undefined) return known;
  const line = { surroundings: "" };
  lines.set(catalog, line);
  return line;
}

/**
 * Keeps for a catalog what was computed of the tools of an earlier one.
 * @param line of the earlier one, as this function returned it
 */
export function continueLine(catalog: Catalog, line: object | undefined): object {
  const surroundings = JSON.stringify([{ ...catalog, tools: [] }, catalog.tools.map(versionedName)]);
  const before = line as Line | undefined; // an object that this function returned
  const own = before?.surroundings === surroundings ? before : { surroundings };
  lines.set(catalog, own);
  return own;
}

/** A function of a tool that is computed once for each. */
export interface OncePerTool<Value extends object> {
  (catalog: Catalog): (tool: Tool) => Value;
  /** Keeps what another thread computed. */
  readonly keep: (catalog: Catalog, tool: Tool, value: Value) => void;
}

/** @param compute may read the tool, its other versions, and the parts of the catalog that belong to no tool, and the tools' names */
export function oncePerTool<Value extends object>(
  compute: (tool: Tool, catalog: Catalog) => Value,
): OncePerTool<Value> {
  const byLine = new WeakMap<Line, WeakMap<Tool, { readonly versions: readonly Tool[]; readonly value: Value }>>();
  const valuesOf = (catalog: Catalog) => {
    const line = lineOf(catalog);
    const values = byLine.get(line) ?? new WeakMap();
    byLine.set(line, values);
    return values;
  };
  const computed = (catalog: Catalog) => {
    const values = valuesOf(catalog);
    return (tool: Tool) => {
      const versions = allVersions(tool.name, catalog);
      const known = values.get(tool);
      if (known !== undefined && isSameList(known.versions, versions)) return known.value;
      const value = compute(tool, catalog);
      values.set(tool, { versions, value });
      return value;
    };
  };
  const keep = (catalog: Catalog, tool: Tool, value: Value) =>
    void valuesOf(catalog).set(tool, { versions: allVersions(tool.name, catalog), value });
  return Object.assign(computed, { keep });
}

/**
 * A function of a catalog that is computed again only when what it takes from the tools has changed.
 * @param partOf everything that it takes from one tool
 */
export function oncePerParts<Value extends object>(
  partOf: (tool: Tool) => string,
  compute: (catalog: Catalog) => Value,
): (catalog: Catalog) => Value {
  const byLine = new WeakMap<Line, { readonly parts: readonly string[]; readonly value: Value }>();
  const partsOf = oncePerTool((tool) => ({ part: partOf(tool) }));
  return oncePerCatalog((catalog) => {
    const line = lineOf(catalog);
    // In a run of its own there is nothing to compare with.
    if (line.surroundings === "") return compute(catalog);
    const partOfTool = partsOf(catalog);
    const parts = catalog.tools.map((tool) => partOfTool(tool).part);
    const known = byLine.get(line);
    if (known !== undefined && isSameList(known.parts, parts)) return known.value;
    const value = compute(catalog);
    byLine.set(line, { parts, value });
    return value;
  });
}

/**
 * A function of a catalog that takes nothing from the tools.
 * @param compute may read the parts of the catalog that belong to no tool, and the tools' names
 */
export function oncePerSurroundings<Value extends object>(
  compute: (catalog: Catalog) => Value,
): (catalog: Catalog) => Value {
  const byLine = new WeakMap<Line, Value>();
  return (catalog) => {
    const line = lineOf(catalog);
    const value = byLine.get(line) ?? compute(catalog);
    byLine.set(line, value);
    return value;
  };
}

/** The same items in the same order. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((item, index) => item === b[index]));
}
