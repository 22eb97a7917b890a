import { Ajv } from "ajv";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { ownName } from "../../src/compiler/catalog/own-names.ts";
import { check } from "../../src/compiler/compile.ts";
import { type ImportedCatalog, importCatalog } from "../../src/compiler/import/import-catalog.ts";
import type { ImportOptions } from "../../src/compiler/import/import-list.ts";
import type { Loss } from "../../src/compiler/import/loss.ts";
import { checkCode } from "../../src/compiler/schema/check-code.ts";
import { inputSchema, outputSchema, rejectsUnknownParams } from "../../src/compiler/schema/json-schema.ts";
import { inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import { typeSpelling } from "../../src/compiler/schema/spelling.ts";
import { mapAlias } from "../../src/contract/alias.ts";
import { formatPatterns } from "../../src/contract/formats.ts";
import { isJsonObject, type JsonObject } from "../../src/contract/json.ts";
import { childPath } from "../../src/contract/json-pointer.ts";
import { normalise } from "../../src/contract/normalise.ts";
import { respellObject, respellValue } from "../../src/contract/spelling.ts";
import { wrap } from "../../src/contract/wrap.ts";

// Two judges of the same arguments: the original schema, as a validator that is not ours reads it, and the dispatcher of the
// catalog that came out of the import. Where they disagree a listed loss must say so, of that very keyword.

export interface Verdict {
  readonly accepts: boolean;
  readonly errors: readonly ErrorObject[];
}

export interface OriginalJudge {
  readonly judge: (given: JsonObject) => Verdict;
  /** Params that the schema names, as they stand in a pointer. */
  readonly params: ReadonlySet<string>;
}

/** The original schema as Ajv reads it, in the dialect that it names. */
export function originalJudge(schema: JsonObject): OriginalJudge {
  const isOld = typeof schema.$schema === "string" && !/2020-12|2019-09/.test(schema.$schema);
  const make = () => {
    const options = {
      strict: false,
      allErrors: true,
      validateFormats: false,
      multipleOfPrecision: 9,
      ownProperties: true,
      logger: false as const,
    };
    const { $schema: _dialect, ...plain } = schema;
    return (isOld ? new Ajv(options) : new Ajv2020(options)).compile(plain);
  };
  const plain = make();
  return {
    judge: (given) => ({ accepts: plain(given), errors: plain.errors ?? [] }),
    params: new Set(
      Object.keys(isJsonObject(schema.properties) ? schema.properties : {}).map((name) => childPath("", name).slice(1)),
    ),
  };
}

export interface OurVerdict {
  readonly accepts: boolean;
  /** Only because of params that the tool does not name. */
  readonly onlyUnknown: boolean;
  /** What the handler would get. */
  readonly value: JsonObject;
  /** The published schema takes that value. */
  readonly published: boolean;
}

const ofOurs = {
  strict: false,
  formats: formatPatterns,
  multipleOfPrecision: 9,
  ownProperties: true,
  logger: false,
} as const;
// For all tools: each compiles the schema of schemas once.
const readers = {
  withFormats: new Ajv2020({ ...ofOurs, validateFormats: true }),
  withoutFormats: new Ajv2020({ ...ofOurs, validateFormats: false }),
};

/** The pipeline of a call, as far as it judges arguments. */
export function ourJudge(tool: Tool, catalog: Catalog, calledAs: string): (given: JsonObject) => OurVerdict {
  const schema = inputSchema(tool, catalog, false);
  // The text that is written to the tool's validator, evaluated.
  const made: unknown = new Function(`${checkCode([{ name: "check", schema }], tool)}\nreturn check;`)();
  const check = made as (value: unknown) => boolean; // that is what checkCode declares
  const reader = tool.formats === undefined ? readers.withFormats : readers.withoutFormats;
  const wire = reader.compile(withoutDialect(schema));
  const plan = inputPlan(tool, catalog);
  const plans = planDefinitions(catalog);
  const alias = tool.aliases.find(({ name }) => name === calledAs);
  return (given) => {
    const mapped = alias === undefined ? given : mapAlias(alias, given).arguments;
    const { value, violations, unknown } = normalise(plan, plans, mapped);
    const isValid = violations.length === 0 && check(value);
    const refusesUnknown = unknown.length > 0 && rejectsUnknownParams(tool, catalog);
    return {
      accepts: isValid && !refusesUnknown,
      onlyUnknown: isValid && refusesUnknown,
      value,
      published: wire(value),
    };
  };
}

export interface ResultVerdict {
  readonly accepts: boolean;
  /** As the handler spells it. */
  readonly returned: unknown;
  /** What the caller would read of it. */
  readonly read: unknown;
}

/** The way of a result from the handler, who has our names for its fields, to the caller, as `check` goes it. */
export function ourResultJudge(tool: Tool, catalog: Catalog): (result: JsonObject) => ResultVerdict {
  const code = checkCode([{ name: "check", schema: outputSchema(tool, catalog, true) }], tool);
  const made: unknown = new Function(`${code}\nreturn check;`)();
  const check = made as (value: unknown) => boolean; // that is what checkCode declares
  const spelling = typeSpelling(tool.returns, catalog);
  return (result) => {
    const returned = spelling === undefined ? result : respellObject(spelling, result, "handler").value;
    const read = wrap(spelling === undefined ? returned : respellValue(spelling, returned, "caller"));
    return { accepts: check(read), returned, read };
  };
}

function withoutDialect(schema: object): object {
  const { $schema: _, ...plain } = schema as { readonly $schema?: unknown }; // any object may have it
  return plain;
}

export interface ImportedTools {
  readonly imported: ImportedCatalog;
  readonly catalog: Catalog;
}

/** Imports a list, which must give a catalog without errors. */
export function importAndCompile(
  list: unknown,
  server: string,
  options: Partial<Pick<ImportOptions, "inWords">> = {},
): ImportedTools {
  const imported = importCatalog(list, { server, ...options });
  if (imported === undefined) throw new Error("that is not a list");
  const { value, diagnostics } = check(imported.files);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0 || value === undefined)
    throw new Error(errors.map(({ code, message }) => `${code}: ${message}`).join("\n"));
  return { imported, catalog: value.catalog };
}

