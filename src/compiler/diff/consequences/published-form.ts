import type { Code } from "../../../diagnostics/codes.ts";
import type { Diagnostic } from "../../../diagnostics/diagnostic.ts";
import { limitOf } from "../../clients/client-limits.ts";
import { verbEffectOf, wordsOf } from "../../lint/name-words.ts";
import { lintPublished } from "../../lint/published/lint-published.ts";
import { publishedRules } from "../../lint/published/rules.ts";
import { viewOf } from "../../lint/published/tool-view.ts";
import { type ComparedCatalog, type ComparedTool, ownCatalog, ownTool } from "../compared.ts";
import type { Place } from "../event.ts";
import {
  type Consequence,
  type ConsequenceRule,
  consequence,
  easedInLists,
  type Sides,
  type TouchedTool,
} from "./consequence.ts";

// A tool as clients receive it, judged by the linter's rules about published tools before and after.

/**
 * Errors of the linter that mean: a client refuses the tool, or every request with it. That the input is no object any more
 * has a rule of its own.
 */
const refusals: ReadonlySet<Code> = new Set<Code>([
  "name-charset",
  "name-start",
  "param-key-charset",
  "schema-properties-present",
  "schema-root-combinator",
  "schema-array-items",
  "schema-required-unknown",
  "schema-remote-ref",
  "schema-ref-missing",
  "schema-tuple-draft07",
  "schema-recursion",
  "schema-enum-types",
  "schema-enum-size",
  "schema-format-portable",
  "schema-union-untyped-branch",
  "schema-size",
]);

/** Those that hold whoever reads the list. */
const refusedByMost: ReadonlySet<Code> = new Set<Code>([
  "name-charset",
  "param-key-charset",
  "schema-root-combinator",
  "schema-remote-ref",
  "schema-ref-missing",
]);

/** Findings whose message begins with the path of a param: a param that is renamed takes them along. */
const pathFirst: ReadonlySet<Code> = new Set<Code>(["schema-enum-types", "schema-tuple-draft07", "schema-enum-size"]);

interface Judged {
  readonly rule: ConsequenceRule;
  /** Equal where base and head are told the same. */
  readonly key: string;
  /** Equal where one thing is to be mended, though it was found several times; without it, where the messages are. */
  readonly cause?: string;
  readonly message: string;
  readonly help?: string;
  /** JSON Pointer into the catalog, where the tool is one of ours. */
  readonly pointer?: string;
}

export function publishedConsequences(tool: TouchedTool, sides: Sides): readonly Consequence[] {
  const { at, base, head } = tool;
  const found = judged(head, at, at.headPointer, sides.head, sides.head);
  if (found.length === 0) return [];
  const before = base === undefined ? [] : judged(base, at, at.basePointer, sides.base, sides.head);
  return newest(found, before)
    .filter(({ key }) => base !== undefined || !isHabit(key, head, sides))
    .map(({ rule, message, help, pointer }) => {
      const place = pointer === undefined ? at : { ...at, headPointer: pointer };
      return easedInLists(consequence(rule, place, message, help), tool);
    });
}

/** A server's other tools had the same fault all along: whoever refuses the list for it refused it before. */
function isHabit(key: string, tool: ComparedTool, { base, head }: Sides): boolean {
  if (tool.listed === undefined) return false;
  const known =
    habits.get(base) ??
    new Set(
      base.tools.flatMap((one) => judged(one, { subject: one.name }, undefined, base, head).map((old) => old.key)),
    );
  habits.set(base, known);
  return known.has(key);
}

const habits = new WeakMap<ComparedCatalog, ReadonlySet<string>>();

/** Those that the base has not, each as often as it has more of them. */
function newest(found: readonly Judged[], before: readonly Judged[]): readonly Judged[] {
  const left = new Map<string, number>();
  for (const { key } of before) left.set(key, (left.get(key) ?? 0) + 1);
  const reported = new Set<string>();
  return found.filter(({ rule, key, message, cause = message }) => {
    const known = left.get(key) ?? 0;
    if (known > 0) {
      left.set(key, known - 1);
      return false;
    }
    // One construct in many places is one thing to mend.
    const once = JSON.stringify([rule, cause]);
    if (reported.has(once)) return false;
    reported.add(once);
    return true;
  });
}

