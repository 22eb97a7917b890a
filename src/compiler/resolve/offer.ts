import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { replaceWord } from "../../diagnostics/mistyped.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import { booleanAt, type SpecMap, type SpecNode, spanAt, stringAt, stringsAt } from "../syntax/spec-node.ts";
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
    diagnostic("name-mismatch", { kind: file.kind, name: stated, file: `${file.name}.yaml` }, span, { help, fix }),
  );
}

export function completionOf(node: SpecNode): readonly string[] | undefined {
  const values = stringsAt(node, "completion").map(({ text }) => text);
  return values.length === 0 ? undefined : values;
}

/** Reports `computed: false` where nothing else says what is served; where there is no such key, the parser has reported it. */
export function reportNotComputed(context: Context, root: SpecMap, key: "messages" | "text"): void {
  if (booleanAt(root, "computed") !== false) return;
  const help = `add '${key}', or write computed: true`;
  context.diagnostics.push(diagnostic("missing-key", { key, place: "" }, spanAt(root, "computed"), { help }));
}
