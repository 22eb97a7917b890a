import type { Deprecation } from "../../contract/deprecation.ts";
import type { Catalog, Field, Tool } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { currentTool } from "../catalog/versions.ts";
import type { FieldRole, Replacement, Subjects, TextSubject } from "./rule.ts";
import { textsOutside, toolTexts } from "./texts-of.ts";

/** One part of a catalog, under the name of its kind. */
export type Subject = {
  readonly [On in keyof Subjects]: { readonly on: On; readonly subject: Subjects[On] };
}[keyof Subjects];

/** Subjects that belong together: those of one tool, or of none. */
export interface SubjectPart {
  /** Stays the same from catalog to catalog. */
  readonly name: string;
  readonly tool?: Tool;
  readonly subjects: () => readonly Subject[];
}

/** All subjects of rules, in the order of the catalog: one walk for all rules. The texts of tools come after all tools. */
export function partsOf(catalog: Catalog): readonly SubjectPart[] {
  const ofTools = catalog.tools.map((tool, index) => ({ tool, at: pointer("/tools", index) }));
  return [
    { name: "before", subjects: () => subjectsBefore(catalog) },
    ...ofTools.map(({ tool, at }) => ({ name: at, tool, subjects: () => subjectsOfTool(tool, at, catalog) })),
    { name: "texts", subjects: () => textsOutside(catalog).map(asSubject) },
    ...ofTools.map(({ tool, at }) => ({
      name: pointer(at, "texts"),
      tool,
      subjects: () => toolTexts(tool, at).map(asSubject),
    })),
    { name: "after", subjects: () => subjectsAfter(catalog) },
  ];
}

function asSubject(subject: TextSubject): Subject {
  return { on: "text", subject };
}

function subjectsBefore(catalog: Catalog): readonly Subject[] {
  const subjects: Subject[] = [];
  catalog.errors.forEach((error, index) => {
    const at = pointer("/errors", index);
    subjects.push({ on: "error", subject: { error, at } });
    visitNotice(subjects, error.deprecated, at, catalog.errors);
    visitFields(subjects, error.data, pointer(at, "data"), "error-data");
  });
  catalog.profiles.forEach((profile, index) => {
    subjects.push({ on: "profile", subject: { profile, at: pointer("/profiles", index) } });
  });
  catalog.types.forEach((named, index) => {
    const at = pointer("/types", index);
    subjects.push({ on: "namedType", subject: { named, at } });
    visitType(subjects, named.type, pointer(at, "type"));
  });
  return subjects;
}

function subjectsOfTool(tool: Tool, at: string, catalog: Catalog): readonly Subject[] {
  const subjects: Subject[] = [];
  visitTool(subjects, tool, at);
  const { upgrade } = tool;
  const current = upgrade === undefined ? undefined : currentTool(tool.name, catalog);
  if (upgrade === undefined || current === undefined) return subjects;
  return [...subjects, { on: "upgrade", subject: { old: tool, upgrade, current, at: pointer(at, "upgrade") } }];
}

function subjectsAfter(catalog: Catalog): readonly Subject[] {
  const subjects: Subject[] = [];
  catalog.builtins?.forEach((tool, index) => {
    const at = pointer("/builtins", index);
    subjects.push({ on: "builtin", subject: { tool, at } });
    visitAliases(subjects, tool, at);
  });
  catalog.retired.forEach((retired, index) => {
    subjects.push({ on: "retired", subject: { retired, at: pointer("/retired", index) } });
  });
  return subjects;
}

function visitTool(subjects: Subject[], tool: Tool, at: string): void {
  subjects.push({ on: "tool", subject: { tool, at } });
  visitNotice(subjects, tool.deprecated, at, "tools");
  visitFields(subjects, tool.params, pointer(at, "params"), "param");
  visitType(subjects, tool.returns, pointer(at, "returns"));
  visitAliases(subjects, tool, at);
  visitCalls(subjects, tool, at);
}

