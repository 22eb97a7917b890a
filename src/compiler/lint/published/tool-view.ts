import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { utf8Length } from "../../../contract/utf8.ts";
import type { Code, ParamsOf } from "../../../diagnostics/codes.ts";
import { type Diagnostic, type DiagnosticExtras, diagnostic } from "../../../diagnostics/diagnostic.ts";
import type { Span } from "../../../diagnostics/source-file.ts";
import { type SchemaWalk, walkSchema } from "../../json-schema/walk-schema.ts";

// What rules about published tools look at: a tool as a client receives it, from any publisher. Our own catalogs are
// shown in this form (`lint-published.ts`), and so is a saved `tools/list` of any server (`lint-list.ts`).

/** A tool as a client receives it. Nothing in it is trusted: any value may be of any type. */
export interface ToolView {
  /** As received, for keys that few rules read. */
  readonly raw: JsonObject;
  readonly name: string;
  /** "" where there is none. */
  readonly description: string;
  readonly input: SchemaWalk;
  /** Size of the input schema in bytes, as JSON in UTF-8; counted when asked for. */
  readonly inputBytes: () => number;
  /** Made when asked for; undefined where there is none. */
  readonly output: () => JsonObject | undefined;
  /** The hints that are stated; what is absent or no boolean is undefined. */
  readonly hints: Hints;
}

export interface Hints {
  readonly readOnly: boolean | undefined;
  readonly destructive: boolean | undefined;
  readonly idempotent: boolean | undefined;
  readonly openWorld: boolean | undefined;
}

/** For whom a list is judged. */
export interface Reader {
  /** Clients whose limits are errors. */
  readonly targets: readonly string[];
  /** Name of the server, where it is known: clients put it before the names of tools. */
  readonly server: string;
}

export interface PublishedRule {
  /**
   * "everywhere": also asked of our own catalogs. "lists": the language makes the mistake impossible or another rule
   * reports it at its place in the YAML, so only foreign lists are asked (and our own, in a test, as a proof).
   */
  readonly asked: "everywhere" | "lists";
  /** No client refuses the tool for it or cuts off a text: a diff does not report a change that introduces it. */
  readonly advises?: true;
  readonly check: (tool: ToolView, reader: Reader) => readonly PublishedFinding[];
}

/** A rule's finding, at a JSON Pointer into the tool; the place becomes a span or a path elsewhere. */
export interface PublishedFinding {
  readonly code: Code;
  readonly at: string;
  readonly locate: (where: Span | { readonly path: string }) => Diagnostic;
}

export function published<C extends Code>(
  code: C,
  params: ParamsOf<C>,
  at: string,
  extras: DiagnosticExtras = {},
): PublishedFinding {
  return { code, at, locate: (where) => diagnostic(code, params, where, extras) };
}

/** Looks at a tool of a list. A missing or mistyped part is seen as absent; rules report it. */
export function viewOf(raw: JsonObject): ToolView {
  const input = ownValue(raw, "inputSchema");
  const output = ownValue(raw, "outputSchema");
  const annotations = ownValue(raw, "annotations");
  // What is not an object schema is reported once; its content is not judged.
  const walk = walkSchema(isObjectSchema(input) ? input : {}, "/inputSchema");
  return {
    raw,
    name: textOf(ownValue(raw, "name")),
    description: textOf(ownValue(raw, "description")),
    input: walk,
    inputBytes: () => (input === undefined ? 0 : jsonBytes(input)),
    output: () => (isJsonObject(output) ? output : undefined),
    hints: hintsOf(isJsonObject(annotations) ? annotations : {}),
  };
}

/** A schema of an object, as the root of an input has to be. */
export function isObjectSchema(value: Json | undefined): value is JsonObject {
  return isJsonObject(value) && ownValue(value, "type") === "object";
}

function hintsOf(annotations: JsonObject): Hints {
  const hint = (name: string): boolean | undefined => {
    const value = ownValue(annotations, name);
    return typeof value === "boolean" ? value : undefined;
  };
  return {
    readOnly: hint("readOnlyHint"),
    destructive: hint("destructiveHint"),
    idempotent: hint("idempotentHint"),
    openWorld: hint("openWorldHint"),
  };
}

export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Size of a JSON value as UTF-8 text without white space. Walks without recursion: the value may nest at will. */
export function jsonBytes(value: Json): number {
  let bytes = 0;
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) {
      bytes += Math.max(2, next.length + 1);
      for (const item of next) waiting.push(item);
    } else if (isJsonObject(next)) {
      const keys = Object.keys(next);
      bytes += Math.max(2, keys.length + 1);
      for (const key of keys) {
        bytes += textBytes(key) + 1;
        waiting.push(ownValue(next, key) ?? null);
      }
    } else bytes += typeof next === "string" ? textBytes(next) : String(next).length;
  }
  return bytes;
}

function textBytes(text: string): number {
  return utf8Length(JSON.stringify(text));
}
