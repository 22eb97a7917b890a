// What a `CallToolResult`, or what was read of a resource, is in a pipe and on a terminal. Pure.
import { isJsonObject, type Json, type JsonObject, jsonIn } from "../../contract/json.ts";
import { visibleText } from "../../diagnostics/display-text.ts";

/** Bytes that came with a result. */
export interface BinaryPart {
  readonly mimeType: string;
  readonly base64: string;
}

export interface ResultText {
  /** undefined: there is nothing but bytes, or nothing at all. */
  readonly text: string | undefined;
  readonly binary: readonly BinaryPart[];
}

/** What tools answer with for programs comes first; else the texts as they are, other blocks as JSON. */
export function resultText({ structuredContent, content }: JsonObject): ResultText {
  const blocks = Array.isArray(content) ? content : [];
  const binary = blocks.flatMap(binaryOf);
  if (structuredContent !== undefined) return { text: pretty(structuredContent), binary };
  return { text: joined(blocks.filter((block) => binaryOf(block).length === 0).map(blockText)), binary };
}

/** The same for people: tools write texts to be read; JSON among them gets its line breaks back. */
export function resultForPeople(result: JsonObject): ResultText {
  const blocks = Array.isArray(result.content) ? result.content : [];
  const binary = blocks.flatMap(binaryOf);
  const texts = blocks.filter((block) => binaryOf(block).length === 0).map((block) => readable(blockText(block)));
  const text = texts.length === 0 ? resultText(result).text : joined(texts);
  return { text: text === undefined ? undefined : visibleText(text), binary };
}

/** Answer to `resources/read`; several parts are separated by a line before each. */
export function contentsText({ contents }: JsonObject): ResultText {
  const parts = (Array.isArray(contents) ? contents : []).filter(isJsonObject);
  const binary = parts.flatMap((part) => (typeof part.blob === "string" ? [binaryPart(part.mimeType, part.blob)] : []));
  const texts = parts.flatMap((part) => {
    if (typeof part.text !== "string") return [];
    return [parts.length === 1 ? part.text : `# ${headOf(part)}\n${part.text}`];
  });
  return { text: joined(texts), binary };
}

/** Answer to `prompts/get`: of one message its text, of several each behind a line with its role. */
export function messagesText({ messages }: JsonObject): ResultText {
  const all = (Array.isArray(messages) ? messages : []).filter(isJsonObject);
  const binary = all.flatMap(({ content }) => binaryOf(content ?? null));
  const texts = all.flatMap(({ role, content = null }) => {
    if (binaryOf(content).length > 0) return [];
    return [all.length === 1 ? blockText(content) : `# ${String(role)}\n${blockText(content)}`];
  });
  return { text: joined(texts), binary };
}

/** The value that `--path` looks into: that for programs, else the JSON that the one text is, else all of the result. */
export function resultValue(result: JsonObject): Json {
  if (result.structuredContent !== undefined) return result.structuredContent;
  const blocks = Array.isArray(result.content) ? result.content : [];
  const [only] = blocks;
  if (blocks.length !== 1 || !isJsonObject(only) || typeof only.text !== "string") return result;
  return jsonIn(only.text) ?? result;
}

/** JSON with two spaces; a text as it is. */
export function valueText(value: Json): string {
  return typeof value === "string" ? value : pretty(value);
}

export function pretty(value: Json): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Of an image, a sound, an embedded resource. */
export function binaryOf(block: Json): readonly BinaryPart[] {
  if (!isJsonObject(block)) return [];
  const { type, data, mimeType, resource } = block;
  if ((type === "image" || type === "audio") && typeof data === "string") return [binaryPart(mimeType, data)];
  if (type === "resource" && isJsonObject(resource) && typeof resource.blob === "string") {
    return [binaryPart(resource.mimeType, resource.blob)];
  }
  return [];
}

function binaryPart(mimeType: Json | undefined, base64: string): BinaryPart {
  return { mimeType: typeof mimeType === "string" ? mimeType : "application/octet-stream", base64 };
}

function blockText(block: Json): string {
  return isJsonObject(block) && block.type === "text" && typeof block.text === "string" ? block.text : pretty(block);
}

function joined(texts: readonly string[]): string | undefined {
  return texts.length === 0
    ? undefined
    : texts.map((text, at) => (at < texts.length - 1 ? text.replace(/\n$/, "") : text)).join("\n");
}

function headOf({ uri, mimeType }: JsonObject): string {
  return `${typeof uri === "string" ? uri : "?"}${typeof mimeType === "string" ? ` (${mimeType})` : ""}`;
}

function readable(text: string): string {
  const value = /^\s*[{[]/.test(text) ? jsonIn(text) : undefined;
  return value === undefined ? text : pretty(value);
}
