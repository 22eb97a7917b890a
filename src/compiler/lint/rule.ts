import type { Deprecation } from "../../contract/deprecation.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Code, ParamsOf } from "../../diagnostics/codes.ts";
import { type Diagnostic, type DiagnosticExtras, diagnostic } from "../../diagnostics/diagnostic.ts";
import type {
  Catalog,
  DeclaredError,
  Example,
  Field,
  NamedType,
  Profile,
  Tool,
  ToolAlias,
} from "../catalog/catalog.ts";
import { type Origins, originOf } from "../catalog/origins.ts";
import type { TypeNode } from "../catalog/type-node.ts";

/**
 * A rule of the linter: which part of a catalog it is about, and what it says of one. A rule about values is asked only
 * where the types are sound, so that one mistake is one finding.
 */
export type LintRule = { readonly [On in keyof Subjects]: RuleOn<On> }[keyof Subjects];

export interface RuleOn<On extends keyof Subjects> {
  readonly on: On;
  /** "type": holds types sound. "value": needs sound types to be judged. */
  readonly about: "type" | "value";
  readonly says: (subject: Subjects[On], catalog: Catalog) => readonly Finding[];
}

/** What rules can be about; `at` is a JSON Pointer into the catalog. */
export interface Subjects {
  readonly tool: { readonly tool: Tool; readonly at: string };
  readonly alias: { readonly alias: ToolAlias; readonly tool: Tool; readonly at: string };
  /** A param of a tool, its nested fields, fields of named types, params of aliases, data of errors. */
  readonly field: { readonly field: Field; readonly at: string; readonly role: FieldRole };
  readonly type: { readonly type: TypeNode; readonly at: string };
  readonly namedType: { readonly named: NamedType; readonly at: string };
  readonly error: { readonly error: DeclaredError; readonly at: string };
  readonly profile: { readonly profile: Profile; readonly at: string };
  readonly call: CallSubject;
  readonly example: { readonly example: Example; readonly tool: Tool; readonly at: string };
  readonly deprecation: { readonly deprecation: Deprecation; readonly at: string };
}

export type FieldRole = "param" | "field" | "old-param" | "error-data";

/** A call in an example, in what comes before it, or in a workflow. */
export interface CallSubject {
  /** The tool itself, or the alias under which it is called. */
  readonly call: string;
  readonly arguments: JsonObject;
  /** The arguments. */
  readonly at: string;
  /** The call as a whole. */
  readonly callAt: string;
  /** The example promises that the call is refused for its arguments. */
  readonly refused: boolean;
}

/** Something a rule has to say; the place becomes a span where the catalog's origins are known. */
export interface Finding {
  readonly at: string;
  readonly locate: (origins: Origins) => Diagnostic;
}

export function finding<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  at: string,
  extras: DiagnosticExtras = {},
): Finding {
  return {
    at,
    locate: (origins) => diagnostic(code, params, originOf(origins, at) ?? { path: "schema/catalog.yaml" }, extras),
  };
}
