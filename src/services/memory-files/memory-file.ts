// A file of a memory: Markdown, with what is known of it as front matter. Two laws hold: what was put into a file is read from it, and
// putting in what was read changes no byte. Lines of the front matter that are not ours stay.
import { type Document, isMap, isNode, isScalar, parseDocument, stringify } from "yaml";
import type { MemoryRow, Tier } from "../../store/memory-rows.ts";
import { controlInLine } from "../namespaces/control-characters.ts";
import { namespaceProblem } from "../namespaces/namespace.ts";
import { type Wikilink, wikilinkOf } from "./file-links.ts";
import { frontMatterOf } from "./front-matter.ts";

/** The parts of a memory that people may edit in its file. */
export type MemoryParts = Pick<MemoryRow, "title" | "namespace" | "tier" | "kind" | "priority" | "tags" | "content">;

/** What a file says. A part that it does not name is undefined. */
export interface MemoryFile {
  readonly id: string;
  /** The version of the memory that was exported. */
  readonly version: number;
  readonly parts: { readonly [Part in keyof MemoryParts]: MemoryParts[Part] | undefined };
  /** undefined: it says nothing about links. */
  readonly links: readonly Wikilink[] | undefined;
  /** Marks of the links that were exported. */
  readonly exported: readonly string[];
}

/** What a file is to say of a memory. */
export interface SaidOfMemory {
  readonly memory: MemoryRow;
  /** Wikilinks, as they are to stand there, and the marks of what they stand for. */
  readonly links: readonly string[];
  readonly exported: readonly string[];
}

const tiers: readonly Tier[] = ["short", "mid", "long"];
const kinds = [
  ...["observation", "reflection", "persona", "concept", "entity"],
  ...["claim", "relation", "event", "conversation", "decision"],
];
const maxTitle = 512;
const maxTag = 128;
const maxTags = 50;
const maxContentBytes = 65_536;
const keys = ["id", "version", "title", "namespace", "tier", "kind", "priority", "tags"] as const;
const linkKeys = ["links", "exported_links"] as const;
type Key = (typeof keys)[number] | (typeof linkKeys)[number];
type Values = Readonly<Record<Key, unknown>>;
export const partNames = ["title", "namespace", "tier", "kind", "priority", "tags", "content"] as const;

/** What is wrong with a file, in words. */
interface Problem {
  readonly problem: string;
  /** It names no version, so it is the file of a memory only where there is one with this id. */
  readonly unversioned?: string;
}

/** What the file says, or what is wrong with it. @returns undefined: it is not the file of a memory */
export function readMemoryFile(text: string): MemoryFile | Problem | undefined {
  const { front, content } = divide(text);
  if (front === undefined) return undefined;
  const document = parseDocument(front);
  const id = textAt(document, "id");
  const version = document.get("version");
  if (id === undefined) return undefined;
  if (version === undefined) return { problem: "its version is missing", unversioned: id };
  const [error] = document.errors;
  if (error !== undefined) return { problem: `its front matter is not YAML: ${error.message.split("\n")[0]}` };
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    return { problem: "its version is not a whole number from 1 on" };
  }
  const tier = textAt(document, "tier");
  const tags = textsAt(document, "tags");
  if (tags === undefined && document.has("tags")) return { problem: "its tags are not a list of texts" };
  const parts = {
    title: textAt(document, "title")?.trim(),
    namespace: textAt(document, "namespace"),
    tier: tiers.find((one) => one === tier),
    kind: textAt(document, "kind"),
    priority: numberAt(document, "priority"),
    tags,
    content,
  };
  if (tier !== undefined && parts.tier === undefined) return { problem: `its tier is none of ${tiers.join(", ")}` };
  const problem = problemOf(parts, document.has("priority"));
  if (problem !== undefined) return { problem };
  const links = linksAt(document);
  if (links !== undefined && "problem" in links) return links;
  return { id, version, parts, links, exported: textsAt(document, "exported_links") ?? [] };
}

