import { compareTexts } from "../../contract/compare-texts.ts";
import { parseDuration } from "../../contract/duration.ts";
import type { Confirmation, Effects, TaskSupport } from "../../contract/tool-facts.ts";
import { diagnostic } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/mistyped.ts";
import type { Field, Tool } from "../catalog/catalog.ts";
import { pointer } from "../catalog/origins.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import {
  at,
  booleanAt,
  entriesAt,
  isBrokenAt,
  itemsAt,
  type SpecNode,
  spanAt,
  stringAt,
  stringsAt,
  verbatimAt,
  wordAt,
} from "../syntax/spec-node.ts";
import { actionsOf } from "./actions.ts";
import { aliasOf } from "./alias.ts";
import { confirmationOf, confirmParam, reportGivenConsent, reportReserved } from "./confirmation.ts";
import { type Context, optional, reportUnknown, trace, wireName } from "./context.ts";
import { deprecationOf, toolReplacements } from "./deprecations.ts";
import { checkFileName } from "./file-name.ts";
import { exampleOf, guidanceOf } from "./guidance.ts";
import { fileName, versionOf } from "./older-versions.ts";
import { rootKeywords, wholeInputOf, wholeResultOf } from "./raw-schema.ts";
import { wrapType } from "./result-type.ts";
import { lineAt, textAt } from "./texts.ts";
import { fieldsOf, typeOf } from "./types.ts";

const unknownParams = ["ignore", "warn", "reject", "pass"] as const;

/** The type of a result that was reported: it causes no further findings. */
const anyObject: TypeNode = { kind: "object", fields: [], open: true };

/** What a handler of content alone returns: the text before what else there is; an empty one is left away. */
const contentText: TypeNode = { kind: "string", trim: false };

/** One tool of the catalog. A file that could not be read gives a tool that causes no further findings. */
export function toolOf(context: Context, file: SpecDocument, base: string): Tool {
  const { root, name: own, family } = file;
  const name = wireName(context, own);
  place(context, file, base);
  checkPlace(context, file);
  const session = wordAt(root, "session", ["optional", "required"]) ?? "none";
  const written = at(root, "confirm");
  const confirm = written?.kind === "map" ? written : undefined;
  const entries = entriesAt(root, "params");
  reportReserved(context, root, session, confirm !== undefined);
  // An old contract may have had `confirm`: its callers confirm with it.
  for (const alias of itemsAt(root, "aliases")) {
    reportReserved(context, alias, session, false);
    if (confirm !== undefined) reportGivenConsent(context, alias);
  }
  const whole = wholeInputOf(context, root, base);
  const params = whole?.params ?? fieldsOf(context, entries, [], pointer(base, "params"));
  const core = { name, params };
  const actions = actionsOf(context, root, core, base);
  const effects = effectsOf(root);
  const confirmation =
    confirm === undefined
      ? undefined
      : confirmationOf(context, confirm, { ...core, effects, ...optional("actions", actions) });
  const allParams = withConfirm(context, params, confirmation, confirm, base);
  const result = at(root, "result");
  const contentOnly = stringAt(root, "result") === "content";
  const wholeResult = wholeResultOf(context, result, base);
  const returns = contentOnly
    ? contentText
    : result === undefined
      ? anyObject
      : wholeResult === undefined
        ? typeOf(context, result, pointer(base, "returns"))
        : { kind: "json" as const, schema: wholeResult };
  trace(context, root, ["result", "session"], base);
  const listed = at(root, "listed");
  if (listed !== undefined) context.origins.set(pointer(base, "verbatim"), listed.span);
  const errors = errorsOf(context, root);
  // A list that could not be read, or an unknown name in it, was reported; errors that are not in it are not reported.
  const unread = isBrokenAt(root, "errors") || errors.length < stringsAt(root, "errors").length;
  const mayRaise = unread ? [...context.names.errors] : errors;
  return {
    name,
    ...(name === own ? {} : { own }),
    family,
    tier: stringAt(root, "tier") ?? context.names.tiers[0] ?? "",
    title: lineAt(context, root, "title") ?? name,
    since: stringAt(root, "since") ?? "0.0.0",
    stability: wordAt(root, "stability", ["experimental", "beta"]) ?? "stable",
    version: versionOf(file),
    ...optional("supersededBy", supersededBy(context, file)),
    summary: textAt(context, root, "summary", pointer(base, "summary")) ?? name,
    ...optional("description", textAt(context, root, "description", pointer(base, "description"))),
    session,
    ...optional("deadlineMs", deadlineOf(root)),
    ...optional<"tasks", TaskSupport>("tasks", wordAt(root, "tasks", ["optional", "required"])),
    ...(booleanAt(root, "context") === true ? { context: true as const } : {}),
    ...optional("nativeTo", nativeToOf(context, file)),
    effects,
    ...optional("confirm", confirmation),
    ...(stringAt(root, "confirm") === "never" ? { neverConfirms: true as const } : {}),
    // What no keyword refuses may be sent, and its handler gets it.
    ...optional("unknownParams", whole === undefined ? wordAt(root, "unknown_params", unknownParams) : "pass"),
    params: allParams,
    ...optional<"formats", "published">("formats", wordAt(root, "formats", ["published"])),
    ...(whole === undefined
      ? optional("input", rootKeywords(context, root, "input"))
      : { input: whole.schema, wholeInput: true as const }),
    ...optional("output", rootKeywords(context, root, "output")),
    ...optional("actions", actions),
    // A whole one that is not an object was reported.
    result: wholeResult === undefined ? wrapType(returns) : returns,
    ...(wholeResult === undefined ? {} : { wholeResult: true as const }),
    returns,
    ...(contentOnly ? { contentOnly: true as const } : {}),
    ...optional("verbatim", verbatimAt(root, "listed")),
    errors,
    // An alias is a name of the tool, so it refers to the current version.
    aliases: (file.olderVersion === undefined ? itemsAt(root, "aliases") : [])
      .filter((alias) => stringAt(alias, "name") !== undefined)
      .sort((a, b) => compareTexts(stringAt(a, "name") ?? "", stringAt(b, "name") ?? ""))
      .map((alias, index) =>
        aliasOf(
          context,
          alias,
          { name, params: allParams, ...optional("confirm", confirmation), ...optional("actions", actions) },
          pointer(base, "aliases", index),
        ),
      ),
    ...optional("deprecated", deprecationOf(context, root, base, { ...toolReplacements(context), self: own })),
    guidance: guidanceOf(context, at(root, "guidance"), pointer(base, "guidance")),
    // That an example has no arguments was reported.
    examples: itemsAt(root, "examples")
      .filter((example) => at(example, "arguments") !== undefined)
      .map((example, index) =>
        exampleOf(context, example, { name, errors: mayRaise }, pointer(base, "examples", index)),
      ),
  };
}

