import { isJsonObject, type Json } from "../../../contract/json.ts";
import type { Keywords, RawSchema } from "../../json-schema/document.ts";
import { highOf, type JsonKind, listOf, lowOf, numberOf } from "../../json-schema/read-keywords.ts";
import { targetsOf } from "./checked-document.ts";
import { type Atom, atoms } from "./constraints.ts";
import { arrayClauses, objectClauses } from "./container-clauses.ts";
import { type Literal, literal, type Search } from "./goal.ts";
import { divisorOf, patternsOf, typesOf } from "./read-keywords.ts";
import { decided } from "./undecidable.ts";

/** One way to meet a clause: all of these must hold. */
export interface Alternative {
  readonly atoms: readonly Atom[];
  readonly literals: readonly Literal[];
}

/** At least one of the ways must be taken. */
export type Clause = readonly Alternative[];

/** What a keyword says of values of one type, and how a value breaks it. */
export interface KeywordClauses {
  /** All must hold for the keyword to hold. */
  readonly holds: readonly Clause[];
  /** Ways to break it. */
  readonly broken: readonly Alternative[];
}

/** The clauses that a signed schema adds for values of one type. */
export function clausesOf({ node, sign }: Literal, kind: JsonKind, search: Search): readonly Clause[] {
  const { raw, document } = node;
  if (typeof raw === "boolean") return raw === sign ? [] : [[]];
  if (!isJsonObject(raw))
    return [[{ atoms: [atoms.opaque("a schema is neither an object nor a boolean")], literals: [] }]];
  const context: ClauseContext = {
    raw,
    kind,
    search,
    literal: (child, positive) => literal(child, positive, document, search),
    document,
  };
  const opaque = (reason: string): readonly KeywordClauses[] => {
    const unknown = { atoms: [atoms.opaque(reason)], literals: [] };
    return [{ holds: [[unknown]], broken: [unknown] }];
  };
  const parts = parters.flatMap((part) => decided(() => part(context), opaque));
  if (sign) return parts.flatMap(({ holds }) => holds);
  const broken = parts.flatMap((part) => part.broken);
  // One way without any condition: everything breaks the schema.
  return broken.some((way) => way.atoms.length + way.literals.length === 0) ? [] : [broken];
}

export interface ClauseContext {
  readonly raw: Keywords;
  readonly kind: JsonKind;
  readonly search: Search;
  readonly literal: (raw: RawSchema, sign: boolean) => Literal;
  readonly document: Literal["node"]["document"];
}

const parters: readonly ((context: ClauseContext) => readonly KeywordClauses[])[] = [
  typeClauses,
  valueClauses,
  plainClauses,
  referenceClauses,
  combinedClauses,
  conditionalClauses,
  arrayClauses,
  objectClauses,
];

/** Always holds; can't be broken. */
const nothing: readonly KeywordClauses[] = [];

export function way(...these: readonly (Atom | Literal)[]): Alternative {
  return {
    atoms: these.filter((one): one is Atom => typeof one === "function"),
    literals: these.filter((one): one is Literal => typeof one !== "function"),
  };
}

/** A keyword that one constraint states and another denies. */
export function either(holds: Atom | Literal, broken: Atom | Literal): KeywordClauses {
  return { holds: [[way(holds)]], broken: [way(broken)] };
}

function typeClauses({ raw, kind, document }: ClauseContext): readonly KeywordClauses[] {
  const types = typesOf(raw, document.nullable);
  if (types === undefined) return nothing;
  if (!types.kinds.has(kind)) return [{ holds: [[]], broken: [way()] }];
  return types.integer && kind === "number" ? [either(atoms.integer, atoms.fraction)] : nothing;
}

function valueClauses({ raw }: ClauseContext): readonly KeywordClauses[] {
  // What stands in a schema came from JSON or YAML and is JSON.
  const lists: (readonly Json[])[] = [];
  if (Array.isArray(raw.enum)) lists.push(raw.enum as readonly Json[]);
  if (raw.const !== undefined) lists.push([raw.const as Json]);
  return lists.map((values) => either(atoms.values(values), atoms.excluded(values)));
}

function plainClauses({ raw, kind }: ClauseContext): readonly KeywordClauses[] {
  const all: KeywordClauses[] = [];
  if (kind === "number") {
    const [low, high, divisor] = [lowOf(raw), highOf(raw), divisorOf(raw)];
    const beyond = (bound: typeof low) => ({ value: bound.value, exclusive: !bound.exclusive });
    if (low.value > -Infinity) all.push(either(atoms.low(low), atoms.high(beyond(low))));
    if (high.value < Infinity) all.push(either(atoms.high(high), atoms.low(beyond(high))));
    if (divisor !== undefined) all.push(either(atoms.multiple(divisor), atoms.notMultiple(divisor)));
  }
  if (kind === "string") {
    const [min, max] = [Math.ceil(numberOf(raw, "minLength", 0)), Math.floor(numberOf(raw, "maxLength", Infinity))];
    if (min > 0) all.push(either(atoms.minLength(min), atoms.maxLength(min - 1)));
    if (max < Infinity) all.push(either(atoms.maxLength(max), atoms.minLength(max + 1)));
    for (const pattern of patternsOf(raw)) all.push(either(atoms.matching(pattern), atoms.notMatching(pattern)));
  }
  return all;
}

function referenceClauses({ raw, document, literal }: ClauseContext): readonly KeywordClauses[] {
  return targetsOf(raw, document).map((target) => either(literal(target, true), literal(target, false)));
}

function combinedClauses({ raw, literal }: ClauseContext): readonly KeywordClauses[] {
  const all: KeywordClauses[] = [];
  for (const member of listOf(raw, "allOf") ?? []) all.push(either(literal(member, true), literal(member, false)));
  if (raw.not !== undefined) all.push(either(literal(raw.not, false), literal(raw.not, true)));
  const anyOf = listOf(raw, "anyOf");
  if (anyOf !== undefined) {
    all.push({
      holds: [anyOf.map((option) => way(literal(option, true)))],
      broken: [way(...anyOf.map((option) => literal(option, false)))],
    });
  }
  const oneOf = listOf(raw, "oneOf");
  if (oneOf !== undefined) {
    const only = oneOf.map((_, taken) => way(...oneOf.map((option, index) => literal(option, index === taken))));
    const pairs = oneOf.flatMap((one, index) =>
      oneOf.slice(index + 1).map((other) => way(literal(one, true), literal(other, true))),
    );
    all.push({ holds: [only], broken: [way(...oneOf.map((option) => literal(option, false))), ...pairs] });
  }
  return all;
}

function conditionalClauses({ raw, literal }: ClauseContext): readonly KeywordClauses[] {
  if (raw.if === undefined) return nothing;
  const branch = (met: boolean, then: RawSchema, sign: boolean) => way(literal(raw.if, met), literal(then, sign));
  const { then = true, else: otherwise = true } = raw;
  return [
    {
      holds: [[branch(true, then, true), branch(false, otherwise, true)]],
      broken: [branch(true, then, false), branch(false, otherwise, false)],
    },
  ];
}
