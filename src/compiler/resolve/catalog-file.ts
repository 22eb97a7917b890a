import { isBuiltinName } from "../../contract/builtin-tools.ts";
import { callErrors } from "../../contract/call-errors.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { mistyped, suggest } from "../../diagnostics/mistyped.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type { Catalog, DeclaredError, Family, Field, RetiredName, ServerIdentity, Tier } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import {
  at,
  booleanAt,
  entriesAt,
  numberAt,
  type SpecMap,
  type SpecNode,
  spanAt,
  stringAt,
  stringsAt,
  verbatimAt,
  wordAt,
} from "../syntax/spec-node.ts";
import { type Context, optional, trace, wireName } from "./context.ts";
import { deprecationOf } from "./deprecations.ts";
import { lineAt, placeholderSpan, placeholdersOf, textAt } from "./texts.ts";
import { typeOf } from "./types.ts";

/** The parts of catalog.yaml that do not depend on tools. */
export function serverOf(context: Context, root: SpecMap): ServerIdentity {
  const server = at(root, "server");
  context.origins.set("/server", root.entries.get("server")?.key ?? root.span);
  trace(context, server, ["name", "version", "instructions"], "/server");
  return {
    name: stringAt(server, "name") ?? "server",
    ...optional("title", lineAt(context, server, "title")),
    version: stringAt(server, "version") ?? "0.0.0",
    ...optional("instructions", textAt(context, server, "instructions", "/server/instructions")),
    ...(booleanAt(server, "logging") === true ? { logging: true as const } : {}),
    ...(booleanAt(server, "prompts") === true ? { prompts: true as const } : {}),
    ...(booleanAt(server, "completions") === true ? { completions: true as const } : {}),
    ...(booleanAt(server, "subscriptions") === true ? { subscriptions: true as const } : {}),
    ...(booleanAt(server, "list_changes") === true ? { listChanges: true as const } : {}),
    ...optional("verbatim", verbatimAt(server, "listed")),
  };
}

export function targetsOf(context: Context, root: SpecMap): readonly string[] {
  traceKey(context, root, "targets", "/targets");
  return stringsAt(root, "targets")
    .map(({ text }) => text)
    .sort();
}

export function tiersOf(context: Context, root: SpecMap): readonly Tier[] {
  return entriesAt(root, "tiers").map(([name, { key, value }], index) => {
    context.origins.set(`/tiers/${index}`, key);
    return {
      name,
      badge: lineAt(context, value, "badge") ?? name,
      summary: textAt(context, value, "summary", `/tiers/${index}/summary`) ?? name,
    };
  });
}

export function familiesOf(context: Context, root: SpecMap): readonly Family[] {
  return entriesAt(root, "families").map(([name, { key, value }], index) => {
    context.origins.set(`/families/${index}`, key);
    return {
      name,
      title: lineAt(context, value, "title") ?? name,
      summary: textAt(context, value, "summary", `/families/${index}/summary`) ?? name,
    };
  });
}

/** Days between notice and sunset. */
export function graceOf(context: Context, root: SpecMap): Catalog["grace"] {
  traceKey(context, root, "deprecation", "/grace");
  const grace = at(at(root, "deprecation"), "grace");
  const days = (key: string, otherwise: number) => {
    const text = stringAt(grace, key);
    return text === undefined ? otherwise : Number.parseInt(text, 10);
  };
  return { experimental: days("experimental", 0), beta: days("beta", 30), stable: days("stable", 180) };
}

function traceKey(context: Context, root: SpecMap, key: string, place: string): void {
  const entry = root.entries.get(key);
  if (entry !== undefined) context.origins.set(place, entry.key);
}

