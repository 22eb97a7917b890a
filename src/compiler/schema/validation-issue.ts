import { describeSchema, knownName } from "../../contract/expectation.ts";
import { describeFound } from "../../contract/found.ts";
import { isJsonObject, type Json, type JsonObject } from "../../contract/json.ts";
import { childPath } from "../../contract/json-pointer.ts";
import { nearMiss } from "../../contract/near-miss.ts";
import type { Keywords, RawSchema } from "../json-schema/document.ts";
import { kindOf } from "../json-schema/read-keywords.ts";
import { isOurs } from "./subtype/is-ours.ts";

/** One way in which a value breaks a schema; the first four members are named as Ajv names them. */
export type ValidationIssue = {
  /** JSON Pointer to the value that the keyword judges. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: JsonObject;
  /** JSON Pointer to what is wrong, or missing. */
  readonly path: string;
  readonly expected: string;
  readonly found: string;
  readonly nearMiss?: string;
};

/** Issues as they are found. */
export interface IssueList {
  readonly issues: ValidationIssue[];
  /** Beyond it no more are taken. */
  readonly atMost: number;
}

/** A property that must be there and is not. */
export function lack(name: string, schema: RawSchema, path: string, on: IssueList): void {
  const expected = isJsonObject(schema) ? wanted(schema, undefined) : "a value";
  add(on, {
    instancePath: path,
    keyword: "required",
    message: `must have the property '${name}', ${expected}`,
    params: { missingProperty: name },
    path: childPath(path, name),
    expected,
    found: "nothing",
  });
}

/** A property that may not be there. */
export function surplus(
  name: string,
  known: readonly string[],
  path: string,
  on: IssueList,
  keyword: "additionalProperties" | "propertyNames" = "additionalProperties",
): void {
  const near = nearMiss(name, known);
  add(on, {
    instancePath: path,
    keyword,
    message: `must not have the property '${name}'${meant(near)}`,
    params: keyword === "propertyNames" ? { propertyName: name } : { additionalProperty: name },
    path: childPath(path, name),
    expected: knownName(known),
    found: "an unknown name",
    ...(near === undefined ? {} : { nearMiss: near }),
  });
}

/** A value that a keyword refuses. */
export function report(
  keyword: string,
  raw: Keywords,
  value: Json,
  path: string,
  on: IssueList,
  expected = keyword === "oneOf" ? "what exactly one of the options allows" : wanted(raw, value),
): void {
  const found = describeFound(value, false);
  const texts = Array.isArray(raw.enum) ? raw.enum.filter((one) => typeof one === "string") : [];
  const near = typeof value === "string" ? nearMiss(value, texts) : undefined;
  const limit = raw[keyword];
  add(on, {
    instancePath: path,
    keyword,
    message: `must be ${expected}, not ${found}${meant(near)}`,
    // Of long lists and whole schemas a client has the original.
    params: typeof limit === "string" || typeof limit === "number" ? { [keyword]: limit } : {},
    path,
    expected,
    found,
    ...(near === undefined ? {} : { nearMiss: near }),
  });
}

function meant(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean '${near}'?`;
}

/** Of several options that are alike, each finds the same. */
function add({ issues, atMost }: IssueList, issue: ValidationIssue): void {
  if (issues.length < atMost && !issues.some((one) => one.path === issue.path && one.message === issue.message)) {
    issues.push(issue);
  }
}

/** In words, as far as the schema's own keywords can be described. */
function wanted(raw: Keywords, value: Json | undefined): string {
  const reported = Object.fromEntries(Object.entries(raw).filter(([keyword]) => describedKeywords.has(keyword)));
  const isTyped = ["type", "enum", "const"].some((keyword) => Object.hasOwn(reported, keyword));
  const schema = isTyped || value === undefined ? reported : { ...reported, type: kindOf(value) };
  const hasLimits = Object.keys(reported).length > 0;
  return hasLimits && isOurs(schema) ? describeSchema(schema) : "what the schema requires";
}

/** What one of several options wants. */
export function wantedOption(option: RawSchema): string {
  return isJsonObject(option) ? wanted(option, undefined) : "what the schema requires";
}

const describedKeywords: ReadonlySet<string> = new Set([
  "type",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minItems",
  "maxItems",
  "uniqueItems",
]);
