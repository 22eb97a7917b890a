import type { ComparableType, ComparedField, ObjectType } from "../comparable-type.ts";
import { type ComparedCatalog, followType } from "../compared.ts";

// The TypeScript types that the generator prints, as far as the type checker distinguishes two of them: limits, patterns
// and texts are not in them.

/** As it travels, or as a handler gets it: what has a default is there for certain. */
export type TypeForm = "sent" | "normalised";

export interface Side {
  readonly catalog: ComparedCatalog;
  readonly form: TypeForm;
}

/** The type of a type on one line, for comparing and for messages; references are followed. */
export function typeText(type: ComparableType, side: Side, within: readonly string[] = []): string {
  const text = coreText(type, side, within);
  return takesNull(type) && type.kind !== "json" ? `${text} | null` : text;
}

/** An option of a union may bring the null. */
function takesNull(type: ComparableType): boolean {
  if (type.nullable === true || type.kind === "json") return true;
  return type.kind === "union" && type.of.some(takesNull);
}

export function objectText(fields: readonly ComparedField[], side: Side, within: readonly string[] = []): string {
  const members = fields.map((field) => {
    const mark = isPresent(field, side.form) ? "" : "?";
    return `${field.name}${mark}: ${typeText(field.type, side, within)}`;
  });
  return `{ ${members.join("; ")} }`;
}

export function isPresent(field: ComparedField, form: TypeForm): boolean {
  return field.required || (form === "normalised" && field.default !== undefined);
}

function coreText(type: ComparableType, side: Side, within: readonly string[]): string {
  switch (type.kind) {
    case "string":
    case "boolean":
    case "never":
      return type.kind;
    case "integer":
    case "number":
      return "number";
    case "enum":
      return union(type.values.map(({ value }) => JSON.stringify(value)));
    case "array": {
      const items = typeText(type.items, side, within);
      return items.includes(" | ") ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return `${objectText(type.fields, side, within)}${indexText(type, side, within)}`;
    case "union":
      return union(type.of.map((option) => coreText(option, side, within)));
    case "ref":
      return within.includes(type.name)
        ? type.name
        : typeText(followType(type, side.catalog), side, [...within, type.name]);
    case "json":
      return "Json";
    default:
      return unreachable(type);
  }
}

function indexText({ open }: ObjectType, side: Side, within: readonly string[]): string {
  if (open === false) return "";
  return ` & { [key: string]: ${open === true ? "Json" : typeText(open, side, within)} }`;
}

function union(options: readonly string[]): string {
  return options.length === 0 ? "never" : [...new Set(options)].sort().join(" | ");
}

/** How two types meet. */
export interface Meeting {
  readonly from: Side;
  readonly to: Side;
  /**
   * "read": code that was written for the one type reads values of the other: every field it may name has to be there.
   * "written": code writes values of the one type where the other is asked for: an object that is written out holds nothing
   * that a closed type does not name.
   */
  readonly how: "read" | "written";
}

/** Does a value of the one type do where the other is expected, as the type checker sees it. */
export function fits(
  from: ComparableType,
  to: ComparableType,
  meeting: Meeting,
  assumed: ReadonlySet<string> = new Set(),
): boolean {
  const was = followed(from, meeting.from);
  const is = followed(to, meeting.to);
  if (takesNull(was) && !takesNull(is)) return false;
  if (from.kind !== "ref" && to.kind !== "ref") return fitsApartFromNull(was, is, meeting, assumed);
  // A type that holds itself fits if it does wherever it is not itself.
  const pair = JSON.stringify([from.kind === "ref" ? from.name : from, to.kind === "ref" ? to.name : to]);
  return assumed.has(pair) || fitsApartFromNull(was, is, meeting, new Set([...assumed, pair]));
}

function fitsApartFromNull(
  from: ComparableType,
  to: ComparableType,
  meeting: Meeting,
  assumed: ReadonlySet<string>,
): boolean {
  const again = (one: ComparableType, other: ComparableType) =>
    one.kind === "ref" || other.kind === "ref"
      ? fits({ ...one, nullable: false }, { ...other, nullable: false }, meeting, assumed)
      : fitsApartFromNull(one, other, meeting, assumed);
  if (to.kind === "json" || from.kind === "never") return true;
  if (from.kind === "union") return from.of.every((option) => again(option, to));
  if (to.kind === "union") return to.of.some((option) => again(from, option));
  switch (from.kind) {
    case "json":
    case "ref":
      return false;
    case "string":
    case "boolean":
      return to.kind === from.kind;
    case "integer":
    case "number":
      return to.kind === "integer" || to.kind === "number";
    case "enum":
      return from.values.every(({ value }) =>
        to.kind === "enum" ? to.values.some((one) => one.value === value) : typeof value === to.kind,
      );
    case "array":
      return to.kind === "array" && fits(from.items, to.items, meeting, assumed);
    case "object": {
      if (to.kind !== "object") return false;
      return indexFits(from, to, meeting, assumed) && fieldProblems(from, to, meeting, assumed).length === 0;
    }
    default:
      return unreachable(from);
  }
}

function followed(type: ComparableType, { catalog }: Side): ComparableType {
  return type.kind === "ref" ? followed(followType(type, catalog), { catalog, form: "sent" }) : type;
}

function indexFits(
  { open: from }: ObjectType,
  { open: to }: ObjectType,
  meeting: Meeting,
  assumed: ReadonlySet<string>,
): boolean {
  if (typeof to === "boolean" || typeof from === "boolean") return typeof to === "boolean" || from === false;
  return fits(from, to, meeting, assumed);
}

export interface FieldProblem {
  readonly name: string;
  readonly problem: "gone" | "missing" | "may be missing" | "type";
  readonly from?: ComparedField;
  readonly to?: ComparedField;
}

type Members = Pick<ObjectType, "fields" | "open">;

/** Why objects of the one type do not do where the other is expected, field by field. */
export function fieldProblems(
  from: Members,
  to: Members,
  meeting: Meeting,
  assumed: ReadonlySet<string> = new Set(),
): readonly FieldProblem[] {
  const inFrom = new Map(from.fields.map((field) => [field.name, field]));
  const inTo = new Set(to.fields.map((field) => field.name));
  const unknown =
    meeting.how === "written" && to.open === false ? from.fields.filter(({ name }) => !inTo.has(name)) : [];
  const unlike = to.fields.flatMap((wanted): FieldProblem[] => {
    const { name } = wanted;
    const given = inFrom.get(name);
    const needed = isPresent(wanted, meeting.to.form);
    if (given === undefined && meeting.how === "read") return [{ name, problem: "gone", to: wanted }];
    if (given === undefined) return needed ? [{ name, problem: "missing", to: wanted }] : [];
    if (needed && !isPresent(given, meeting.from.form)) {
      return [{ name, problem: "may be missing", from: given, to: wanted }];
    }
    return fits(given.type, wanted.type, meeting, assumed) ? [] : [{ name, problem: "type", from: given, to: wanted }];
  });
  return [...unknown.map((field): FieldProblem => ({ name: field.name, problem: "gone", from: field })), ...unlike];
}

function unreachable(type: never): never {
  throw new Error(`invariant: unknown kind of type ${JSON.stringify(type)}`);
}
