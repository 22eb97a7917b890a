import { actionsTaking } from "../../../contract/actions.ts";
import { sameJson } from "../../../contract/alias.ts";
import { clip } from "../../../contract/utf8.ts";
import type { Tool } from "../../catalog/catalog.ts";
import type { ComparableType, ComparedField } from "../comparable-type.ts";
import { type ComparedCatalog, type ComparedTool, ownTool } from "../compared.ts";
import { haveSameTypes } from "../same-tool.ts";
import { type FieldProblem, fieldProblems, fits, type Meeting, type Side, typeText } from "./generated-types.ts";

/** Catalogs of the two sides of a tool. */
export interface Catalogs {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
}

/** What of the types that a tool's handler leans on changed so that the handler may no longer compile. */
export function signatureProblems(base: ComparedTool, head: ComparedTool, catalogs: Catalogs): readonly string[] {
  const read: Meeting = {
    from: { catalog: catalogs.head, form: "normalised" },
    to: { catalog: catalogs.base, form: "normalised" },
    how: "read",
  };
  const written: Meeting = {
    from: { catalog: catalogs.base, form: "sent" },
    to: { catalog: catalogs.head, form: "sent" },
    how: "written",
  };
  const sameTypes = haveSameTypes(catalogs.base, catalogs.head);
  return [
    ...inputProblems(base, head, read),
    ...(sameTypes && sameJson(ownTool(base).returns, ownTool(head).returns)
      ? []
      : resultProblems(ownTool(base), ownTool(head), written)),
    ...base.errors.filter((name) => !head.errors.includes(name)).map((name) => `it must not fail with ${name}`),
    ...previewProblems(base, head),
    ...(base.session === "required" && head.session !== "required" ? ["there may be no session"] : []),
  ];
}

/** With a preview a handler is an object of two functions. */
function previewProblems(base: ComparedTool, head: ComparedTool): readonly string[] {
  const [was, is] = [base.confirm?.preview === true, head.confirm?.preview === true];
  if (was === is) return [];
  return [is ? "it must have a preview of what would be destroyed" : "it must be a function without a preview"];
}

/** What of the arguments changed so that a hand-written adapter may no longer make them. */
export function adapterProblems(base: ComparedTool, head: ComparedTool, catalogs: Catalogs): readonly string[] {
  const meeting: Meeting = {
    from: { catalog: catalogs.base, form: "sent" },
    to: { catalog: catalogs.head, form: "sent" },
    how: "written",
  };
  return fieldProblems(closed(base.params), closed(head.params), meeting).map((one) =>
    writtenWords("arguments", one, meeting),
  );
}

/** What of the result changed so that a hand-written function that reads it may no longer compile. */
export function resultAdapterProblems(base: ComparedTool, head: ComparedTool, catalogs: Catalogs): readonly string[] {
  const meeting: Meeting = {
    from: { catalog: catalogs.head, form: "sent" },
    to: { catalog: catalogs.base, form: "sent" },
    how: "read",
  };
  const { result: was } = base;
  const { result: is } = head;
  if (was.kind !== "object" || is.kind !== "object") return fits(is, was, meeting) ? [] : ["the result is another"];
  return fieldProblems(is, was, meeting).map((one) => readWords("result", one, meeting));
}

function closed(fields: readonly ComparedField[]) {
  return { fields, open: false };
}

function inputProblems(base: ComparedTool, head: ComparedTool, meeting: Meeting): readonly string[] {
  if (base.actions === undefined || head.actions === undefined) {
    const whole = fieldProblems(closed(head.params), closed(base.params), meeting);
    const reported =
      (base.actions === undefined) === (head.actions === undefined) ? [] : ["another param distinguishes the input"];
    return [...reported, ...whole.map((one) => readWords("input", one, meeting))];
  }
  const was = base.actions.cases.map(({ action }) => action);
  const is = head.actions.cases.map(({ action }) => action);
  return [
    ...is.filter((action) => !was.includes(action)).map((action) => `input may be of the action '${action}'`),
    ...was.filter((action) => !is.includes(action)).map((action) => `input is never of the action '${action}'`),
    ...was
      .filter((action) => is.includes(action))
      .flatMap((action) => {
        const problems = fieldProblems(closed(caseFields(head, action)), closed(caseFields(base, action)), meeting);
        return problems.map((one) => `${readWords("input", one, meeting)} for '${action}'`);
      }),
  ];
}

/** What the handler gets for one action: what its case lists, and what no case does. */
function caseFields(tool: ComparedTool, action: string): readonly ComparedField[] {
  const { actions } = tool;
  const own = actions?.cases.find((one) => one.action === action);
  if (actions === undefined || own === undefined) return [];
  return tool.params.flatMap((param): ComparedField[] => {
    if (param.name === actions.by) return [];
    if (own.requires.includes(param.name)) return [{ ...param, required: true }];
    const takers = actionsTaking(actions, param.name);
    return takers.length === 0 || takers.includes(action) ? [param] : [];
  });
}

function resultProblems(base: Tool, head: Tool, meeting: Meeting): readonly string[] {
  const was: ComparableType = base.returns;
  const is: ComparableType = head.returns;
  if (was.kind === "object" && is.kind === "object" && was.nullable !== true) {
    return fieldProblems(was, is, meeting).map((one) => writtenWords("result", one, meeting));
  }
  return fits(was, is, meeting) ? [] : [`result must be ${typed(is, meeting.to)}, was ${typed(was, meeting.from)}`];
}

function readWords(whole: string, { name, problem, from, to }: FieldProblem, meeting: Meeting): string {
  const place = `${whole}.${name}`;
  if (problem === "gone") return `${place} is gone`;
  if (problem === "may be missing") return `${place} may be missing`;
  return `${place} is ${fieldText(from, meeting.from)}, was ${fieldText(to, meeting.to)}`;
}

function writtenWords(whole: string, { name, problem, from, to }: FieldProblem, meeting: Meeting): string {
  const place = `${whole}.${name}`;
  if (problem === "gone") return `${place} is gone`;
  if (problem === "missing") return `${place} is asked for: ${fieldText(to, meeting.to)}`;
  if (problem === "may be missing") return `${place} must be there`;
  return `${place} must be ${fieldText(to, meeting.to)}, was ${fieldText(from, meeting.from)}`;
}

function fieldText(field: ComparedField | undefined, side: Side): string {
  return field === undefined ? "nothing" : typed(field.type, side);
}

function typed(type: ComparableType, side: Side): string {
  return clip(typeText(type, side), 60);
}
