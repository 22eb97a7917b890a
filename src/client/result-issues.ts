import { specTypeSchemas } from "@modelcontextprotocol/client";
import type { Json, JsonObject } from "../contract/json.ts";

// What the SDK of a server refuses to send on, found before it is sent: its own words are many lines of JSON.

type Schema = (typeof specTypeSchemas)["CallToolResult" | "ContentBlock"];

const kinds: ReadonlyMap<Json | undefined, Schema> = new Map<Json, Schema>([
  ["text", specTypeSchemas.TextContent],
  ["image", specTypeSchemas.ImageContent],
  ["audio", specTypeSchemas.AudioContent],
  ["resource_link", specTypeSchemas.ResourceLink],
  ["resource", specTypeSchemas.EmbeddedResource],
]);

export function isKnownKind(type: Json | undefined): boolean {
  return kinds.has(type);
}

/** The places of a result that break the protocol, such as `content[0].data`, without any value. */
export function resultIssues({ content = [], ...rest }: JsonObject): readonly string[] {
  const others = issuesIn(specTypeSchemas.CallToolResult, rest, "");
  if (!Array.isArray(content)) return ["content", ...others];
  const blocks: readonly Json[] = content;
  return [...blocks.flatMap((block, at) => blockIssues(block, `content[${at}]`)), ...others];
}

function blockIssues(block: Json, place: string): readonly string[] {
  const type = typeof block === "object" && block !== null && "type" in block ? block.type : undefined;
  const schema = kinds.get(type);
  return schema === undefined ? [place] : issuesIn(schema, block, place);
}

function issuesIn(schema: Schema, value: Json, place: string): readonly string[] {
  const checked = schema["~standard"].validate(value);
  if (checked instanceof Promise) throw new Error("invariant: the schemas of the protocol answer at once");
  return (checked.issues ?? []).map(({ path = [] }) => [place, ...path.map(keyOf)].filter(Boolean).join("."));
}

function keyOf(step: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof step === "object" ? step.key : step);
}
