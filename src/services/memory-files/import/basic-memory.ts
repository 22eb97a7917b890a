import { parseDocument } from "yaml";
import { isJsonObject, type Json } from "../../../contract/json.ts";
import type { FolderFile } from "../both-sides.ts";
import { frontMatterOf } from "../front-matter.ts";
import {
  type ForeignLink,
  type ForeignMemories,
  type ForeignMemory,
  namespacePart,
  textsOf,
} from "./foreign-memories.ts";

/** `- depends_on [[Other note]] (why)`, and `[[Other note]]` anywhere. */
const relation = /^[ \t]*[-*][ \t]+([^[\]\n]{1,100}?)[ \t]+\[\[([^[\]\n]{1,512})\]\]/;
const wikilink = /\[\[([^[\]\n|]{1,512})(?:\|[^[\]\n]{0,512})?\]\]/g;

/**
 * The folder of basic-memory: notes in Markdown with front matter; a folder is a namespace. Notes are kept as they are, observations are
 * lines of them; relations and wiki links become links as well.
 * @see https://docs.basicmemory.com/concepts/knowledge-format
 */
export function readBasicMemory(files: readonly FolderFile[]): ForeignMemories {
  const notes = files.map(noteOf);
  const losses = files.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`]));
  const keys = new Map<string, string>();
  // A title of one note may be the file name of another: the title counts.
  for (const { memory, names } of notes) for (const name of names.toReversed()) keys.set(name, memory.key);
  const links = notes.flatMap(({ memory, targets }) =>
    targets.map(({ to, reason }): ForeignLink => {
      const key = keys.get(to.toLowerCase());
      return { from: memory.key, to: key ?? to, relation: "related_to", reason };
    }),
  );
  return { memories: notes.map(({ memory }) => memory), links, losses };
}

function noteOf({ name, text = "" }: FolderFile) {
  const found = frontMatterOf(text);
  const front = found === undefined ? {} : frontOf(found.front);
  const content = (found?.rest ?? text).trim();
  const path = name.replace(/\.md$/i, "");
  const folders = path.split("/");
  const stem = folders.pop() ?? path;
  const title = typeof front.title === "string" && front.title.trim() !== "" ? front.title.trim() : stem;
  const { title: _title, tags, permalink, ...others } = front;
  const memory: ForeignMemory = {
    key: name,
    title,
    content: content === "" ? title : content,
    tags:
      typeof tags === "string"
        ? tags
            .split(",")
            .map((tag) => tag.trim())
            .filter(Boolean)
        : textsOf(tags),
    kind: "observation",
    below: folders.map(namespacePart).filter(Boolean).join("/") || undefined,
    metadata: { ...others, ...(typeof permalink === "string" ? { permalink } : {}) },
  };
  const names = [title, ...(typeof permalink === "string" ? [permalink] : []), path, stem].map((each) =>
    each.toLowerCase(),
  );
  return { memory, names, targets: targetsOf(content) };
}

function targetsOf(content: string): readonly { readonly to: string; readonly reason: string }[] {
  const targets = new Map<string, string>();
  for (const line of content.split("\n")) {
    const [, reason, target] = relation.exec(line) ?? [];
    if (reason !== undefined && target !== undefined) targets.set(target.trim(), reason.trim());
    for (const [, to = ""] of line.matchAll(wikilink)) if (!targets.has(to.trim())) targets.set(to.trim(), "");
  }
  return [...targets].map(([to, reason]) => ({ to, reason }));
}

/** Front matter that is not YAML says nothing; dates are the texts that stand there. */
function frontOf(text: string): Readonly<Record<string, Json>> {
  const document = parseDocument(text, { schema: "core" });
  const value: unknown = document.errors.length > 0 ? {} : document.toJSON();
  return isJsonObject(value) ? value : {};
}
