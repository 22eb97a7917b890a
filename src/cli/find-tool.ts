import { nearMiss } from "../contract/near-miss.ts";
import type { RegisteredAlias, ToolEntry } from "../runtime/registry.ts";
import { CliError } from "./cli-error.ts";
import type { LocalRegistry } from "./local-catalog.ts";

export interface FoundTool {
  readonly entry: ToolEntry<never>;
  /** Present when the name asked for is an old one. */
  readonly alias: RegisteredAlias | undefined;
}

/**
 * Finds a tool by its name or an old one.
 * @throws CliError with the nearest name, or with what a retired name was replaced by
 */
export function findTool(registry: LocalRegistry, name: string): FoundTool {
  const alias = Object.hasOwn(registry.aliases, name) ? registry.aliases[name] : undefined;
  const canonical = alias?.target ?? name;
  const entry = Object.hasOwn(registry.tools, canonical) ? registry.tools[canonical] : undefined;
  if (entry !== undefined) return { entry, alias };
  const retired = Object.hasOwn(registry.retired, name) ? registry.retired[name] : undefined;
  if (retired !== undefined) {
    const hint = retired.replacedBy === undefined ? retired.reason : `use '${retired.replacedBy}' instead`;
    throw new CliError(`'${name}' was removed in version ${retired.removed}`, { hint });
  }
  const near = nearMiss(name, [...Object.keys(registry.tools), ...Object.keys(registry.aliases)]);
  throw new CliError(`there is no tool '${name}'`, {
    hint: near === undefined ? "pegboard tools lists them" : `did you mean '${near}'?`,
  });
}
