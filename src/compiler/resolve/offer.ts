import { diagnostic } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { OfferedValues } from "../catalog/offers.ts";
import type { Named } from "../catalog/own-names.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import { booleanAt, type SpecMap, type SpecNode, spanAt, stringAt, stringsAt } from "../syntax/spec-node.ts";
import { type Context, trace } from "./context.ts";

// What prompts and resources have in common.

export function placeOffer(context: Context, file: SpecDocument, base: string): void {
  context.origins.set(base, nameSpan(file));
  trace(context, file.root, ["uri", "uri_template", "mime_type", "computed", "messages", "text"], base);
}

/** As callers spell it, and our own name where that differs. */
export function namesOf(own: string, node: SpecNode): Named {
  const wire = stringAt(node, "wire");
  return wire === undefined || wire === own ? { name: own } : { name: wire, own };
}

interface Spelled {
  readonly own: string;
  readonly key: Span;
  readonly node: SpecNode;
}

/** Callers could not tell them apart. */
export function reportSameNames(context: Context, kind: "prompt" | "argument", all: readonly Spelled[]): void {
  const places = new Map<string, Span>();
  for (const { own, key, node } of all) {
    const { name } = namesOf(own, node);
    const span = stringAt(node, "wire") === undefined ? key : spanAt(node, "wire");
    const earlier = places.get(name);
    if (earlier === undefined) places.set(name, span);
    else {
      const related = [{ span: earlier, message: "the other one" }];
      context.diagnostics.push(diagnostic("duplicate-name", { name, kind }, span, { related }));
    }
  }
}

export function completionOf(node: SpecNode): OfferedValues | undefined {
  if (stringAt(node, "completion") === "computed") return "computed";
  const values = stringsAt(node, "completion").map(({ text }) => text);
  return values.length === 0 ? undefined : values;
}

/** Reports `computed: false` where nothing else says what is served; where there is no such key, the parser has reported it. */
export function reportNotComputed(context: Context, root: SpecMap, key: "messages" | "text"): void {
  if (booleanAt(root, "computed") !== false) return;
  const help = `add '${key}', or write computed: true`;
  context.diagnostics.push(diagnostic("missing-key", { key, place: "" }, spanAt(root, "computed"), { help }));
}
