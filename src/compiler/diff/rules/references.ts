import type { ComparableType, ComparedField } from "../comparable-type.ts";
import { compareTypes } from "../compare-schemas.ts";
import type { ComparedCatalog, ComparedTool } from "../compared.ts";
import { formerId } from "../former-rules.ts";
import { type DiffRule, rule } from "../rule.ts";

/** Rules about types with names, in arguments and in results. */
export const referenceRules: readonly DiffRule[] = [
  rule("ref-retargeted-same-shape", "type-kept", "INFO", ["SOURCE"], {
    mirror: "ref-retargeted-same-shape",
    former: ({ at }) => formerId("ref-retargeted-same-shape", at.side),
    // Callers never see the name; definitions of generated lists are numbered differently after every addition.
    hidden: true,
    message: ({ base, head, refs }, context) =>
      renamed(refs) && compareTypes(base, head, context) === "same"
        ? `is a '${refs?.head}' instead of a '${refs?.base}', which takes the same values`
        : undefined,
    explain: {
      why: "The same values are valid under another name.",
      bad: "value: {ref: Heading}   # was {ref: Title}",
      good: "value: {ref: TaskState}   # was {ref: Title}",
    },
  }),
  rule("ref-retargeted-other-shape", "type-kept", "INFO", ["CALL", "RESULT"], {
    mirror: "ref-retargeted-other-shape",
    former: ({ at }) => formerId("ref-retargeted-other-shape", at.side),
    message: ({ base, head, refs }, context) =>
      renamed(refs) && compareTypes(base, head, context) !== "same"
        ? `is a '${refs?.head}' instead of a '${refs?.base}'`
        : undefined,
    explain: {
      why: "It names the cause: what differs between the two types, and breaks, is reported beside it, part by part.",
      bad: "value: {ref: TaskState}   # was {ref: NoteState}",
      good: "value: {ref: Heading}   # was {ref: Title}",
    },
  }),
  recursionRule("recursion-introduced", "input"),
  recursionRule("output-recursion-introduced", "output"),
];

function recursionRule(id: string, side: "input" | "output"): DiffRule {
  return rule(id, "tool-kept", "WARN", [side === "input" ? "CALL" : "RESULT"], {
    message: ({ base, head }, context) => {
      if (!hasRecursion(context.head)) return undefined;
      const [name] = recursiveIn(head, side, context.head);
      return name === undefined || recursiveIn(base, side, context.base).length > 0
        ? undefined
        : `'${name}' contains itself`;
    },
    help: () => "nest to a fixed depth, or let the parts name each other by id",
    explain: {
      why: "Several clients refuse a schema that refers to itself, or cut it off after one turn.",
      bad: "value: {ref: Tree}   # was {type: string}",
      good: "value: {type: array, items: {type: string}}   # was {type: string}",
    },
  });
}

function renamed(refs: { readonly base?: string; readonly head?: string } | undefined): boolean {
  return refs?.base !== undefined && refs.head !== undefined && refs.base !== refs.head;
}

/** Names of the types in a tool's arguments or result that contain themselves. */
function recursiveIn(tool: ComparedTool, side: "input" | "output", catalog: ComparedCatalog): readonly string[] {
  return recursiveBelow(side === "input" ? tool.params.map(({ type }) => type) : [tool.result], catalog);
}

/** Most catalogs have none, so that is known before any tool is looked at. */
function hasRecursion(catalog: ComparedCatalog): boolean {
  const known =
    withRecursion.get(catalog) ??
    recursiveBelow(
      catalog.types.map(({ type }) => type),
      catalog,
    ).length > 0;
  withRecursion.set(catalog, known);
  return known;
}

const withRecursion = new WeakMap<ComparedCatalog, boolean>();

function recursiveBelow(roots: readonly ComparableType[], catalog: ComparedCatalog): readonly string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const root of roots) visit(root, []);
  return [...found].sort();

  function visit(node: ComparableType, within: readonly string[]): void {
    if (node.kind !== "ref") {
      for (const part of partsOf(node)) visit(part, within);
      return;
    }
    const { name } = node;
    const start = within.indexOf(name);
    if (start !== -1) for (const one of within.slice(start)) found.add(one);
    if (seen.has(name)) return;
    seen.add(name);
    const named = catalog.types.find((type) => type.name === name);
    if (named !== undefined) visit(named.type, [...within, name]);
  }
}

function partsOf(node: ComparableType): readonly ComparableType[] {
  const types = (fields: readonly ComparedField[]) => fields.map((field) => field.type);
  switch (node.kind) {
    case "array":
      return [node.items, ...(node.prefixItems ?? [])];
    case "object":
      return [...types(node.fields), ...(typeof node.open === "boolean" ? [] : [node.open])];
    case "union":
      return node.of;
    default:
      return [];
  }
}