/**
 * The file with the memory in it: only values that differ are replaced.
 * @param text undefined, or not the file of a memory: a new file
 */
export function writeMemoryFile(text: string | undefined, given: SaidOfMemory): string {
  const { memory, links, exported } = given;
  const values: Values = { ...memory, links, exported_links: exported };
  const divided = text === undefined ? undefined : divide(text);
  const document = parseDocument(divided?.front ?? "");
  const said = text === undefined ? undefined : readMemoryFile(text);
  if (text === undefined || divided?.front === undefined || said === undefined || "problem" in said) {
    const added = links.length + exported.length === 0 ? keys : [...keys, ...linkKeys];
    return joined(documentWith(parseDocument("{}"), values, added), memory.content);
  }
  const stale: readonly Key[] = [
    ...keys.filter((key) => {
      if (key === "id" || key === "version") return said[key] !== memory[key];
      return !samePart(key, said.parts[key], memory[key]);
    }),
    ...linkKeys.filter((key) => !isSaid(said, key, given)),
  ];
  const isSameContent = samePart("content", said.parts.content, memory.content);
  if (stale.length === 0 && isSameContent) return text;
  const content = isSameContent ? divided.content : memory.content;
  const edited = joined(withValues(divided.front, document, values, stale), content);
  // Front matter in an unusual form, like that of JSON, is printed again.
  return holds(edited, given) ? edited : joined(documentWith(document, values, stale), content);
}

function holds(text: string, given: SaidOfMemory): boolean {
  const { memory } = given;
  const said = readMemoryFile(text);
  if (said === undefined || "problem" in said || said.id !== memory.id || said.version !== memory.version) return false;
  if (!linkKeys.every((key) => isSaid(said, key, given))) return false;
  return partNames.every((part) => samePart(part, said.parts[part], memory[part]));
}

function isSaid(said: MemoryFile, key: (typeof linkKeys)[number], { links, exported }: SaidOfMemory): boolean {
  const isSame = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b);
  if (key === "exported_links") return isSame(said.exported, exported);
  return isSame(said.links?.map(({ text }) => text) ?? [], links);
}

/** Only the values that change are replaced: comments and layout around them stay. */
function withValues(front: string, document: Document, values: Values, changed: readonly Key[]): string {
  const pairs = isMap(document.contents) ? document.contents.items : [];
  let text = front;
  const places = changed.map((key) => {
    const pair = pairs.find((one) => isScalar(one.key) && one.key.value === key);
    const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    const end = isNode(pair?.value) ? pair.value.range?.[1] : undefined;
    return { key, start: start ?? front.length, end: end ?? front.length };
  });
  // From the end on, so that the places before stay where they are; what is missing is added in our order.
  for (const { key, start, end } of places.toReversed().toSorted((one, other) => other.start - one.start)) {
    const printed = stringify({ [key]: values[key] }, { lineWidth: 0 });
    const isWholeLine = start === front.length || front[end - 1] === "\n";
    text = text.slice(0, start) + (isWholeLine ? printed : printed.slice(0, -1)) + text.slice(end);
  }
  return text;
}

/** Line ends and the order of tags count for nothing in a comparison: programs that keep files change both. */
export function samePart(part: keyof MemoryParts, a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());
  if (part !== "content" || typeof a !== "string" || typeof b !== "string") return a === b;
  return a.replaceAll("\r\n", "\n") === b.replaceAll("\r\n", "\n");
}

/** "use-sqlite-1b2c3d4e.md": ASCII only, so that it is the same name in all file systems. */
export function memoryFileName({ title, id }: Pick<MemoryRow, "title" | "id">, idLength = 8): string {
  const words = title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return `${words === "" ? "memory" : words}-${id.slice(0, idLength)}.md`;
}

function divide(text: string): { readonly front: string | undefined; readonly content: string } {
  const found = frontMatterOf(text);
  if (found === undefined) return { front: undefined, content: text };
  // What a program has written with other line ends throughout had ours before.
  const isConverted = /^[^\n]*\r\n/.test(text);
  const body = isConverted ? found.rest.replaceAll("\r\n", "\n") : found.rest;
  return { front: found.front, content: body.replace(/^\n/, "").replace(/\n$/, "") };
}