function visitAliases(subjects: Subject[], tool: Tool, at: string): void {
  tool.aliases.forEach((alias, index) => {
    const place = pointer(at, "aliases", index);
    subjects.push({ on: "alias", subject: { alias, tool, at: place } });
    visitNotice(subjects, alias.deprecated, place, "tools");
    // Old params that only rename a current one share its type and deprecations, which were visited with the tool.
    const own = new Set<unknown>(
      tool.params.flatMap(({ type, deprecated, aliases = [] }) => [
        type,
        deprecated,
        ...aliases.map((spelling) => spelling.deprecated),
      ]),
    );
    visitFields(subjects, alias.params, pointer(place, "params"), "old-param", own);
    if (alias.result !== undefined) visitType(subjects, alias.result, pointer(place, "result"));
  });
}

/** What is asked about the calls of a tool. */
export interface AskedCalls {
  /** Only calls of these, by names. */
  readonly callees: ReadonlySet<string>;
  /** Also what the examples show of results. */
  readonly results: boolean;
}

/**
 * The calls of one tool's workflows and examples, and the examples.
 * @param asked default: all
 */
export function callsOf(tool: Tool, at: string, asked?: AskedCalls): readonly Subject[] {
  const subjects: Subject[] = [];
  visitCalls(subjects, tool, at, asked);
  return subjects;
}

function visitCalls(subjects: Subject[], tool: Tool, at: string, asked?: AskedCalls): void {
  const isAsked = (callee: string) => asked?.callees.has(callee) ?? true;
  tool.guidance.workflows.forEach(({ steps }, workflow) => {
    steps.forEach((step, index) => {
      if (!isAsked(step.call)) return;
      const callAt = pointer(at, "guidance", "workflows", workflow, "steps", index);
      const place = { call: step.call, arguments: step.with, at: pointer(callAt, "with"), callAt };
      subjects.push({ on: "call", subject: { ...place, refused: false } });
    });
  });
  tool.examples.forEach((example, index) => {
    const exampleAt = pointer(at, "examples", index);
    example.given.forEach((step, place) => {
      if (!isAsked(step.call)) return;
      const callAt = pointer(exampleAt, "given", place);
      const call = { call: step.call, arguments: step.with, at: pointer(callAt, "with"), callAt, refused: false };
      subjects.push({ on: "call", subject: call });
    });
    if (isAsked(tool.name)) {
      const call = { call: tool.name, own: tool, arguments: example.arguments, at: pointer(exampleAt, "arguments") };
      const refused = example.error === "INVALID_ARGUMENTS";
      subjects.push({ on: "call", subject: { ...call, callAt: exampleAt, refused } });
    }
    if (asked?.results !== false) subjects.push({ on: "example", subject: { example, tool, at: exampleAt } });
  });
}

function visitFields(
  subjects: Subject[],
  fields: readonly Field[],
  base: string,
  role: FieldRole,
  visited: ReadonlySet<unknown> = new Set(),
): void {
  fields.forEach((field, index) => {
    const at = pointer(base, index);
    subjects.push({ on: "field", subject: { field, at, role } });
    if (!visited.has(field.deprecated)) visitNotice(subjects, field.deprecated, at, fields);
    for (const [place, alias] of (field.aliases ?? []).entries()) {
      if (!visited.has(alias.deprecated))
        visitNotice(subjects, alias.deprecated, pointer(at, "aliases", place), fields);
    }
    if (!visited.has(field.type)) visitType(subjects, field.type, pointer(at, "type"));
  });
}

function visitType(subjects: Subject[], type: TypeNode, at: string): void {
  subjects.push({ on: "type", subject: { type, at } });
  switch (type.kind) {
    case "array":
      visitType(subjects, type.items, pointer(at, "items"));
      return;
    case "object":
      visitFields(subjects, type.fields, pointer(at, "fields"), "field");
      if (typeof type.open !== "boolean") visitType(subjects, type.open, pointer(at, "open"));
      return;
    case "union":
      type.of.forEach((option, index) => {
        visitType(subjects, option, pointer(at, "of", index));
      });
      return;
    case "enum":
      for (const [index, { deprecated }] of type.values.entries()) {
        const replacements = type.values.map(({ value, ...rest }) => ({ ...rest, name: value }));
        visitNotice(subjects, deprecated, pointer(at, "values", index), replacements);
      }
      return;
    default:
      return;
  }
}

function visitNotice(
  subjects: Subject[],
  deprecation: Deprecation | undefined,
  base: string,
  replacements: readonly Replacement[] | "tools",
): void {
  if (deprecation === undefined) return;
  subjects.push({ on: "deprecation", subject: { deprecation, at: pointer(base, "deprecated"), replacements } });
}
