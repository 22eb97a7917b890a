import { acceptingTool } from "../../src/compiler/diff/accepting.ts";
import type { Change } from "../../src/compiler/diff/change.ts";
import { argumentsSchema, type ComparedCatalog, resultSchema } from "../../src/compiler/diff/compared.ts";
import type { DiffRule } from "../../src/compiler/diff/rule.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import type { Pair } from "./cases/build.ts";
import { isOwnMirror, mirrorsOf } from "./rule-guards.ts";

export type Compare = (base: ComparedCatalog, head: ComparedCatalog) => readonly Change[];

/** What is wrong with a rule about its own case, in sentences; none is what is wanted. */
export function caseProblems(rule: DiffRule, [base, head]: Pair, compare: Compare): readonly string[] {
  const forwards = compare(base, head);
  const backwards = compare(head, base).map((change) => change.id);
  const own = forwards.find((change) => change.id === rule.id);
  const mirrors = mirrorsOf(rule);
  return [
    ...(own === undefined ? ["it is silent"] : []),
    ...(compare(head, structuredClone(head)).length > 0 ? ["equal catalogs differ"] : []),
    ...(backwards.includes(rule.id) && !isOwnMirror(rule) ? ["it speaks about the opposite change"] : []),
    ...(mirrors.length > 0 && !mirrors.some((id) => backwards.includes(id)) ? ["no mirror answers"] : []),
    ...(own === undefined || rule.on.startsWith("alias-") ? [] : witnessProblems(rule, own, base, head)),
  ];
}

/** A client with the old schema accepts the witness, and the new one refuses it; for results the other way round. */
export function witnessProblems(
  rule: Pick<DiffRule, "on">,
  { tool: name, witness, categories }: Change,
  base: ComparedCatalog,
  head: ComparedCatalog,
): readonly string[] {
  const was = base.tools.find((tool) => tool.name === name);
  const is = head.tools.find((tool) => tool.name === name);
  if (witness === undefined || was === undefined) return [];
  const accepted = argumentsSchema(acceptingTool(was), base);
  if (is === undefined) return compileCheck(accepted)(witness) ? [] : ["the witness was never valid"];
  const [old, now] = categories.includes("RESULT")
    ? [resultSchema(is, head), resultSchema(was, base)]
    : [accepted, argumentsSchema(acceptingTool(is), head)];
  // A field that no schema names any more is let through by an open object, which is the worse for it.
  const judge = rule.on === "field-removed" ? { ...now, additionalProperties: false } : now;
  return [
    ...(compileCheck(old)(witness) ? [] : ["the witness was never valid"]),
    ...(compileCheck(judge)(witness) ? ["the witness is still valid"] : []),
  ];
}
