import { effectOfAction } from "../../../contract/action-effects.ts";
import { conditionText } from "../../../contract/confirm-condition.ts";
import type { Deprecation } from "../../../contract/deprecation.ts";
import { durationText } from "../../../contract/duration.ts";
import type { JsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import type { Catalog, Field, GivenStep, ParamAlias, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { namedType } from "../../catalog/lookup.ts";
import type { TypeNode } from "../../catalog/type-node.ts";
import { olderVersions } from "../../catalog/versions.ts";
import { refsIn } from "../type-scope.ts";
import { describeType } from "./describe-type.ts";
import { cell, code, codeCell, inline, jsonBlock, prose } from "./markdown.ts";

/** Everything that a tool's page shows, already escaped for Markdown: the template only arranges it. */
export type ToolPage = ReturnType<typeof toolPage>;
export type ErrorRow = ReturnType<typeof errorRows>[number];

export function toolPage(tool: Tool, catalog: Catalog) {
  const { guidance } = tool;
  return {
    name: code(tool.name),
    title: inline(tool.title),
    facts: facts(tool, catalog),
    deprecated: deprecation(tool.deprecated),
    summary: prose(tool.summary),
    description: prose(tool.description ?? ""),
    params: tool.params.map(fieldRow),
    schema: tool.wholeInput === true ? jsonBlock(tool.input) : undefined,
    actions: tool.actions === undefined ? undefined : actionTable(tool),
    confirm: confirmation(tool),
    result: resultView(tool),
    types: typeSections(tool, catalog),
    errors: errorRows(tool.errors, catalog),
    aliases: tool.aliases.map(aliasRow),
    lists: [
      { heading: "Use it when", items: guidance.useWhen.map(inline) },
      { heading: "Avoid it when", items: guidance.avoidWhen.map(inline) },
      { heading: "Good practice", items: guidance.practices.map(inline) },
      { heading: "Usually after", items: guidance.after.map(toolLink) },
      { heading: "Usually before", items: guidance.before.map(toolLink) },
    ].filter((list) => list.items.length > 0),
    workflows: guidance.workflows.map(({ goal, steps }) => ({
      goal: inline(goal),
      steps: callList(steps.map((step) => ({ ...step, keep: {} }))),
    })),
    examples: tool.examples.map((example) => ({
      title: inline(example.title),
      given: callList(example.given),
      arguments: jsonBlock(example.arguments),
      result: example.result === undefined ? undefined : jsonBlock(example.result),
      error: example.error === undefined ? undefined : code(example.error),
    })),
    older: olderView(tool, olderVersions(tool.name, catalog)),
  };
}

function olderView(tool: Tool, older: readonly Tool[]) {
  const [newest] = older;
  if (newest === undefined) return undefined;
  const versions = older.map((old) => ({
    version: old.version,
    deprecated: deprecation(old.deprecated),
    served: served(old),
    params: old.params.map(fieldRow),
    schema: old.wholeInput === true ? jsonBlock(old.input) : undefined,
    result: resultView(old),
  }));
  return { tool: code(tool.name), request: code(`"pegboard/version": ${newest.version}`), versions };
}

/** What answers a call of an older version. */
function served({ upgrade, supersededBy, deadlineMs }: Tool): string {
  if (upgrade === undefined) {
    const stopped = deadlineMs === undefined ? "" : `, deadline ${durationText(deadlineMs)}`;
    return `Answered by its own handler${stopped}.`;
  }
  const mapping = [
    ...Object.entries(upgrade.rename).map(([old, current]) => `${code(old)} → ${code(current)}`),
    ...givenValues(upgrade.set, "="),
    ...givenValues(upgrade.defaults, "defaults to"),
    ...(upgrade.drop.length === 0 ? [] : [`without effect: ${upgrade.drop.map(code).join(", ")}`]),
  ];
  const how = mapping.length === 0 ? " as it is" : `: ${mapping.join("; ")}`;
  return `Becomes a call of version ${supersededBy ?? ""}${how}.`;
}

function givenValues(values: JsonObject, sign: string): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${code(name)} ${sign} ${code(JSON.stringify(value))}`);
}

function resultView({ result, wholeResult }: Tool) {
  return {
    fields: result.kind === "object" ? result.fields.map(fieldRow) : [],
    type: resultType(result),
    schema: wholeResult === true && result.kind === "json" ? jsonBlock(result.schema) : undefined,
  };
}

/** Declared errors, in a table or in lines; unknown names are left out, they were reported before. */
export function errorRows(names: readonly string[], catalog: Catalog, form: "table" | "lines" = "table") {
  const [name, text] = form === "table" ? [codeCell, cell] : [code, inline];
  return catalog.errors
    .filter((error) => names.includes(error.name))
    .map((error) => ({
      name: name(error.name),
      number: error.code,
      message: text(error.message),
      retry: { never: "never", same: "same call", changed_arguments: "other arguments", later: "later" }[error.retry],
      hint: text([error.hint ?? "", deprecation(error.deprecated)].filter((part) => part !== "").join(" ")),
    }));
}

/** "deprecated since …", or nothing. */
export function deprecation(deprecated: Deprecation | undefined): string {
  if (deprecated === undefined) return "";
  const { since, sunset, replacedBy, reason } = deprecated;
  const parts = [
    `deprecated since ${since}`,
    ...(sunset === undefined ? [] : [`may be removed on ${sunset}`]),
    ...(replacedBy === undefined ? [] : [`use ${code(replacedBy)}`]),
    ...(reason === undefined ? [] : [inline(reason)]),
  ];
  return parts.join("; ");
}

function facts(tool: Tool, catalog: Catalog): string {
  const { readOnly, destructive, idempotent, openWorld } = tool.effects;
  const badge = catalog.tiers.find((tier) => tier.name === tool.tier)?.badge ?? tool.tier;
  const session = { none: "no session", optional: "session optional", required: "session required" }[tool.session];
  return [
    inline(badge),
    inline(catalog.families.find((family) => family.name === tool.family)?.title ?? tool.family),
    readOnly ? "read-only" : destructive ? "**destructive**" : "writes",
    ...(idempotent ? ["idempotent"] : []),
    ...(openWorld ? ["open world"] : []),
    session,
    ...(tool.deadlineMs === undefined ? [] : [`deadline ${durationText(tool.deadlineMs)}`]),
    ...(tool.tasks === undefined ? [] : [`tasks ${tool.tasks}`]),
    `since ${tool.since}`,
    tool.stability,
    ...(tool.version === 1 ? [] : [`version ${tool.version}`]),
    ...(tool.nativeTo === undefined ? [] : [`native to ${tool.nativeTo.map(inline).join(", ")}`]),
  ].join(" · ");
}

function fieldRow(field: Field) {
  const need = field.required ? "required" : field.default === undefined ? "" : codeCell(JSON.stringify(field.default));
  const about = [
    field.description === undefined ? "" : inline(field.description),
    field.unit === undefined ? "" : `In ${inline(field.unit)}.`,
    field.sensitive === true ? "Never logged." : "",
    (field.aliases ?? []).length === 0 ? "" : `Also ${(field.aliases ?? []).map(spelling).join(", ")}.`,
    deprecation(field.deprecated),
  ];
  return {
    name: codeCell(field.name),
    type: describeType(field.type).replaceAll("|", "\\|"),
    need,
    about: [about.filter((text) => text !== "").join(" "), ...valueTexts(field.type)]
      .filter((text) => text !== "")
      .join("<br>")
      .replaceAll("|", "\\|"),
  };
}

function spelling({ name, deprecated }: ParamAlias): string {
  return deprecated === undefined ? code(name) : `${code(name)} (${deprecation(deprecated)})`;
}

/** What the values of an enum mean, where the author says so. */
function valueTexts(node: TypeNode): readonly string[] {
  if (node.kind !== "enum") return [];
  return node.values.flatMap(({ value, summary, deprecated }) => {
    const about = [inline(summary ?? ""), deprecation(deprecated)].filter((text) => text !== "");
    return about.length === 0 ? [] : [`${code(value)}: ${about.join(", ")}`];
  });
}

function actionTable(tool: Tool) {
  const names = (params: readonly string[]): string => params.map(codeCell).join(", ");
  const { actions } = tool;
  const saysEffects = actions?.cases.some(({ effect }) => effect !== undefined) === true;
  const cases = (actions?.cases ?? []).map(({ action, effect, requires, optional, summary }) => ({
    action: codeCell(action),
    ...(saysEffects ? { effect: effectOfAction({ ...(effect && { effect }) }, tool.effects) } : {}),
    requires: names(requires),
    optional: names(optional),
    summary: cell(summary ?? ""),
  }));
  return { by: code(actions?.by ?? ""), cases, saysEffects };
}

function confirmation({ confirm }: Tool): string {
  if (confirm === undefined) return "";
  const { message, spelled = {} } = confirm;
  const when = conditionText(confirm, code);
  // Readers know the names of callers.
  const read = message.replaceAll(/\{(\w+)\}/g, (hole, own: string) => {
    const name = ownValue(spelled, own);
    return name === undefined ? hole : `{${name}}`;
  });
  return `${when === "" ? "Always" : `When ${when}`}: ${inline(read)}`;
}

function resultType(node: TypeNode): string {
  return node.kind === "object" && node.fields.length > 0 ? "" : describeType(node);
}

/** The named types that the page refers to, directly or through other types. */
function typeSections(tool: Tool, catalog: Catalog) {
  const versions = [tool, ...olderVersions(tool.name, catalog)];
  const nodes = [
    ...versions.flatMap((one) => [one.result, ...one.params.map((param) => param.type)]),
    ...tool.aliases.flatMap(({ result }) => result ?? []),
  ];
  const names = [...new Set(nodes.flatMap((node) => [...refsIn(node, catalog)]))].sort();
  return names.flatMap((name) => {
    const type = namedType(name, catalog);
    if (type === undefined) return [];
    const fields = type.kind === "object" ? type.fields.map(fieldRow) : [];
    return [{ name, description: prose(type.description ?? ""), fields }];
  });
}

function aliasRow(alias: ToolAlias) {
  const renamed = Object.entries(alias.rename).map(([old, current]) => `${code(old)} → ${code(current)}`);
  const set = givenValues(alias.set, "=");
  const defaults = givenValues(alias.defaults, "defaults to");
  const ignored = alias.ignore.length === 0 ? [] : [`ignored: ${alias.ignore.map(code).join(", ")}`];
  const known = alias.params.filter((param) => !alias.ignore.includes(param.name));
  const adapted = alias.adapt ? [`accepts its old params: ${known.map(({ name }) => code(name)).join(", ")}`] : [];
  const { result } = alias;
  const answers =
    result === undefined ? [] : [`answers with: ${result.fields.map(({ name }) => code(name)).join(", ")}`];
  return {
    name: codeCell(alias.name),
    of: cell(alias.of),
    mapping: [...adapted, ...renamed, ...set, ...defaults, ...ignored, ...answers].join("; ").replaceAll("|", "\\|"),
    deprecated: deprecation(alias.deprecated).replaceAll("|", "\\|"),
  };
}

/** Calls in their order, each on one line with what is kept of its result. */
function callList(steps: readonly GivenStep[]): string {
  const lines = steps.map((step, index) => {
    const kept = Object.entries(step.keep).map(([name, path]) => `${code(`$${name}`)} = ${code(path)}`);
    const keeps = kept.length === 0 ? "" : `, keeping ${kept.join(", ")}`;
    return `${index + 1}. ${code(step.call)} ${code(JSON.stringify(step.with))}${keeps}`;
  });
  return lines.join("\n");
}

function toolLink(name: string): string {
  return `[${code(name)}](${name}.md)`;
}