/**
 * What the two judges say of the same arguments, where no listed loss covers the difference.
 * @returns undefined when they agree, or a loss says that they don't
 */
export function disagreement(
  { judge, params }: OriginalJudge,
  ours: (given: JsonObject) => OurVerdict,
  losses: readonly Loss[],
  schemaPointer: string,
  given: JsonObject,
): string | undefined {
  const theirs = judge(given);
  const own = ours(given);
  if (own.accepts && !own.published)
    return `the published schema refuses what the dispatcher takes: ${JSON.stringify(own.value)}`;
  if (theirs.accepts === own.accepts) return undefined;
  const isCovered = own.accepts
    ? coversWider(theirs.errors, losses, { schemaPointer, params })
    : coversNarrower(own, losses);
  if (isCovered) return undefined;
  const says = own.accepts ? `taken, but: ${JSON.stringify(theirs.errors.slice(0, 2))}` : "refused";
  return `${JSON.stringify(given)} is ${says}`;
}

interface Root {
  readonly schemaPointer: string;
  readonly params: ReadonlySet<string>;
}

/** Alternatives fail when all of them do, so one covered reason is enough there; any other error must be covered itself. */
function coversWider(errors: readonly ErrorObject[], losses: readonly Loss[], root: Root): boolean {
  const wider = losses.filter(({ effect }) => effect === "wider");
  const isCovered = (error: ErrorObject) => wider.some((loss) => covers(loss, error, root));
  const alternatives = errors.some(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  return alternatives ? errors.some(isCovered) : errors.every(isCovered);
}

/** These change what a whole part of a schema says, not one keyword of it. */
const whole = new Set(["$ref", "allOf", "anyOf", "oneOf", "false", "type"]);

function covers(loss: Loss, error: ErrorObject, { schemaPointer, params }: Root): boolean {
  const path = `${schemaPointer}${decodeURIComponent(error.schemaPath.slice(1))}`;
  const at = path.slice(0, path.lastIndexOf("/"));
  const named = error.params.missingProperty ?? error.params.additionalProperty;
  if (named !== undefined) {
    const property = `${at}/properties/${String(named).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (loss.pointer === property) return true;
  }
  // Ajv loses the way to a definition that holds itself; the keyword is all that is left.
  const [, first = ""] = error.instancePath.split("/");
  const isWayKnown = error.schemaPath.includes("/$defs/") || path.startsWith(`${schemaPointer}/properties/${first}`);
  const isLost = error.instancePath !== "" && !isWayKnown;
  if (isLost && (whole.has(loss.keyword) || error.schemaPath.split("/").includes(loss.keyword))) return true;
  const isFurther = loss.keyword === "additionalProperties" && loss.pointer === schemaPointer;
  if (isFurther && error.instancePath !== "" && !params.has(first)) return true;
  // What stands behind a reference has a place of its own; the value still stands where the property is.
  const name = loss.keyword === "properties" ? loss.pointer.slice(`${schemaPointer}/properties/`.length) : undefined;
  if (name !== undefined && !name.includes("/") && error.instancePath.startsWith(`/${name}`)) return true;
  if (loss.keyword === "properties") return path === loss.pointer || path.startsWith(`${loss.pointer}/`);
  if (whole.has(loss.keyword) && (path === loss.pointer || path.startsWith(`${loss.pointer}/`))) return true;
  const names = loss.keyword === "const" || loss.keyword === "enum" ? ["const", "enum"] : [loss.keyword];
  // Bounds come in pairs, of which one is named; a keyword may hold schemas of its own.
  const pairs = {
    maximum: ["maximum", "exclusiveMaximum"],
    patternProperties: ["patternProperties", "additionalProperties"],
    if: ["if", "then", "else"],
    contains: ["contains", "minContains", "maxContains"],
  };
  const all = [...names, ...(Object.hasOwn(pairs, loss.keyword) ? pairs[loss.keyword as keyof typeof pairs] : [])];
  return all.some((name) => path === `${loss.pointer}/${name}` || path.startsWith(`${loss.pointer}/${name}/`));
}

function coversNarrower(own: OurVerdict, losses: readonly Loss[]): boolean {
  const narrower = losses.filter(({ effect }) => effect === "narrower").map(({ keyword }) => keyword);
  if (own.onlyUnknown)
    return ["additionalProperties", "properties", "patternProperties"].some((keyword) => narrower.includes(keyword));
  return narrower.includes("type");
}

export function toolOf(catalog: Catalog, name: string): Tool {
  const tool = catalog.tools.find((one) => ownName(one) === name);
  if (tool === undefined) throw new Error(`no tool '${name}'`);
  return tool;
}

export function inputOf(raw: unknown): JsonObject {
  return isJsonObject(raw) && isJsonObject(raw.inputSchema) ? raw.inputSchema : { type: "object" };
}
