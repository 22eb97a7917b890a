import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { quoteName } from "../../contract/found.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import { ownValue } from "../../contract/own-property.ts";
import type { Violation } from "../../contract/violation.ts";
import type { CallState } from "../call-state.ts";

/** Whether this caller may use the tool under its own name. What may not be called is not shown either. */
export function isPermitted<Deps>({ registry, policy }: CallState<Deps>, tool: string): boolean {
  return Object.hasOwn(registry.tools, tool) && policy.permits(tool);
}

/** The tool that a name means to this caller; the name may be an old one. */
export function canonicalName<Deps>({ registry, policy }: CallState<Deps>, name: string): string | undefined {
  const alias = ownValue(registry.aliases, name);
  const target = alias?.target ?? name;
  return Object.hasOwn(registry.tools, target) && policy.permits(target, alias?.name) ? target : undefined;
}

/** Every name that the caller could have meant. */
export function permittedNames<Deps>(call: CallState<Deps>): readonly string[] {
  const { registry } = call;
  return [...Object.keys(registry.tools), ...Object.keys(registry.aliases)].filter(
    (name) => canonicalName(call, name) !== undefined,
  );
}

/**
 * The families that have a tool which this caller may use, in catalog order. Any other looks as if it did not exist, and so
 * does a denied tool that a family's summary names.
 */
export function permittedFamilies<Deps>(call: CallState<Deps>): readonly PermittedFamily[] {
  const { registry, textFilter } = call;
  const names = Object.keys(registry.tools).filter((name) => !isBuiltinName(name) && isPermitted(call, name));
  return Object.entries(registry.families).flatMap(([name, { title, summary }]) => {
    const tools = names.filter((tool) => registry.tools[tool]?.family === name);
    return tools.length === 0 ? [] : [{ name, title, summary: textFilter.text(summary), tools }];
  });
}

export interface PermittedFamily {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** In catalog order; never empty. */
  readonly tools: readonly string[];
}

/** The violation by a name that nothing has, with the nearest name that exists. */
export function unknownName(path: string, expected: string, named: string, known: readonly string[]): Violation {
  const near = nearMiss(named, known);
  return { path, expected, found: quoteName(named), ...(near === undefined ? {} : { nearMiss: near }) };
}
