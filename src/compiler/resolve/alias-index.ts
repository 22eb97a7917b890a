import { builtinTools, isBuiltinName } from "../../contract/builtin-tools.ts";
import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import { at, entriesAt, itemsAt, type SpecEntry, type SpecMap, type SpecNode, stringAt } from "../syntax/spec-node.ts";

export interface AliasIndex {
  /** Alias → its tool. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Alias → its built-in tool. */
  readonly builtinAliases: ReadonlyMap<string, string>;
  /** Systems that aliases are marked with. */
  readonly systems: ReadonlySet<string>;
}

interface Claims {
  readonly tools: ReadonlyMap<string, SpecDocument>;
  /** Name → where it was retired. */
  readonly retired: ReadonlyMap<string, SpecEntry>;
  /** The names of the built-in tools are reserved. */
  readonly reserved: boolean;
}

/**
 * The aliases of tools and built-in tools. They share one name space with the tools, the built-in tools and the retired
 * names. Reports names that are used twice.
 */
export function indexAliases(claims: Claims, catalog: SpecMap, report: Diagnostic[]): AliasIndex {
  const { tools, retired, reserved } = claims;
  const places = new Map<string, Span>();
  const systems = new Set<string>();
  for (const [name, file] of tools) claimTool(name, nameSpan(file), claims, report);
  if (reserved) {
    for (const [name, { key }] of retired) if (isBuiltinName(name)) report.push(taken(name, key));
  }
  const claim = (alias: SpecNode): string | undefined => {
    systems.add(stringAt(alias, "of") ?? "");
    const name = stringAt(alias, "name");
    if (name === undefined) return undefined;
    const span = at(alias, "name")?.span ?? alias.span;
    const target = tools.get(name);
    const earlier = places.get(name);
    if (target !== undefined) {
      const related = [{ span: nameSpan(target), message: "the tool" }];
      report.push(diagnostic("alias-shadows-tool", { name }, span, { related }));
      return undefined;
    }
    if (earlier !== undefined) {
      const related = [{ span: earlier, message: "the other one" }];
      report.push(diagnostic("duplicate-name", { name, kind: "alias" }, span, { related }));
      return undefined;
    }
    claimTool(name, span, claims, report);
    places.set(name, span);
    return name;
  };
  const aliases = new Map<string, string>();
  for (const [tool, file] of tools) {
    for (const alias of itemsAt(file.root, "aliases")) {
      const name = claim(alias);
      if (name !== undefined) aliases.set(name, tool);
    }
  }
  const builtinAliases = new Map<string, string>();
  for (const [tool, { value }] of entriesAt(catalog, "builtins")) {
    for (const alias of itemsAt(value, "aliases")) {
      const name = claim(alias);
      if (name !== undefined) builtinAliases.set(name, tool);
    }
  }
  return { aliases, builtinAliases, systems };
}

/** Reports a name of a tool or an alias that is retired or belongs to a built-in tool. */
function claimTool(name: string, span: Span, { retired, reserved }: Claims, report: Diagnostic[]): void {
  const tombstone = retired.get(name);
  if (reserved && isBuiltinName(name)) report.push(taken(name, span));
  else if (tombstone !== undefined) {
    const related = [{ span: tombstone.key, message: "retired here" }];
    report.push(diagnostic("retired-name-reused", { name }, span, { related }));
  }
}

function taken(name: string, span: Span): Diagnostic {
  const what = isBuiltinName(name) ? builtinTools[name] : "";
  return diagnostic("reserved-tool-name", { name, what }, span, { help: "choose another name" });
}
