import { callErrors } from "../../contract/call-errors.ts";
import type { JsonObject } from "../../contract/json.ts";
import { soleNearMiss } from "../../contract/near-miss.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { respell, suggest } from "../../diagnostics/mistyped.ts";
import type { CallStep, Example, GivenStep, Guidance, Tool } from "../catalog/catalog.ts";
import { keyOf, pointer } from "../catalog/origins.ts";
import { at, entriesAt, itemsAt, jsonOf, type SpecNode, spanAt, stringAt, stringsAt } from "../syntax/spec-node.ts";
import { type Context, offeredFor, reportUnknown, wireName } from "./context.ts";
import { lineAt, textAt, textsAt } from "./texts.ts";

/** When and how to use a tool; every tool that it names must exist. */
export function guidanceOf(context: Context, node: SpecNode | undefined, base: string): Guidance {
  return {
    useWhen: textsAt(context, node, "use_when", pointer(base, "useWhen")),
    avoidWhen: textsAt(context, node, "avoid_when", pointer(base, "avoidWhen")),
    practices: textsAt(context, node, "practices", pointer(base, "practices")),
    after: toolsAt(context, node, "after"),
    before: toolsAt(context, node, "before"),
    workflows: itemsAt(node, "workflows").map((workflow, index) => ({
      goal: textAt(context, workflow, "goal", pointer(base, "workflows", index, "goal")) ?? "",
      steps: stepsAt(context, workflow, pointer(base, "workflows", index, "steps")),
    })),
  };
}

type Raiser = Pick<Tool, "name" | "errors">;

export function exampleOf(context: Context, node: SpecNode, tool: Raiser, base: string): Example {
  context.origins.set(base, at(node, "title")?.span ?? node.span);
  const kept = new Set<string>();
  const given: GivenStep[] = [];
  for (const step of itemsAt(node, "given")) {
    // The index in the catalog: a step that was left out has none.
    const index = given.length;
    reportUnkept(context, at(step, "with"), kept);
    const [call] = stepOf(context, step, pointer(base, "given", index));
    const keep = entriesAt(step, "keep").flatMap(([name, { value }]) =>
      value.kind === "scalar" && typeof value.value === "string" ? [[name, value.value] as const] : [],
    );
    for (const [name, { value }] of entriesAt(step, "keep")) {
      context.origins.set(pointer(base, "given", index, "keep", name), value.span);
    }
    for (const [name] of keep) kept.add(name);
    if (call !== undefined) given.push({ ...call, keep: Object.fromEntries(keep) });
  }
  reportUnkept(context, at(node, "arguments"), kept);
  const error = stringAt(node, "error");
  if (error !== undefined) checkError(context, error, node, tool);
  const result = at(node, "result");
  if (result !== undefined) traceJson(context, result, pointer(base, "result"));
  return {
    title: lineAt(context, node, "title") ?? "",
    given,
    arguments: argumentsAt(context, node, "arguments", base),
    ...(result === undefined ? {} : { result: jsonOf(result) }),
    ...(error === undefined ? {} : { error }),
  };
}

function toolsAt(context: Context, node: SpecNode | undefined, key: string): readonly string[] {
  const { tools } = context.names;
  return stringsAt(node, key).flatMap(({ text, span }) => {
    if (tools.has(text)) return [wireName(context, text)];
    reportUnknown(context, "unknown-tool", text, span, tools.keys());
    return [];
  });
}

/** @param base of the list; a step that is left out has no index in it */
function stepsAt(context: Context, node: SpecNode, base: string): readonly CallStep[] {
  const steps: CallStep[] = [];
  for (const step of itemsAt(node, "steps")) steps.push(...stepOf(context, step, pointer(base, steps.length)));
  return steps;
}

/** One call of a tool, a built-in one too, or an alias; none when the name is unknown. */
function stepOf(context: Context, node: SpecNode, base: string): readonly CallStep[] {
  const call = stringAt(node, "call");
  if (call === undefined) return [];
  context.origins.set(base, spanAt(node, "call"));
  const { tools, builtins, aliases, builtinAliases, incomplete } = context.names;
  if (![tools, builtins, aliases, builtinAliases].some((names) => names.has(call))) {
    const known = offeredFor(context, call, [...tools.keys(), ...aliases.keys()]);
    if (!incomplete.has("aliases")) reportUnknown(context, "unknown-tool", call, spanAt(node, "call"), known);
    return [];
  }
  return [{ call: tools.has(call) ? wireName(context, call) : call, with: argumentsAt(context, node, "with", base) }];
}

function argumentsAt(context: Context, node: SpecNode, key: string, base: string): JsonObject {
  const value = at(node, key);
  if (value === undefined) return {};
  traceJson(context, value, pointer(base, key));
  return Object.fromEntries(
    // A value that could not be read was reported. It still counts as present, with an unknown value like a kept one.
    entriesAt(node, key).map(([name, { value }]) => [name, value.kind === "broken" ? "$unread" : jsonOf(value)]),
  );
}

/** Records the span of each part of a JSON value. */
function traceJson(context: Context, node: SpecNode, base: string): void {
  context.origins.set(base, node.span);
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) traceJson(context, item, pointer(base, index));
  }
  if (node.kind === "map") {
    for (const [name, { key, value }] of node.entries) {
      traceJson(context, value, pointer(base, name));
      context.origins.set(keyOf(pointer(base, name)), key);
    }
  }
}

/** `$name` stands for a value that was kept before. */
function reportUnkept(context: Context, node: SpecNode | undefined, kept: ReadonlySet<string>): void {
  if (node?.kind === "list") for (const item of node.items) reportUnkept(context, item, kept);
  if (node?.kind === "map") for (const { value } of node.entries.values()) reportUnkept(context, value, kept);
  if (node?.kind !== "scalar" || typeof node.value !== "string") return;
  const name = /^\$([a-z][a-z0-9_]*)$/.exec(node.value)?.[1];
  if (name === undefined || kept.has(name)) return;
  const help = suggest(name, kept) ?? "keep it in a step of 'given'";
  const meant = soleNearMiss(name, kept);
  const fix = meant === undefined ? undefined : respell(node.span, `$${meant}`);
  context.diagnostics.push(diagnostic("unknown-kept-value", { name }, node.span, { help, fix }));
}

function checkError(context: Context, error: string, node: SpecNode, tool: Raiser): void {
  if (Object.hasOwn(callErrors, error) || tool.errors.includes(error)) return;
  const span = spanAt(node, "error");
  const { errors } = context.names;
  if (!errors.has(error)) {
    reportUnknown(context, "unknown-error", error, span, [...tool.errors, ...Object.keys(callErrors)]);
    return;
  }
  const help = `add it to 'errors' of the tool`;
  context.diagnostics.push(diagnostic("error-not-listed", { name: error, tool: tool.name }, span, { help }));
}
