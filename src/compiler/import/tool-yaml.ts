import type { Json, JsonObject } from "../../contract/json.ts";
import type { ReadTool } from "./read-tool.ts";
import { fieldsYaml, typeYaml } from "./type-yaml.ts";

export interface ToolFacts {
  /** Absent: that of the catalog's `defaults`. */
  readonly tier?: string;
  /** As `tier`. */
  readonly since?: string;
  /** The system whose names the originals are. */
  readonly server: string;
}

/** A tool as an author would write it; keys in the order of the language's own page. */
export function toolYaml(tool: ReadTool, facts: ToolFacts): JsonObject {
  const written: { [key: string]: Json } = {
    name: tool.name,
    ...(tool.wire === undefined ? {} : { wire: tool.wire }),
    title: tool.title,
    ...(facts.tier === undefined ? {} : { tier: facts.tier }),
    ...(facts.since === undefined ? {} : { since: facts.since }),
    summary: tool.summary,
  };
  if (tool.description !== undefined) written.description = tool.description;
  written.session = "none";
  if (tool.tasks !== undefined) written.tasks = tool.tasks;
  written.effects = {
    read_only: tool.effects.readOnly,
    destructive: tool.effects.destructive,
    idempotent: tool.effects.idempotent,
    open_world: tool.effects.openWorld,
  };
  if (tool.unknownParams !== undefined) written.unknown_params = tool.unknownParams;
  if (tool.formats !== undefined) written.formats = tool.formats;
  written.params = fieldsYaml(tool.params);
  if (tool.input !== undefined) written.input = tool.input;
  written.result = tool.result === undefined ? "content" : typeYaml(tool.result);
  if (tool.output !== undefined) written.output = tool.output;
  written.listed = tool.listed;
  if (tool.alias !== undefined) written.aliases = [{ name: tool.alias, of: facts.server }];
  return written;
}
