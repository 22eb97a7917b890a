import { Build } from "typebox/schema";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { checkable } from "./checkable.ts";

// The text of standalone validators: TypeBox writes the checks, this file gives them what they would import. The result
// needs nothing but the language, so a server starts without a schema library.

/**
 * JavaScript text that declares `function <name>(value)`, returning a boolean, for each schema; no imports, no exports.
 * @param schemas names must be identifiers and differ from each other
 * @throws when a schema uses what can't stand alone (`unevaluated…`); our compiler never publishes that
 */
export function checkCode(schemas: readonly { readonly name: string; readonly schema: JsonSchema }[]): string {
  const parts = schemas.map(({ name, schema }) => checkFunction(name, schema));
  const text = parts.join("\n");
  const support = supports.filter(({ mark }) => text.includes(mark)).map(({ code }) => code);
  return [...(support.length === 0 ? [] : [supportText(support)]), ...parts].join("\n");
}

function checkFunction(name: string, schema: JsonSchema): string {
  const build = Build(checkable(schema) as object); // an object schema stays an object; `true` and `false` never come here
  if (build.UseUnevaluated()) throw new Error(`invariant: '${name}' uses unevaluated properties or items`);
  const externals = build.External().variables.map(literal);
  return [
    `const ${name}Parts = (() => {`,
    ...(externals.length === 0 ? [] : [`  const External = [${externals.join(", ")}];`]),
    ...build.Functions().map((code) => `  ${ownPropertiesOnly(code)};`),
    `  return (value) => ${build.Entry()};`,
    "})();",
    `function ${name}(value) {`,
    `  return ${name}Parts(value);`,
    "}",
    "",
  ].join("\n");
}

function literal(value: unknown): string {
  if (value instanceof RegExp) return String(value);
  // JSON.parse, because a key named __proto__ means something else in a literal.
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}

/**
 * TypeBox asks `"toString" in value`, which every object answers with yes. Names that objects inherit are asked for with
 * `Object.hasOwn` instead. Text in strings is never touched.
 */
function ownPropertiesOnly(code: string): string {
  return code.replaceAll(memberTest, (match, name: string | undefined, object: string | undefined) => {
    if (name === undefined || object === undefined) return match;
    const key: unknown = JSON.parse(name);
    return typeof key === "string" && key in Object.prototype ? `Object.hasOwn(${object}, ${name})` : match;
  });
}

const text = String.raw`"(?:[^"\\]|\\.)*"`;
const member = String.raw`[\p{ID_Start}_$][\p{ID_Continue}_$]*(?:\.[\p{ID_Start}_$][\p{ID_Continue}_$\u200C\u200D]*|\[(?:${text}|\w+)\])*`;
/** `"name" in object.path`, or any other string, so that a match never starts inside one. */
const memberTest = new RegExp(`(${text}) in (${member})|${text}`, "gu");

/** What TypeBox would import, in the smallest form that gives the same answers. */
const supports: readonly { readonly mark: string; readonly code: string }[] = [
  {
    mark: "Guard.CodePointCount",
    code: `  CodePointCount(text) {
    let count = 0;
    for (const _ of text) count++;
    return count;
  },`,
  },
  {
    mark: "Guard.IsMultipleOf",
    code: `  IsMultipleOf(value, divisor) {
    if (Number.isInteger(value) && (1 / divisor) % 1 === 0) return true;
    const rest = value % divisor;
    return Math.min(Math.abs(rest), Math.abs(rest - divisor), Math.abs(rest + divisor)) < 1e-10;
  },`,
  },
  {
    mark: "Guard.IsDeepEqual",
    code: `  IsDeepEqual(a, b) {
    return Guard.Canonical(a) === Guard.Canonical(b);
  },`,
  },
  {
    mark: "Hashing.Hash",
    code: `  Hash(value) {
    return Guard.Canonical(value);
  },`,
  },
];

const canonical = `  Canonical(value) {
    if (Array.isArray(value)) return "[" + value.map(Guard.Canonical).join() + "]";
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const keys = Object.keys(value).sort();
    return "{" + keys.map((key) => JSON.stringify(key) + ":" + Guard.Canonical(value[key])).join() + "}";
  },`;

function supportText(codes: readonly string[]): string {
  const all = codes.some((code) => code.includes("Guard.Canonical")) ? [...codes, canonical] : codes;
  const hashing = codes.some((code) => code.includes("  Hash(")) ? ["const Hashing = Guard;"] : [];
  return [`const Guard = {`, ...all, "};", ...hashing, ""].join("\n");
}
