import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { replaceWord } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import { type SpecNode, stringAt, stringsAt } from "../syntax/spec-node.ts";
import { type Context, trace } from "./context.ts";

// What prompts and resources have in common.

export function placeOffer(context: Context, file: SpecDocument, base: string): void {
  context.origins.set(base, nameSpan(file));
  trace(context, file.root, ["uri", "uri_template", "mime_type", "computed", "messages", "text"], base);
}

/** Reports a name that is not that of the file. */
export function checkName(context: Context, file: SpecDocument): void {
  const stated = stringAt(file.root, "name");
  if (stated === undefined || stated === file.name) return;
  const span = nameSpan(file);
  const help = `rename the file to ${stated}.yaml, or write name: ${file.name}`;
  const fix = replaceWord(span, file.name);
  context.diagnostics.push(
    diagnostic("name-mismatch", { name: stated, file: `${file.name}.yaml` }, span, { help, fix }),
  );
}

export function completionOf(node: SpecNode): readonly string[] | undefined {
  const values = stringsAt(node, "completion").map(({ text }) => text);
  return values.length === 0 ? undefined : values;
}

/** For a key that is missing in the whole file. */
export function startOfFile(file: SpecDocument): Span {
  for (const entry of file.root?.entries.values() ?? []) return entry.key;
  return { file: file.source, start: 0, end: 0 };
}
