import type { JsonObject } from "../contract/json.ts";
import { base64 } from "./base64.ts";

// What a tool may return beside its value. The types are MCP's own, so blocks are sent as they are.
// @see MCP 2025-11-25, server/tools, "Tool Result"

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

export interface TextContent extends BlockFacts {
  readonly type: "text";
  readonly text: string;
}

export interface ImageContent extends BlockFacts {
  readonly type: "image";
  /** Base64, with padding. */
  readonly data: string;
  readonly mimeType: string;
}

/** Clients of revision 2024-11-05 get a text in its place. */
export interface AudioContent extends Omit<ImageContent, "type"> {
  readonly type: "audio";
}

/** A resource that the client may read, as `resources/list` and links describe it. @see MCP 2025-11-25, server/resources */
export interface ResourceFacts extends BlockFacts {
  /** Absolute, with a scheme; `pegboard:` is reserved for the server itself. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes, before any encoding. */
  readonly size?: number;
}

/** A resource of this server or of another. Clients before revision 2025-06-18 get a text in its place. */
export interface ResourceLink extends ResourceFacts {
  readonly type: "resource_link";
}

export interface EmbeddedResource extends BlockFacts {
  readonly type: "resource";
  readonly resource: ResourceContents;
}

/** The contents of a resource: a text, or bytes as base64 with padding. */
export type ResourceContents = ContentsFacts & ({ readonly text: string } | { readonly blob: string });

interface ContentsFacts {
  readonly uri: string;
  readonly mimeType?: string;
  readonly _meta?: JsonObject;
}

/** What any block may carry. */
export interface BlockFacts {
  readonly annotations?: Annotations;
  readonly _meta?: JsonObject;
}

/** Hints for the client; it may ignore them. */
export interface Annotations {
  readonly audience?: readonly ("user" | "assistant")[];
  /** 0 (optional) to 1 (required). */
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

/** A further text. The text with the facts of the value is always sent first and needs no block. */
export function text(value: string, facts: BlockFacts = {}): TextContent {
  return { type: "text", text: value, ...facts };
}

/** @param mimeType such as "image/png" */
export function image(bytes: Uint8Array, mimeType: string, facts: BlockFacts = {}): ImageContent {
  return { type: "image", data: base64(bytes), mimeType, ...facts };
}

/** @param mimeType such as "audio/wav" */
export function audio(bytes: Uint8Array, mimeType: string, facts: BlockFacts = {}): AudioContent {
  return { type: "audio", data: base64(bytes), mimeType, ...facts };
}

export function resourceLink(link: Omit<ResourceLink, "type">): ResourceLink {
  return { type: "resource_link", ...link };
}

/**
 * A resource with its contents.
 * @param resource text stays text, bytes become base64
 */
export function embeddedResource(
  resource: { readonly uri: string; readonly mimeType?: string } & (
    | { readonly text: string }
    | { readonly bytes: Uint8Array }
  ),
  facts: BlockFacts = {},
): EmbeddedResource {
  const { uri, mimeType } = resource;
  const place = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  const held = "bytes" in resource ? { blob: base64(resource.bytes) } : { text: resource.text };
  return { type: "resource", resource: { ...place, ...held }, ...facts };
}

/** The texts among blocks, in order. */
export function textsOf(content: readonly ContentBlock[]): readonly string[] {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : []));
}