function supersededBy(context: Context, file: SpecDocument): number | undefined {
  const current = file.olderVersion === undefined ? undefined : context.names.tools.get(file.name);
  return current === undefined ? undefined : versionOf(current);
}

/** Records the spans of a tool and its parts. */
function place(context: Context, file: SpecDocument, base: string): void {
  context.origins.set(base, nameSpan(file));
  const facts = [
    "since",
    "stability",
    "tier",
    "effects",
    "confirm",
    "session",
    "tasks",
    "context",
    "native_to",
    "version",
  ];
  trace(context, file.root, ["title", "summary", "description", ...facts], base);
  const params = file.root?.entries.get("params");
  if (params !== undefined) context.origins.set(pointer(base, "params"), params.key);
  const deadline = at(file.root, "deadline");
  if (deadline !== undefined) context.origins.set(pointer(base, "deadlineMs"), deadline.span);
}

/** Reports where folder, file name or catalog.yaml contradict the tool's own keys. */
function checkPlace(context: Context, file: SpecDocument): void {
  const { root, family, source, olderVersion } = file;
  const { names, diagnostics } = context;
  checkFileName(context, file, (name) => fileName(name, olderVersion));
  if (names.families.length > 0 && !names.families.includes(family)) {
    const help = suggest(family, names.families);
    const folder = { file: source, start: 0, end: 0 };
    diagnostics.push(
      diagnostic("unknown-family", { name: family }, folder, { help: help ?? "declare it in catalog.yaml" }),
    );
  }
  const tier = stringAt(root, "tier");
  // A tier that catalog.yaml gives to all is reported there, once.
  const isOwn = root !== undefined && spanAt(root, "tier").file === source;
  if (isOwn && tier !== undefined && names.tiers.length > 0 && !names.tiers.includes(tier)) {
    reportUnknown(context, "unknown-tier", tier, spanAt(root, "tier"), names.tiers);
  }
}

function withConfirm(
  context: Context,
  params: readonly Field[],
  confirmation: Confirmation | undefined,
  node: SpecNode | undefined,
  base: string,
): readonly Field[] {
  if (confirmation === undefined || node === undefined) return params;
  context.origins.set(pointer(base, "params", params.length), node.span);
  return [...params, confirmParam(confirmation)];
}

function errorsOf(context: Context, root: SpecNode | undefined): readonly string[] {
  const { errors } = context.names;
  const listed = stringsAt(root, "errors");
  for (const { text, span } of listed) {
    if (!errors.has(text)) reportUnknown(context, "unknown-error", text, span, errors);
  }
  return listed
    .map(({ text }) => text)
    .filter((name) => errors.has(name))
    .sort();
}

/** Systems that know the tool by its own name, sorted; undefined where there are none. */
function nativeToOf(context: Context, { root, olderVersion }: SpecDocument): readonly string[] | undefined {
  const given = stringsAt(root, "native_to");
  // In an older version they are reported: without a requested version the current one answers.
  if (given.length === 0 || olderVersion !== undefined) return undefined;
  const { systems, nativeSystems, listedSystems, incomplete } = context.names;
  const isKnown = (system: string) => systems.has(system) || nativeSystems.has(system);
  // A profile that lists an unknown system is reported; a mistyped name here may be what it means.
  const isSettled = !incomplete.has("aliases") && !incomplete.has("profiles") && [...listedSystems].every(isKnown);
  if (isSettled) {
    const known = new Set([...systems, ...listedSystems]);
    for (const { text, span } of given) {
      if (!known.has(text)) reportUnknown(context, "unlisted-system", text, span, known);
    }
  }
  return given.map(({ text }) => text).sort();
}

function effectsOf(root: SpecNode | undefined): Effects {
  const effects = at(root, "effects");
  return {
    readOnly: booleanAt(effects, "read_only") === true,
    destructive: booleanAt(effects, "destructive") === true,
    idempotent: booleanAt(effects, "idempotent") === true,
    openWorld: booleanAt(effects, "open_world") === true,
  };
}

/** `deadline: 90s` in milliseconds; undefined where the tool has none. */
export function deadlineOf(root: SpecNode | undefined): number | undefined {
  const text = stringAt(root, "deadline");
  return text === undefined ? undefined : parseDuration(text);
}