function joined(front: string, content: string): string {
  return `---\n${front.replaceAll("\r\n", "\n")}---\n\n${content}\n`;
}

function documentWith(document: Document, values: Values, changed: readonly Key[]): string {
  for (const key of changed) document.set(key, document.createNode(values[key]));
  const { contents } = document;
  // An empty document begins as `{}`.
  if (contents !== null && "flow" in contents) contents.flow = false;
  return document.toString({ lineWidth: 0 });
}

/** A number or a date is the text that stands there. */
function textAt(document: Document, key: string): string | undefined {
  return textOf(document.get(key, true));
}

function textOf(node: unknown): string | undefined {
  if (!isScalar(node)) return undefined;
  if (typeof node.value === "string") return node.value;
  return node.value === null ? undefined : (node.source ?? undefined);
}

function numberAt(document: Document, key: string): number | undefined {
  const value = document.get(key);
  return typeof value === "number" ? value : undefined;
}

/** undefined: none are named, or they are something else. @param read one of the list */
function textsAt(document: Document, key: string, read = textOf): readonly string[] | undefined {
  const node = document.get(key, true);
  const one = textOf(node);
  if (one !== undefined) return [one];
  if (isScalar(node) && node.value === null) return [];
  const items = itemsOf(node);
  const texts = items?.map(read).filter((text) => text !== undefined);
  return texts?.length === items?.length ? texts : undefined;
}

function itemsOf(node: unknown): readonly unknown[] | undefined {
  const items: unknown = node !== null && typeof node === "object" && "items" in node ? node.items : undefined;
  return Array.isArray(items) ? items : undefined;
}

function linksAt(document: Document): readonly Wikilink[] | { readonly problem: string } | undefined {
  if (!document.has("links")) return undefined;
  const links: Wikilink[] = [];
  for (const text of textsAt(document, "links", wikilinkAt) ?? [""]) {
    const link = wikilinkOf(text);
    if ("problem" in link) return link;
    links.push(link);
  }
  return links;
}

/** Without quotation marks, [[name]] is a list in a list to YAML. */
function wikilinkAt(node: unknown): string | undefined {
  const [inner, ...others] = itemsOf(node) ?? [];
  const [name, ...more] = itemsOf(inner) ?? [];
  const text = others.length + more.length === 0 ? textOf(name) : undefined;
  return text === undefined ? textOf(node) : `[[${text}]]`;
}

/** What the tools would refuse too, in words. */
export function problemOf(
  { title, namespace, kind, priority, tags = [], content }: MemoryFile["parts"],
  hasPriority: boolean,
) {
  if (title !== undefined && (title === "" || [...title].length > maxTitle)) {
    return `its title is empty or longer than ${maxTitle} characters`;
  }
  if (tags.length > maxTags) return `it has more than ${maxTags} tags`;
  if (tags.some((tag) => tag === "" || [...tag].length > maxTag)) {
    return `one of its tags is empty or longer than ${maxTag} characters`;
  }
  const hidden = [title ?? "", ...tags].map(controlInLine).find((character) => character !== undefined);
  if (hidden !== undefined) return `its title or a tag holds ${hidden}`;
  const place = namespace === undefined ? undefined : namespaceProblem(namespace);
  if (place !== undefined) return `its namespace is not allowed: ${place}`;
  if (kind !== undefined && !kinds.includes(kind)) return `its kind is none of ${kinds.join(", ")}`;
  const isPriority = priority !== undefined && Number.isInteger(priority) && priority >= 1 && priority <= 10;
  if (hasPriority && !isPriority) return "its priority is not a whole number from 1 to 10";
  if (content === undefined || content.trim() === "") return "it has no text";
  return Buffer.byteLength(content) > maxContentBytes ? `its text has more than ${maxContentBytes} bytes` : undefined;
}
