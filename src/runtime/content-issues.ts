import type { JsonObject } from "../contract/json.ts";
import { isJsonObject } from "../contract/json.ts";

// Content that a handler returns is checked against the protocol before it is sent: clients reject a whole answer for one
// wrong block, and a value that can't be serialised must not get that far.

/**
 * What is wrong with content blocks, one line per place, without any value: "content[1].mimeType: expected …".
 * @param content anything: handlers of other bundles, or in JavaScript, may give what no type allows
 */
export function contentIssues(content: unknown): readonly string[] {
  if (!Array.isArray(content)) return ["content: expected a list of blocks"];
  return content.flatMap((block: unknown, at) => blockIssues(block).map((issue) => `content[${at}]${issue}`));
}

function blockIssues(block: unknown): readonly string[] {
  if (!isJsonObject(block)) return [": expected a block"];
  return [...kindIssues(block), ...annotationIssues(block.annotations), ...metaIssues(block._meta)];
}

function kindIssues(block: JsonObject): readonly string[] {
  switch (block.type) {
    case "text":
      return issues(block, [["text", isText, "a text"]]);
    case "image":
    case "audio":
      return issues(block, [
        ["data", isBase64, "base64"],
        ["mimeType", isMimeType, `a MIME type such as '${block.type}/…'`],
      ]);
    case "resource_link":
      return issues(block, [["uri", isUri, "an absolute URI"], ...factRules]);
    case "resource":
      return contentsIssues(block.resource).map((issue) => `.resource${issue}`);
    default:
      return [".type: expected text, image, audio, resource_link or resource"];
  }
}

/** What is wrong with the contents of a resource. */
export function contentsIssues(contents: unknown): readonly string[] {
  if (!isJsonObject(contents)) return [": expected a resource"];
  const held: Rule = Object.hasOwn(contents, "blob") ? ["blob", isBase64, "base64"] : ["text", isText, "a text"];
  const rules: readonly Rule[] = [
    ["uri", isUri, "an absolute URI"],
    ["mimeType", optional(isMimeType), "a MIME type"],
    held,
  ];
  return [...issues(contents, rules), ...metaIssues(contents._meta)];
}

/** What is wrong with an entry of `resources/list` or `resources/templates/list`. */
export function factsIssues(facts: unknown): readonly string[] {
  if (!isJsonObject(facts)) return [": expected a resource or a template"];
  const place: Rule = Object.hasOwn(facts, "uriTemplate")
    ? ["uriTemplate", isText, "a URI template"]
    : ["uri", isUri, "an absolute URI"];
  return [...issues(facts, [place, ...factRules]), ...annotationIssues(facts.annotations), ...metaIssues(facts._meta)];
}

type Rule = readonly [member: string, isValid: (value: unknown) => boolean, expected: string];

const factRules: readonly Rule[] = [
  ["name", isText, "a text"],
  ["title", optional(isText), "a text"],
  ["description", optional(isText), "a text"],
  ["mimeType", optional(isMimeType), "a MIME type"],
  ["size", optional(isSize), "a number of bytes"],
];

function issues(holder: JsonObject, rules: readonly Rule[]): readonly string[] {
  return rules.flatMap(([member, isValid, expected]) =>
    isValid(holder[member]) ? [] : [`.${member}: expected ${expected}`],
  );
}

function annotationIssues(annotations: unknown): readonly string[] {
  if (annotations === undefined) return [];
  if (!isJsonObject(annotations)) return [".annotations: expected an object"];
  return issues(annotations, [
    ["audience", optional(isAudience), "a list of 'user' and 'assistant'"],
    ["priority", optional(isShare), "a number from 0 to 1"],
    ["lastModified", optional(isText), "a time as text"],
  ]).map((issue) => `.annotations${issue}`);
}

function metaIssues(meta: unknown): readonly string[] {
  return meta === undefined || (isJsonObject(meta) && isJson(meta, maxMetaDepth))
    ? []
    : ["._meta: expected a JSON object"];
}

/** Levels; a circular value exceeds any number. */
const maxMetaDepth = 32;

function isJson(value: unknown, levels: number): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || levels === 0) return false;
  return Object.values(value).every((part) => isJson(part, levels - 1));
}

function optional(isValid: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || isValid(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** @see RFC 6838, section 4.2; params may follow */
function isMimeType(value: unknown): boolean {
  return isText(value) && /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;[^\p{Cc}]*)?$/u.test(value);
}

/** @see RFC 4648, section 4: with padding, without line breaks */
function isBase64(value: unknown): boolean {
  return isText(value) && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}

/** Has a scheme, and no white space or control characters. */
function isUri(value: unknown): boolean {
  return isText(value) && /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]+$/u.test(value);
}

function isSize(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isShare(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 1;
}

function isAudience(value: unknown): boolean {
  return Array.isArray(value) && value.every((who) => who === "user" || who === "assistant");
}
