import type { Deprecation } from "../../contract/deprecation.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Code, ParamsOf } from "../../diagnostics/codes.ts";
import { type Diagnostic, type DiagnosticExtras, diagnostic, type Fix } from "../../diagnostics/diagnostic.ts";
import type { Span } from "../../diagnostics/source-file.ts";
import type {
  Catalog,
  DeclaredError,
  Example,
  Field,
  NamedType,
  Profile,
  RetiredName,
  Tool,
  ToolAlias,
  Upgrade,
} from "../catalog/catalog.ts";
import { fileOf, type Origins, originOf } from "../catalog/origins.ts";
import type { TypeNode } from "../catalog/type-node.ts";
import type { CountTokens } from "../tokens/listing-cost.ts";

/**
 * A rule of the linter: which part of a catalog it is about, and its check. A rule about values runs only where the types
 * are valid, so that one mistake is one finding.
 */
export type LintRule = { readonly [On in keyof Subjects]: RuleOn<On> }[keyof Subjects];

export interface RuleOn<On extends keyof Subjects> {
  readonly on: On;
  /** "type": checks types. "value": needs valid types. */
  readonly about: "type" | "value";
  readonly check: (subject: Subjects[On], catalog: Catalog, inputs: RuleInputs) => readonly Finding[];
  readonly reads: Reads<Subjects[On]>;
  /** Where it is false, the rule finds nothing, whatever the catalog. */
  readonly concerns?: (subject: Subjects[On]) => boolean;
}

/**
 * What a rule reads of the tools of a catalog, besides everything that belongs to no tool. A session repeats what it found before
 * while that is the same. "own": the tool that the subject belongs to, in all versions. "all": any tool. A function: only what it
 * returns, compared by identity.
 */
export type Reads<Subject> = "own" | "all" | ((subject: Subject, catalog: Catalog) => readonly unknown[]);

/** A rule that needs valid types, and reads no tool but its own. */
export function rule<On extends keyof Subjects>(on: On, check: RuleOn<On>["check"]): RuleOn<On> {
  return { on, about: "value", check, reads: "own" };
}

/** A rule that needs valid types, and reads other tools too. */
export function ruleAcross<On extends keyof Subjects>(
  on: On,
  check: RuleOn<On>["check"],
  { reads = "all", ...rest }: Partial<Pick<RuleOn<On>, "reads" | "concerns">> = {},
): RuleOn<On> {
  return { on, about: "value", check, reads, ...rest };
}

/** A rule about types, which runs before all others, and reads no tool but its own. */
export function typeRule<On extends keyof Subjects>(on: On, check: RuleOn<On>["check"]): RuleOn<On> {
  return { on, about: "type", check, reads: "own" };
}

/** What a rule may use besides the catalog. */
export interface RuleInputs {
  /** Absent where none was passed in, and while the catalog is incomplete: then only estimates are checked. */
  readonly countTokens?: CountTokens;
}

/** What rules can be about; `at` is a JSON Pointer into the catalog. */
export interface Subjects {
  readonly tool: { readonly tool: Tool; readonly at: string };
  /** An older version that is mapped to the current one. */
  readonly upgrade: { readonly old: Tool; readonly upgrade: Upgrade; readonly current: Tool; readonly at: string };
  /** A built-in tool with the aliases from this catalog; the author can't change its contract. */
  readonly builtin: { readonly tool: Tool; readonly at: string };
  readonly alias: { readonly alias: ToolAlias; readonly tool: Tool; readonly at: string };
  /** A param of a tool, its nested fields, fields of named types, params of aliases, data of errors. */
  readonly field: { readonly field: Field; readonly at: string; readonly role: FieldRole };
  readonly type: { readonly type: TypeNode; readonly at: string };
  readonly namedType: { readonly named: NamedType; readonly at: string };
  readonly error: { readonly error: DeclaredError; readonly at: string };
  readonly profile: { readonly profile: Profile; readonly at: string };
  readonly call: CallSubject;
  readonly example: { readonly example: Example; readonly tool: Tool; readonly at: string };
  /** Every text of the author, anywhere in the catalog. */
  readonly text: TextSubject;
  readonly deprecation: {
    readonly deprecation: Deprecation;
    readonly at: string;
    /** The allowed replacements, each with its own deprecation; "tools": the current tools of the catalog. */
    readonly replacements: readonly Replacement[] | "tools";
  };
  readonly retired: { readonly retired: RetiredName; readonly at: string };
}

export interface TextSubject {
  readonly text: string;
  readonly at: string;
  /** The tool it belongs to. */
  readonly tool?: Tool;
}

export interface Replacement {
  readonly name: string;
  readonly deprecated?: Deprecation;
}

export type FieldRole = "param" | "field" | "old-param" | "error-data";

/** A call in an example, in what comes before it, or in a workflow. */
export interface CallSubject {
  /** The tool itself, or the alias under which it is called. */
  readonly call: string;
  /** The tool whose example it is: an older version's examples are calls of that version. */
  readonly own?: Tool;
  readonly arguments: JsonObject;
  /** The arguments. */
  readonly at: string;
  /** The call as a whole. */
  readonly callAt: string;
  /** The example expects that the call is rejected for its arguments. */
  readonly refused: boolean;
}

/** A finding of a rule; the pointer becomes a span where the catalog's origins are known. */
export interface Finding {
  readonly at: string;
  readonly locate: (origins: Origins) => Diagnostic;
  /** It follows from a type that could not be read, which was reported: what is built on this part is not judged, and it is not reported. */
  readonly follows?: boolean;
}

export interface FindingExtras extends DiagnosticExtras {
  /** Makes the fix once the place is known. */
  readonly fixAt?: (place: Span, origins: Origins) => Fix | undefined;
}

export function finding<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  at: string,
  { fixAt, ...extras }: FindingExtras = {},
): Finding {
  return {
    at,
    locate: (origins) => {
      const place = originOf(origins, at);
      if (place === undefined) return diagnostic(code, params, { path: "schema/catalog.yaml" }, extras);
      return diagnostic(code, params, place, fixAt === undefined ? extras : { ...extras, fix: fixAt(place, origins) });
    },
  };
}

/**
 * A finding about a part of a text.
 * @param part as in the text; where it can't be found in the source (an escape, a folded line), the finding is about the
 * whole text
 */
export function findingIn<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  at: string,
  part: string,
  extras: DiagnosticExtras = {},
): Finding {
  return {
    at,
    locate: (origins) => {
      const whole = originOf(origins, at);
      const place = spanOfPart(origins.get(fileOf(at)), part) ?? spanOfPart(whole, part) ?? whole;
      return diagnostic(code, params, place ?? { path: "schema/catalog.yaml" }, extras);
    },
  };
}

function spanOfPart(span: Span | undefined, part: string): Span | undefined {
  if (span === undefined || part === "") return undefined;
  const start = span.file.text.indexOf(part, span.start);
  if (start === -1 || start + part.length > span.end) return undefined;
  return { file: span.file, start, end: start + part.length };
}
