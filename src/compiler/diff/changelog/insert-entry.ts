import { sha256 } from "../sha256.ts";
import type { ChangelogEntry } from "./entry.ts";

/**
 * Puts an entry into a changelog: under its heading `Unreleased`, else under the entry's version, else with a heading of its
 * own before the first version. What was put there before is replaced, so that twice is like once; nothing else changes.
 * @param text the changelog; "" begins one
 * @returns `edited` when what was put there was edited by hand, and the catalog has changed since
 */
export function insertEntry(
  text: string,
  entry: ChangelogEntry,
): { readonly text: string } | { readonly edited: true } {
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text === "" ? ["# Changelog", ""] : text.split(/\r?\n/);
  const headings = sectionHeadings(lines);
  const target =
    headings.find(({ title }) => title.toLowerCase() === "unreleased") ??
    headings.find(({ title }) => title === entry.version);
  const next = headings.find(({ line }) => target !== undefined && line > target.line);
  const from = target === undefined ? 0 : target.line + 1;
  const block = target === undefined ? undefined : blockIn(lines, from, next?.line ?? lines.length);
  if (block !== undefined) {
    if (block.digest === digestOf(entry.body)) return { text };
    if (digestOf(lines.slice(block.first + 1, block.last).join("\n")) !== block.digest) return { edited: true };
    const replaced = entry.body === "" ? [] : blockLines(entry);
    const gap = entry.body === "" && lines[block.last + 1] === "" ? 1 : 0;
    return joined([...lines.slice(0, block.first), ...replaced, ...lines.slice(block.last + 1 + gap)]);
  }
  if (entry.body === "") return { text };
  if (target !== undefined) {
    const rest = lines.slice(from);
    const after = rest[0] === "" ? rest.slice(1) : rest;
    return joined([...lines.slice(0, from), "", ...blockLines(entry), ...spaced(after)]);
  }
  const at = headings[0]?.line ?? endOf(lines);
  const before = lines.slice(0, at);
  const space = before.length === 0 || before.at(-1) === "" ? [] : [""];
  return joined([...before, ...space, entry.heading, "", ...blockLines(entry), ...spaced(lines.slice(at))]);

  function joined(all: readonly string[]): { readonly text: string } {
    const whole = all.join(lineEnd);
    return { text: whole.endsWith(lineEnd) ? whole : `${whole}${lineEnd}` };
  }
}

/** An empty line before what follows, if anything does. */
function spaced(rest: readonly string[]): readonly string[] {
  return rest.every((line) => line === "") ? [""] : ["", ...rest];
}

function endOf(lines: readonly string[]): number {
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}

interface Heading {
  readonly line: number;
  /** "Unreleased" or "1.2.0", of "## [1.2.0] - 2026-01-31" and its like. */
  readonly title: string;
}

/** Headings of the second level, outside blocks of code. */
function sectionHeadings(lines: readonly string[]): readonly Heading[] {
  const found: Heading[] = [];
  let fence: string | undefined;
  for (const [line, text] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else {
      const title = /^## +\[?v?([^\s\](]+)/.exec(text)?.[1];
      if (title !== undefined) found.push({ line, title });
    }
  }
  return found;
}

interface Block {
  readonly first: number;
  readonly last: number;
  /** Of what was put between the marks. */
  readonly digest: string;
}

const opening = /^<!-- pegboard diff ([0-9a-f]{12}) -->$/;
const closing = "<!-- /pegboard diff -->";

function blockIn(lines: readonly string[], from: number, to: number): Block | undefined {
  for (let first = from; first < to; first++) {
    const digest = opening.exec(lines[first] ?? "")?.[1];
    const last = digest === undefined ? -1 : lines.indexOf(closing, first);
    if (digest !== undefined && last !== -1 && last < to) return { first, last, digest };
  }
  return undefined;
}

function blockLines({ body }: ChangelogEntry): readonly string[] {
  return [`<!-- pegboard diff ${digestOf(body)} -->`, ...body.split("\n"), closing];
}

function digestOf(body: string): string {
  return sha256(body).slice(0, 12);
}
