import type { Deprecation } from "../../contract/deprecation.ts";
import { oncePerObject } from "../../contract/once-per-object.ts";
import { pointer } from "../catalog/origins.ts";
import { isCurrent } from "../catalog/versions.ts";
import type { Change } from "./change.ts";
import type { ComparedField } from "./comparable-type.ts";
import type { ComparedCatalog, ComparedTool } from "./compared.ts";
import type { EventOf, Place } from "./event.ts";
import { indexedTools } from "./same-tool.ts";
import { isPast } from "./today.ts";

/**
 * Everything whose announced day has come and that is still there: tools, their older versions, their other names, params,
 * spellings and words of params, errors. What is not a change is reported only beside changes, so the caller asks when there are
 * some: equal catalogs have no findings, on any day.
 */
export function reminders(
  head: ComparedCatalog,
  today: string | undefined,
  changes: readonly Change[],
): readonly EventOf<"sunset-due">[] {
  if (today === undefined || head.listed === true) return [];
  // A date that was moved into the past is reported as that.
  const reported = new Set(changes.flatMap(({ id, subject }) => (id.startsWith("sunset-") ? [subject] : [])));
  const due: EventOf<"sunset-due">[] = [];
  const visit: Visit = (deprecated, place) => {
    const sunset = deprecated?.sunset;
    if (sunset === undefined || !isPast(sunset, today)) return;
    const at = place();
    if (!reported.has(at.subject)) due.push({ kind: "sunset-due", at, sunset });
  };
  for (const { tool, index } of withNotices(head)) visitTool(visit, tool, ["tools", index]);
  head.builtins?.forEach((tool, index) => {
    visitAliases(visit, tool, ["builtins", index]);
  });
  head.errors.forEach(({ name, deprecated }, index) => {
    visit(deprecated, () => ({ subject: `error ${name}`, headPointer: pointer("", "errors", index) }));
  });
  return due;
}

/** Is asked for the place only where there is something to say. */
type Visit = (deprecated: Deprecation | undefined, place: () => Place) => void;

type Keys = readonly (string | number)[];

function visitTool(visit: Visit, tool: ComparedTool, keys: Keys): void {
  const subject = isCurrent(tool) ? tool.name : `${tool.name} version ${tool.version}`;
  visit(tool.deprecated, () => placeOf(tool, subject, keys));
  visitAliases(visit, tool, keys);
  tool.params.forEach((param, index) => {
    if (!hasNotice(param)) return;
    visitParam(visit, param, [...keys, "params", index], (own, at) => placeOf(tool, `${subject}.${own}`, at));
  });
}

/** Of the tools and the thousands of params of a catalog few have any. */
const withNotices = oncePerObject((catalog: ComparedCatalog) =>
  indexedTools(catalog).filter(({ tool }) => hasNotices(tool)),
);

function hasNotices({ deprecated, aliases, params }: ComparedTool): boolean {
  return deprecated !== undefined || aliases.some((alias) => alias.deprecated !== undefined) || params.some(hasNotice);
}

function hasNotice({ deprecated, aliases, type }: ComparedField): boolean {
  if (deprecated !== undefined || aliases !== undefined) return true;
  return type.kind === "enum" && type.values.some((value) => value.deprecated !== undefined);
}

function visitAliases(visit: Visit, tool: ComparedTool, keys: Keys): void {
  tool.aliases.forEach(({ name, deprecated }, index) => {
    visit(deprecated, () => placeOf(tool, `alias ${name}`, [...keys, "aliases", index]));
  });
}

function visitParam(
  visit: Visit,
  param: ComparedField,
  keys: Keys,
  placed: (subject: string, keys: Keys) => Place,
): void {
  visit(param.deprecated, () => placed(param.name, keys));
  param.aliases?.forEach(({ name, deprecated }, index) => {
    visit(deprecated, () => placed(`${param.name} spelling ${name}`, [...keys, "aliases", index]));
  });
  if (param.type.kind !== "enum") return;
  param.type.values.forEach(({ value, deprecated }, index) => {
    const word = typeof value === "string" ? value : JSON.stringify(value);
    visit(deprecated, () => placed(`${param.name} value ${word}`, [...keys, "type", "values", index]));
  });
}

function placeOf(tool: ComparedTool, subject: string, keys: Keys): Place {
  return { tool: tool.name, stability: tool.stability, subject, headPointer: pointer("", ...keys) };
}
