import { createHash } from "node:crypto";
import { type Relation, relations } from "../../store/graph-rows.ts";

// Links of a memory as wikilinks in the front matter of its file: "[[ports-1b2c3d4e]]", "[[ports-1b2c3d4e|supersedes]]". The file also
// says which of them were exported, so that a link that is missing is known from one that came since.

/** A link of a memory by what tells it from its others. */
export interface FileLink {
  /** Id of the memory. */
  readonly target: string;
  readonly relation: Relation;
}

/** A wikilink as it stands in a file. */
export interface Wikilink {
  /** "[[ports-1b2c3d4e|supersedes]]" */
  readonly text: string;
  /** The file or title that it names. */
  readonly name: string;
  readonly relation: Relation;
}

const form = /^\[\[([^[\]|#\n]{1,1024})(?:#[^[\]|\n]{0,512})?(?:\|([^[\]|\n]{0,512}))?\]\]$/;

/** @returns what is wrong with it, in words, where it is none */
export function wikilinkOf(text: string): Wikilink | { readonly problem: string } {
  const [, name = "", said = ""] = form.exec(text.trim()) ?? [];
  if (name.trim() === "") return { problem: `one of its links is not like [[name]] or [[name|${relations[1]}]]` };
  const relation = said.trim() === "" ? "related_to" : relations.find((one) => one === said.trim());
  if (relation === undefined)
    return { problem: `what one of its links says behind | is none of ${relations.join(", ")}` };
  return { text, name: name.trim(), relation };
}

export function wikilinkText(name: string, relation: Relation): string {
  return relation === "related_to" ? `[[${name}]]` : `[[${name}|${relation}]]`;
}

export function sameLink(a: FileLink, b: FileLink): boolean {
  return a.target === b.target && a.relation === b.relation;
}

/** What stands in a file for a link that was exported. */
export function markOf({ target, relation }: FileLink): string {
  return createHash("sha256").update(`${target} ${relation}`).digest("hex").slice(0, 8);
}

/** What people did to the links of a file. A link that only the store made or ended is left as it is there. */
export function linkEdits(
  said: readonly FileLink[],
  stored: readonly FileLink[],
  exported: readonly string[],
): { readonly added: readonly FileLink[]; readonly removed: readonly FileLink[] } {
  const isExported = (link: FileLink) => exported.includes(markOf(link));
  const lacking = (some: readonly FileLink[], others: readonly FileLink[]) =>
    some.filter((link) => !others.some((other) => sameLink(link, other)));
  return {
    added: lacking(said, stored).filter((link) => !isExported(link)),
    removed: lacking(stored, said).filter(isExported),
  };
}
