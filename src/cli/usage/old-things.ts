// All that a catalog keeps for old callers, under the keys by which uses are counted.
import type { Catalog, Field, Tool } from "../../compiler/catalog/catalog.ts";
import { type Origins, originOf, pointer } from "../../compiler/catalog/origins.ts";
import type { TypeNode } from "../../compiler/catalog/type-node.ts";
import { calledVersion, isCurrent } from "../../compiler/catalog/versions.ts";
import type { Deprecation } from "../../contract/deprecation.ts";
import { positionAt } from "../../diagnostics/source-file.ts";
import type { Use } from "../../runtime/ports.ts";

export interface OldThing {
  readonly use: Use;
  /** Who declares it: the system whose old name it is, else the catalog's server. */
  readonly owner: string;
  /** `file:line` of the YAML. */
  readonly declaredAt: string | undefined;
  readonly deprecated: Deprecation | undefined;
}

/** In the order of the catalog; removed names last. */
export function oldThings(catalog: Catalog, origins: Origins): readonly OldThing[] {
  const things: OldThing[] = [];
  const owner = catalog.server.name;
  const add = (use: Use, at: string, deprecated?: Deprecation, of = owner) => {
    things.push({ use, owner: of, declaredAt: placeOf(origins, at), deprecated });
  };
  const walk = (tool: string, fields: readonly Field[], at: string) => {
    for (const [index, field] of fields.entries()) {
      oldInField({ catalog, tool, root: undefined, seen: new Set(), add }, field, pointer(at, index));
    }
  };
  const ofTool = (tool: Tool, at: string) => {
    if (!isCurrent(tool)) add({ kind: "version", tool: tool.name, name: String(tool.version) }, at, tool.deprecated);
    else if (tool.deprecated !== undefined) {
      add({ kind: "tool", tool: tool.name, name: tool.name }, at, tool.deprecated);
    }
    walk(calledVersion(tool), tool.params, pointer(at, "params"));
    for (const [index, alias] of tool.aliases.entries()) {
      const place = pointer(at, "aliases", index);
      add({ kind: "alias", tool: tool.name, name: alias.name }, place, alias.deprecated, alias.of);
      // Only with a function of their own do old names have a contract of their own.
      if (alias.adapt) walk(alias.name, alias.params, pointer(place, "params"));
    }
  };
  for (const [index, tool] of catalog.tools.entries()) ofTool(tool, pointer("/tools", index));
  for (const [index, tool] of (catalog.builtins ?? []).entries()) ofTool(tool, pointer("/builtins", index));
  for (const [index, { name }] of catalog.retired.entries()) {
    add({ kind: "retired", tool: name, name }, pointer("/retired", index));
  }
  return things;
}

interface Walk {
  readonly catalog: Catalog;
  /** Name of the contract. */
  readonly tool: string;
  /** The contract's own param that the walk is in; undefined at its beginning. */
  readonly root: string | undefined;
  /** Named types on the way: they may hold themselves. */
  readonly seen: ReadonlySet<string>;
  readonly add: (use: Use, at: string, deprecated?: Deprecation) => void;
}

function oldInField(walk: Walk, field: Field, at: string): void {
  const { tool, root, add } = walk;
  const { name, deprecated, aliases = [] } = field;
  if (deprecated !== undefined) {
    add({ kind: "param", tool, name, ...(root === undefined ? {} : { param: root }) }, at, deprecated);
  }
  for (const spelling of aliases) {
    if (spelling.deprecated === undefined) continue;
    add({ kind: "spelling", tool, name: spelling.name, param: root ?? name }, at, spelling.deprecated);
  }
  oldInType({ ...walk, root: root ?? name }, field.type, pointer(at, "type"));
}

function oldInType(walk: Walk, node: TypeNode, at: string): void {
  const { catalog, tool, root = "", seen, add } = walk;
  switch (node.kind) {
    case "enum":
      for (const [index, { value, deprecated }] of node.values.entries()) {
        if (deprecated === undefined) continue;
        add({ kind: "value", tool, name: value, param: root }, pointer(at, "values", index), deprecated);
      }
      return;
    case "array":
      oldInType(walk, node.items, pointer(at, "items"));
      return;
    case "object":
      for (const [index, field] of node.fields.entries()) oldInField(walk, field, pointer(at, "fields", index));
      if (typeof node.open !== "boolean") oldInType(walk, node.open, pointer(at, "open"));
      return;
    case "union":
      for (const [index, option] of node.of.entries()) oldInType(walk, option, pointer(at, "of", index));
      return;
    case "ref": {
      const index = catalog.types.findIndex(({ name }) => name === node.name);
      const named = catalog.types[index];
      if (named === undefined || seen.has(named.name)) return;
      oldInType({ ...walk, seen: new Set([...seen, named.name]) }, named.type, pointer("/types", index, "type"));
      return;
    }
    default:
  }
}

function placeOf(origins: Origins, at: string): string | undefined {
  const span = originOf(origins, at);
  return span === undefined ? undefined : `${span.file.path}:${positionAt(span.file, span.start).line}`;
}
