import { type ComparedCatalog, followShape } from "../compared.ts";
import type { ComparedField, ObjectShape, Shape } from "../shape.ts";

// The TypeScript types that the generator prints, as far as the type checker distinguishes two of them: limits, patterns
// and texts are not in them.

/** As it travels, or as a handler gets it: what has a default is there for certain. */
export type TypeForm = "sent" | "normalised";

export interface Side {
  readonly catalog: ComparedCatalog;
  readonly form: TypeForm;
}

/** The type of a shape on one line, for comparing and for messages; references are followed. */
export function typeText(shape: Shape, side: Side, within: readonly string[] = []): string {
  const text = coreText(shape, side, within);
  return takesNull(shape) && shape.kind !== "json" ? `${text} | null` : text;
}

/** An option of a union may bring the null. */
function takesNull(shape: Shape): boolean {
  if (shape.nullable === true || shape.kind === "json") return true;
  return shape.kind === "union" && shape.of.some(takesNull);
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

function coreText(shape: Shape, side: Side, within: readonly string[]): string {
  switch (shape.kind) {
    case "string":
    case "boolean":
    case "never":
      return shape.kind;
    case "integer":
    case "number":
      return "number";
    case "enum":
      return union(shape.values.map(({ value }) => JSON.stringify(value)));
    case "array": {
      const items = typeText(shape.items, side, within);
      return items.includes(" | ") ? `(${items})[]` : `${items}[]`;
    }
    case "object":
      return `${objectText(shape.fields, side, within)}${indexText(shape, side, within)}`;
    case "union":
      return union(shape.of.map((option) => coreText(option, side, within)));
    case "ref":
      return within.includes(shape.name)
        ? shape.name
        : typeText(followShape(shape, side.catalog), side, [...within, shape.name]);
    case "json":
      return "Json";
    default:
      return unreachable(shape);
  }
}

function indexText({ open }: ObjectShape, side: Side, within: readonly string[]): string {
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
export function fits(from: Shape, to: Shape, meeting: Meeting, assumed: ReadonlySet<string> = new Set()): boolean {
  const was = followed(from, meeting.from);
  const is = followed(to, meeting.to);
  if (takesNull(was) && !takesNull(is)) return false;
  if (from.kind !== "ref" && to.kind !== "ref") return fitsApartFromNull(was, is, meeting, assumed);
  // A type that holds itself fits if it does wherever it is not itself.
  const pair = JSON.stringify([from.kind === "ref" ? from.name : from, to.kind === "ref" ? to.name : to]);
  return assumed.has(pair) || fitsApartFromNull(was, is, meeting, new Set([...assumed, pair]));
}

function fitsApartFromNull(from: Shape, to: Shape, meeting: Meeting, assumed: ReadonlySet<string>): boolean {
  const again = (one: Shape, other: Shape) =>
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

function followed(shape: Shape, { catalog }: Side): Shape {
  return shape.kind === "ref" ? followed(followShape(shape, catalog), { catalog, form: "sent" }) : shape;
}

function indexFits(
  { open: from }: ObjectShape,
  { open: to }: ObjectShape,
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

type Members = Pick<ObjectShape, "fields" | "open">;

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

function unreachable(shape: never): never {
  throw new Error(`invariant: unknown shape ${JSON.stringify(shape)}`);
}