export function errorsOf(context: Context, root: SpecMap): readonly DeclaredError[] {
  const names = entriesAt(root, "errors").map(([name]) => name);
  const numbers = new Map<number, { readonly name: string; readonly span: Span }>();
  const taken = new Set(entriesAt(root, "errors").map(([, { value }]) => numberAt(value, "code")));
  return entriesAt(root, "errors").map(([name, { key, value }], index) => {
    const base = pointer("/errors", index);
    context.origins.set(base, key);
    if (Object.hasOwn(callErrors, name)) {
      context.diagnostics.push(diagnostic("reserved-error-name", { name }, key, { help: "choose another name" }));
    }
    const code = numberAt(value, "code");
    const other = code === undefined ? undefined : numbers.get(code);
    if (code !== undefined && other !== undefined) {
      const related = [{ span: other.span, message: "the other one" }];
      const help = `write ${freeNumber(code, taken)}, the next free number`;
      const extras = { help, related };
      context.diagnostics.push(
        diagnostic("duplicate-error-number", { code, other: other.name }, spanAt(value, "code"), extras),
      );
    } else if (code !== undefined) numbers.set(code, { name, span: spanAt(value, "code") });
    const data = dataOf(context, value, base);
    trace(context, value, ["code", "message"], base);
    const hint = textAt(context, value, "hint", pointer(base, "hint"));
    const message = lineAt(context, value, "message");
    checkPlaceholders(context, value, data, { message, hint });
    return {
      name,
      code: code ?? 0,
      message: message ?? name,
      data,
      retry: wordAt(value, "retry", ["same", "changed_arguments", "later"]) ?? "never",
      ...optional("hint", hint),
      ...optional("deprecated", deprecationOf(context, value, base, { kind: "error", names, self: name })),
    };
  });
}

/** Away from zero; JSON-RPC and MCP reserve -32768 to -32000. */
function freeNumber(code: number, taken: ReadonlySet<number | undefined>): number {
  let free = code;
  do free += code < 0 ? -1 : 1;
  while (taken.has(free) || (free >= -32_768 && free <= -32_000));
  return free;
}

function dataOf(context: Context, error: SpecNode, base: string): readonly Field[] {
  return entriesAt(error, "data").map(([name, { key, value }], index) => {
    const place = pointer(base, "data", index);
    context.origins.set(place, key);
    const { description, ...type } = typeOf(context, value, pointer(place, "type"));
    return { name, type, required: true, ...optional("description", description) };
  });
}

/** The placeholders of message and hint must be exactly the keys of data. */
function checkPlaceholders(
  context: Context,
  error: SpecNode,
  data: readonly Field[],
  texts: { readonly message: string | undefined; readonly hint: string | undefined },
): void {
  const { message = "", hint = "" } = texts;
  const names = entriesAt(error, "data").map(([name]) => name);
  for (const [key, text] of Object.entries({ message, hint })) {
    for (const name of placeholdersOf(text)) {
      if (names.includes(name)) continue;
      const help = suggest(name, names) ?? `declare it: data: {${name}: string}`;
      context.diagnostics.push(
        diagnostic("error-hole-unknown", { name }, placeholderSpan(spanAt(error, key), name), { help }),
      );
    }
  }
  // A misspelled placeholder leaves its key of data unused, which is not reported separately.
  const known = (text: string) => placeholdersOf(text).every((name) => names.includes(name));
  if (texts.message === undefined || !known(message) || !known(hint)) return;
  const used = new Set([...placeholdersOf(message), ...placeholdersOf(hint)]);
  for (const [name, { key }] of entriesAt(error, "data")) {
    if (used.has(name) || !data.some((field) => field.name === name)) continue;
    context.diagnostics.push(diagnostic("error-data-unused", { name }, key, { help: `use {${name}} in the message` }));
  }
}

/** Names that must not be used again, sorted. */
export function retiredOf(context: Context, files: readonly SpecDocument[]): readonly RetiredName[] {
  const entries = files.flatMap((file) => [...(file.root?.entries ?? [])]);
  const { tools } = context.names;
  return entries
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, { key, value }], index) => {
      context.origins.set(`/retired/${index}`, key);
      context.origins.set(`/retired/${index}/removed`, spanAt(value, "removed"));
      const replacedBy = stringAt(value, "replaced_by");
      if (replacedBy !== undefined && !tools.has(replacedBy) && !isBuiltinName(replacedBy)) {
        const span = spanAt(value, "replaced_by");
        const extras = mistyped(replacedBy, span, tools.keys());
        context.diagnostics.push(diagnostic("unknown-replacement", { name: replacedBy, kind: "tool" }, span, extras));
      }
      return {
        name,
        kind: stringAt(value, "kind") === "alias" ? "alias" : "tool",
        ...optional("of", stringAt(value, "of")),
        ...optional("removed", stringAt(value, "removed")),
        ...optional("replacedBy", replacedBy === undefined ? undefined : wireName(context, replacedBy)),
        ...optional("reason", textAt(context, value, "reason")),
      };
    });
}