/** Both sides are read for the clients of today: a new target is no change of the tools. */
function judged(
  tool: ComparedTool,
  at: Place,
  pointer: string | undefined,
  catalog: ComparedCatalog,
  reader: ComparedCatalog,
): readonly Judged[] {
  const contradiction = contradictionIn(tool);
  if (tool.listed !== undefined) {
    // Who serves a foreign list declared no clients. What this one refuses makes every request with the list fail.
    const targets = reader.targets.length === 0 ? ["claude"] : reader.targets;
    const view = viewOf(tool.listed.raw);
    const found = publishedRules
      .flatMap((rule) => rule.check(view, { targets, server: reader.server.name }))
      .filter(({ code }) => reader.targets.length > 0 || !refusals.has(code) || refusedByMost.has(code))
      .flatMap((one) => judgedAs(one.locate({ path: at.subject }), at.subject));
    return [...found, ...contradiction];
  }
  const placed = contradiction.map((finding) => ({ ...finding, pointer: `${pointer ?? ""}/effects` }));
  if (isPlain(tool)) return placed;
  const own = ownCatalog(catalog.targets === reader.targets ? catalog : { ...catalog, targets: reader.targets });
  const found = lintPublished(ownTool(tool), pointer ?? "", own).flatMap((one) =>
    judgedAs(one.locate(new Map()), at.subject).map((finding) => ({ ...finding, pointer: one.at })),
  );
  return [...found, ...placed];
}

/**
 * Nothing in its params can be refused: our language has only formats, types that contain themselves, long lists of values
 * and sheer size to offer. Most tools have none of it, and are not printed for the linter.
 */
function isPlain({ params }: ComparedTool): boolean {
  const written = JSON.stringify(params);
  return written.length < limitOf("input-schema-bytes") / 4 && !/"format":|"kind":"ref"/.test(written);
}

function judgedAs({ code, severity, message, help }: Diagnostic, tool: string): readonly Judged[] {
  const rule = ruleOf(code);
  if (rule === undefined || severity !== "error") return [];
  return [
    {
      rule,
      key: `${code} ${keyOf(code, message)}`,
      message: `'${tool}': ${message}`,
      // `if` and `then` at one root go together.
      ...(code === "schema-root-combinator" ? { cause: code } : {}),
      ...(help === undefined ? {} : { help }),
    },
  ];
}

function ruleOf(code: Code): ConsequenceRule | undefined {
  if (code === "x-mcp-header-invalid") return "x-mcp-header-invalid";
  if (code === "schema-example-valid") return "example-invalid";
  return refusals.has(code) ? "portability-lost" : undefined;
}

/** Findings about the tool as a whole: the name or the size in the message is the tool's own. */
const wholeTool: ReadonlySet<Code> = new Set<Code>(["schema-size", "name-charset", "name-start"]);

function keyOf(code: Code, message: string): string {
  if (wholeTool.has(code)) return "";
  return pathFirst.has(code) ? message.replace(/^'[^']*'/, "") : message.replace(/ (?:list|option of|of) '[^']*'/, "");
}

/**
 * Says that it only reads and that it destroys. Hints that are not stated say nothing; the name, or the first word of the
 * text, says it too.
 * @see MCP 2025-11-25 schema, "ToolAnnotations": destructiveHint means something only where readOnlyHint is false
 */
function contradictionIn(tool: ComparedTool): readonly Judged[] {
  if (!tool.effects.readOnly) return [];
  const rule = "annotation-contradiction";
  const stated = tool.listed === undefined ? tool.effects.destructive : statesDestructive(tool);
  if (stated) {
    const help = "set one of them to false";
    return [{ rule, key: rule, message: `'${tool.name}' is marked read-only and destructive`, help }];
  }
  const verbEffect = [tool.name, firstWord(tool.summary)].find((words) => verbEffectOf(words) === "destroys");
  if (verbEffect === undefined) return [];
  const help = `say what it does to the world: ${tool.listed === undefined ? "read_only: false" : "readOnlyHint false"}`;
  return [
    { rule, key: rule, message: `'${tool.name}' is marked read-only, and '${verbEffect}' says that it destroys`, help },
  ];
}

function statesDestructive({ listed, effects }: ComparedTool): boolean {
  const { annotations } = listed?.raw ?? {};
  const isStated = typeof annotations === "object" && annotations !== null && "destructiveHint" in annotations;
  return isStated && effects.destructive;
}

/** "Deletes the note" → "delete". */
function firstWord(text: string): string {
  const [word = ""] = wordsOf(text.trimStart().slice(0, 80));
  return word.replace(/(?<=[a-z]{3})s$/, "");
}
