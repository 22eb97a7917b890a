import { sameJson } from "../../contract/alias.ts";
import type { Json } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { smallestObjectWith, whyNoInstance } from "../schema/sample.ts";
import { type Subtype, subtype } from "../schema/subtype.ts";
import type { ComparableType, ComparedField } from "./comparable-type.ts";
import { aliasArguments, type ComparedCatalog, type ComparedTool, resultSchema } from "./compared.ts";
import { declaredOnly } from "./declared.ts";
import type { DiffEvent, EventOf, ValuePlace } from "./event.ts";
import type { Probe } from "./facets/facet.ts";
import { knownSubtype, leastInstance, leastObjectInBoth, leastObjectWith } from "./known-answers.ts";
import { plainReason } from "./listed/cut.ts";
import { haveSameTypes } from "./same-tool.ts";
import { type Schemas, type Sides, schemasOf } from "./schemas-of.ts";
import type { Step } from "./step.ts";
import { accepts, carryUp, objectOf } from "./witness.ts";

/** Does a remembered call, or a reader of results, break? With arguments or a result that shows it. */
export type Proof =
  | { readonly verdict: "yes" }
  | {
      readonly verdict: "no";
      readonly witness?: Json;
      /** It is taken all the same, and what it says is passed over. */
      readonly isIgnored?: true;
      readonly path: string;
      readonly reason: string;
    }
  | { readonly verdict: "unknown"; readonly reason: string };

export interface Prover {
  /** yes: compatible, as far as the rule is concerned. Answers for one place are remembered. */
  readonly prove: (event: DiffEvent) => Proof | undefined;
  /** The type and the presence of one param or result field at the root. */
  readonly proveField: (at: ValuePlace) => Proof;
  /** All arguments, or the whole result: the last word. */
  readonly proveWhole: (at: ValuePlace) => Proof;
  /** A result that is no longer described, or otherwise: everything that it may be now. */
  readonly proveResult: (base: ComparedTool, head: ComparedTool) => Proof;
  /** Both sides take the same values of the param or result field that holds it, whatever differs within. */
  readonly takesTheSame: (at: ValuePlace) => boolean;
  readonly compare: (
    at: ValuePlace,
    from: ComparableType,
    to: ComparableType,
    direction: "widens" | "narrows",
  ) => Subtype;
}

/**
 * Values flow from callers of the base to the head, and from the head's results to readers of the base: those of `from`
 * must be values of `to`. What is asked is about declared names (`declared.ts`), except where an object is opened or closed.
 */
export function openProver(base: ComparedCatalog, head: ComparedCatalog): Prover {
  const schemas = schemasOf(base, head);
  const sameTypes = haveSameTypes(base, head);
  const known = new WeakMap<Step | ComparedTool, Map<string, Proof>>();
  // Two options of a union may have the same title, so a part is known by its step, and not by what it is called.
  const remember = (at: ValuePlace, question: string, prove: () => Proof): Proof => {
    const part = at.trail.at(-1) ?? at.head;
    const ofPart = known.get(part) ?? new Map<string, Proof>();
    known.set(part, ofPart);
    const key = `${at.base.version} ${at.side} ${question}`;
    const proof = ofPart.get(key) ?? prove();
    ofPart.set(key, proof);
    return proof;
  };
  const looks = new Map<string, number>();
  const proving: Proving = {
    schemas,
    isTired: ({ head: tool, side }) => {
      const key = `${side} ${tool.version} ${tool.name}`;
      const count = (looks.get(key) ?? 0) + 1;
      looks.set(key, count);
      return count > maxPartProofs;
    },
    type: (at) => remember(at, `type ${at.subject}`, () => typeProof(at, proving)),
    field: (at) => {
      const { base: was, head: is } = at.root ?? {};
      // Most fields of a changed tool did not change.
      const same = sameTypes && was !== undefined && is !== undefined && was.required === is.required;
      if (same && sameJson(was.type, is.type)) return { verdict: "yes" };
      const place = rootField(at);
      return remember(place, `field ${place.subject}`, () => fieldProof(place, proving));
    },
    lacking: (at, step, field) => remember(at, "lacking", () => lacking(at, step, field, proving)),
  };
  return {
    prove: (event) => eventProof(event, { proving, base, head }),
    proveField: proving.field,
    proveWhole: (at) => remember(at, `whole ${at.subject}`, () => wholeProof(at, proving)),
    proveResult: (was, is) => fromSubtype(subtype(resultSchema(is, head), resultSchema(was, base))),
    takesTheSame: (at) => {
      const { from, to } = pairAt(rootField(at), schemas);
      if (from === undefined || to === undefined) return false;
      return knownSubtype(from, to).verdict === "yes" && knownSubtype(to, from).verdict === "yes";
    },
    compare: (at, was, is, direction) => {
      const [left, right] = [schemas.of(was, at, "base"), schemas.of(is, at, "head")];
      return direction === "widens" ? knownSubtype(left, right) : knownSubtype(right, left);
    },
  };
}

interface Proving {
  readonly schemas: Schemas;
  /** Remembered: the type that stands at a place; the param or result field that holds it. */
  readonly type: (at: ValuePlace) => Proof;
  readonly field: (at: ValuePlace) => Proof;
  /** Remembered: that a kept field has to be there now. The proof of the whole field asks as well. */
  readonly lacking: (at: ValuePlace, step: Step, field: ComparedField) => Proof;
  /** Too many parts of this tool were looked at; counts. */
  readonly isTired: (at: ValuePlace) => boolean;
}

function eventProof(
  event: DiffEvent,
  asked: {
    readonly proving: Proving;
    readonly base: ComparedCatalog;
    readonly head: ComparedCatalog;
  },
): Proof | undefined {
  const { proving, base, head } = asked;
  switch (event.kind) {
    case "tool-removed":
      return shown(leastInstance(proving.schemas.arguments(event.tool, "base")), "the name is unknown now");
    case "alias-removed":
      return shown(leastInstance(aliasArguments(event.alias, event.tool, base)), "the name is unknown now");
    case "alias-kept": {
      const was = aliasArguments(event.base, event.baseTool, base);
      const is = aliasArguments(event.head, event.headTool, head);
      return fromSubtype(subtype(declaredOnly(was, "root"), declaredOnly(is, "root")));
    }
    case "alias-result-kept":
      return fromSubtype(subtype(resultSchema(event.head, head), resultSchema(event.base, base)));
    case "field-kept":
      return proving.field(event.at).verdict === "yes" ? { verdict: "yes" } : keptProof(event.at, proving);
    case "field-removed":
    case "field-added":
      return presenceProof(event.at, event.field, event.kind === "field-removed" ? "base" : "head", proving);
    case "facet-changed":
      return facetProof(event, proving);
    case "type-kept":
      return proving.type(event.at);
    default:
      return undefined;
  }
}

/** The side whose values are sent, and the one that has to take them. */
function sidesOf(at: ValuePlace): Sides {
  return at.side === "input" ? { from: "base", to: "head" } : { from: "head", to: "base" };
}

/**
 * Most proofs about parts of one tool's arguments or result; beyond them the proof of the whole field stands for all that
 * is in it. Only lists that were made to keep us busy come so far.
 */
const maxPartProofs = 200;

/** When the whole field is compatible, so are its parts; else what changed is compared by itself. */
function facetProof(event: EventOf<"facet-changed">, proving: Proving): Proof {
  const { at, facet, change } = event;
  const { probe, keywords = facet.keywords ?? [] } = change;
  if (probe !== undefined && "unknownFields" in probe) return opennessProof(at, proving);
  const whole = proving.type(rootField(at));
  if (whole.verdict === "yes" || proving.isTired(at)) return whole;
  if (probe === undefined) return keywordsProof(at, keywords, proving);
  return "value" in probe ? valueProof(at, probe.value, proving) : optionProof(at, probe, proving);
}

/** The keywords of one facet, where the schema names them: a union states none of its own, so it is judged as a whole. */
function keywordsProof(at: ValuePlace, keywords: readonly string[], proving: Proving): Proof {
  const { schemas } = proving;
  const { from, to } = pairAt(at, schemas);
  const isNamed = to !== undefined && keywords.some((keyword) => Object.hasOwn(to, keyword));
  if (from === undefined || !isNamed) return proving.type(at);
  const answer = keywordProof(from, to, keywords);
  // What our own types demand of texts stands in several keywords; in foreign ones each keyword stands for itself.
  const isForeign = at.types?.base.raw !== undefined && at.types.head.raw !== undefined;
  return answer.verdict === "no" || isForeign ? settled(answer, at, schemas) : proving.type(at);
}

/** Is every value of the one taken by some keywords of the other; if not, one that its other keywords would take. */
function keywordProof(from: JsonSchema, to: JsonSchema, keywords: readonly string[]): Subtype {
  const entries = Object.entries(to);
  const own = Object.fromEntries(entries.filter(([key]) => keywords.includes(key) || key === "$defs"));
  const others = Object.fromEntries(entries.filter(([key]) => !keywords.includes(key)));
  const { $defs, ...left } = from;
  const both = { allOf: [left, withoutDefs(others)], ...mergedDefs($defs, to.$defs) };
  const near = $defs !== undefined && to.$defs !== undefined ? undefined : knownSubtype(both, own);
  return near?.verdict === "no" ? near : knownSubtype(from, own);
}

function withoutDefs({ $defs: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function mergedDefs(a: JsonSchema["$defs"], b: JsonSchema["$defs"]): Pick<JsonSchema, "$defs"> {
  const $defs = a ?? b;
  return $defs === undefined ? {} : { $defs };
}

/** An option that is gone from those whose values must be accepted is looked at alone. */
function optionProof(at: ValuePlace, { option, of, exactlyOne }: OptionProbe, proving: Proving): Proof {
  const { schemas } = proving;
  const { to } = pairAt(at, schemas);
  if (of !== sidesOf(at).from || to === undefined || exactlyOne) return proving.type(at);
  return settled(subtype(schemas.of(option, at, of), to), at, schemas);
}

type OptionProbe = Extract<Probe, { readonly option: ComparableType }>;

/** Everything that the one type takes, names included that are not declared. */
function typeProof(at: ValuePlace, { schemas }: Proving): Proof {
  const { from, to } = pairAt(at, schemas);
  if (from === undefined || to === undefined) return { verdict: "unknown", reason: "it stands on one side only" };
  return settled(knownSubtype(from, to), at, schemas);
}

/** An answer about a part, as one about the whole: what is refused has to be refused there too. */
function settled(answer: Subtype, at: ValuePlace, schemas: Schemas): Proof {
  if (answer.verdict !== "no") return fromSubtype(answer);
  return confirmed(answer.witness, at.trail, at, { schemas, reason: answer.reason, path: answer.path });
}

/** The schemas of what stands here, the types of a place or the whole. */
function pairAt(
  at: ValuePlace,
  schemas: Schemas,
): { readonly from: JsonSchema | undefined; readonly to: JsonSchema | undefined } {
  const sides = sidesOf(at);
  const types = at.types ?? fieldTypes(at.trail.at(-1));
  if (at.trail.length === 0) return { from: schemas.whole(at, sides.from), to: schemas.whole(at, sides.to) };
  const schema = (side: keyof typeof at & ("base" | "head")) => {
    const type = types?.[side];
    return type === undefined ? undefined : schemas.of(type, at, side);
  };
  return { from: schema(sides.from), to: schema(sides.to) };
}

function fieldTypes(
  step: Step | undefined,
): { readonly base?: ComparableType; readonly head?: ComparableType } | undefined {
  if (step?.into !== "field") return undefined;
  return {
    ...(step.base === undefined ? {} : { base: step.base.type }),
    ...(step.head === undefined ? {} : { head: step.head.type }),
  };
}

interface Claim {
  readonly schemas: Schemas;
  readonly reason: string;
  readonly path?: string;
  /** What is gone may not be put into fields that are not named. */
  readonly strictly?: true;
}

/** Carries a value up to the whole and asks both validators about it. */
function confirmed(value: Json | undefined, trail: readonly Step[], at: ValuePlace, claim: Claim): Proof {
  const { schemas, reason, path = "", strictly } = claim;
  const sides = sidesOf(at);
  const isJudged = [sides.from, sides.to].every((side) => accepts(schemas.whole(at, side), null) !== undefined);
  const witness =
    value === undefined || !isJudged
      ? undefined
      : carryUp(
          value,
          trail,
          {
            of: (step) => schemas.holder(step, at, sides.from),
            other: (step) => schemas.holder(step, at, sides.to),
          },
          (step) => step[sides.from]?.name,
        );
  const unproved: Proof = {
    verdict: "unknown",
    reason: isJudged ? reason : `${reason}, and no validator can read the whole schema`,
  };
  if (witness === undefined || accepts(schemas.whole(at, sides.from), witness) !== true) return unproved;
  const to = schemas.whole(at, sides.to);
  if (accepts(to, witness) === false) return { verdict: "no", witness, path, reason };
  return strictly === true && accepts(declaredOnly(to, "all"), witness) === false
    ? { verdict: "no", witness, isIgnored: true, path, reason }
    : unproved;
}

function rootField(at: ValuePlace): ValuePlace {
  const index = at.trail.findIndex((step) => step.into === "field");
  const { types: _, ...place } = at;
  const trail = at.trail.slice(0, index + 1);
  const name = at.root?.head?.name ?? at.root?.base?.name ?? "";
  return { ...place, trail, subject: `${trail.length} ${at.root?.base?.name ?? ""} ${name}` };
}

/** One param or result field, as far as names are declared: its type, and whether it has to be there. */
function fieldProof(at: ValuePlace, proving: Proving): Proof {
  const { schemas } = proving;
  const presence = keptPresence(at, proving);
  if (presence?.verdict === "no") return presence;
  const { from, to } = pairAt(at, schemas);
  if (from === undefined || to === undefined) return { verdict: "unknown", reason: "it stands on one side only" };
  // What is equal stays so when names that are not declared are left out on one side.
  const answer: Subtype = sameJson(from, to) ? { verdict: "yes" } : knownSubtype(declaredOnly(from, "part"), to);
  return answer.verdict === "yes" && presence !== undefined ? presence : settled(answer, at, schemas);
}

/** What a rule about a field's presence needs: that, where it differs; else the field's type. */
function keptProof(at: ValuePlace, proving: Proving): Proof {
  return keptPresence(at, proving) ?? proving.type(at);
}

function keptPresence(at: ValuePlace, proving: Proving): Proof | undefined {
  const step = at.trail.at(-1);
  if (step?.into !== "field") return undefined;
  const { from, to } = sidesOf(at);
  const [was, is] = [step[from], step[to]];
  if (was === undefined || is === undefined || was.required || !is.required) return undefined;
  return proving.lacking(at, step, is);
}

/** Something is there that has no `name`, and now it must. */
function lacking(at: ValuePlace, step: Step, field: ComparedField, { schemas }: Proving): Proof {
  const { from, to } = sidesOf(at);
  const holder = schemas.holder(step, at, from);
  const filled = leastObjectInBoth(holder, schemas.holder(step, at, to), { given: {}, free: field.name });
  const isFilled = filled !== undefined && !Object.hasOwn(filled, field.name) && accepts(holder, filled) === true;
  const least = isFilled ? filled : leastObjectWith(holder, {});
  // Where the smallest of all has no such field, it is the smallest of those that have none.
  const value =
    least !== undefined && !Object.hasOwn(least, field.name)
      ? least
      : (smallestObjectWith({ ...holder, not: { required: [field.name] } }, {}) ?? least);
  return confirmed(value, at.trail.slice(0, -1), at, { schemas, reason: `'${field.name}' must be there` });
}

function presenceProof(at: ValuePlace, field: ComparedField, side: "base" | "head", proving: Proving): Proof {
  const { schemas } = proving;
  if (at.trail.length > 1 && proving.isTired(at)) return proving.type(rootField(at));
  const step = at.trail.at(-1);
  const sides = sidesOf(at);
  if (step === undefined) return { verdict: "unknown", reason: "it has no place" };
  if (side === sides.to) {
    return field.required ? lacking(at, step, field, proving) : addedProof(at, step, field, proving);
  }
  // What was sent or read has no counterpart: it is refused, or ignored.
  const schema = schemas.ofField(field, at, side);
  const value = leastInstance(schema);
  if (value === undefined) {
    return { verdict: "unknown", reason: `no value of it could be made: ${plainReason(whyNoInstance(schema))}` };
  }
  return confirmed(value, at.trail, at, { schemas, reason: `no property '${field.name}'`, strictly: true });
}

/** An optional field more: its name is not sent, unless the object was open to any. */
function addedProof(at: ValuePlace, step: Step, _field: ComparedField, { schemas }: Proving): Proof {
  const { from, to } = sidesOf(at);
  const answer = subtype(
    declaredOnly(schemas.holder(step, at, from), at.trail.length === 1 ? "root" : "part"),
    schemas.holder(step, at, to),
  );
  return answer.verdict === "no"
    ? confirmed(answer.witness, at.trail.slice(0, -1), at, { schemas, reason: answer.reason })
    : fromSubtype(answer);
}

function valueProof(at: ValuePlace, value: Json, proving: Proving): Proof {
  const { from, to } = pairAt(at, proving.schemas);
  if (from === undefined || to === undefined || accepts(from, value) === false) return proving.type(at);
  if (accepts(to, value) === true) return { verdict: "yes" };
  return confirmed(value, at.trail, at, { schemas: proving.schemas, reason: `${JSON.stringify(value)} is refused` });
}

/** What becomes of a name that is not declared. */
function opennessProof(at: ValuePlace, proving: Proving): Proof {
  const { schemas } = proving;
  const { from: side } = sidesOf(at);
  const { from, to } = pairAt(at, schemas);
  if (from === undefined || to === undefined) return proving.type(at);
  const rest = restOf(from);
  const stranger = freshName(at);
  for (const value of [null, leastInstance(rest)]) {
    if (value === undefined) continue;
    const strange = objectOf(stranger, value);
    const filled = leastObjectInBoth(from, to, { given: strange, free: stranger });
    const isFilled = filled !== undefined && accepts(from, filled) === true;
    const object = isFilled ? filled : leastObjectWith(from, strange);
    if (object === undefined || accepts(to, object) !== false || accepts(from, object) !== true) continue;
    const proof = confirmed(object, at.trail, at, { schemas, reason: `no property '${stranger}'` });
    if (proof.verdict === "no") return proof;
  }
  const answer = subtype(from, to);
  if (answer.verdict !== "no") return fromSubtype(answer);
  const fromWhole = at.trail.length === 0 && side === "base" && at.side === "input";
  return fromWhole
    ? { verdict: "no", witness: answer.witness, path: answer.path, reason: answer.reason }
    : confirmed(answer.witness, at.trail, at, { schemas, reason: answer.reason, path: answer.path });
}

function restOf(schema: JsonSchema): JsonSchema | boolean {
  return schema.additionalProperties ?? true;
}

function freshName(at: ValuePlace): string {
  const objects = [at.types?.base, at.types?.head].flatMap((type) => (type?.kind === "object" ? type.fields : []));
  const params = at.trail.length === 0 && at.side === "input" ? [...at.base.params, ...at.head.params] : [];
  const names = new Set([...objects, ...params].map(({ name }) => name));
  let name = "other";
  while (names.has(name)) name += "_";
  return name;
}

function wholeProof(at: ValuePlace, { schemas }: Proving): Proof {
  const { from, to } = sidesOf(at);
  const sent = underNewNames(schemas.whole(at, from), at);
  const answer = subtype(declaredOnly(sent, "root"), schemas.whole(at, to));
  // What is narrower as a whole may be wider where a part of it excludes values.
  const isRefuted = answer.verdict === "no" && accepts(sent, answer.witness) === false;
  return isRefuted ? { verdict: "unknown", reason: plainReason(answer.reason) } : fromSubtype(answer);
}

/** Params that the head knows by their old names arrive under the new ones. */
function underNewNames(schema: JsonSchema, { side, base, head }: ValuePlace): JsonSchema {
  if (side !== "input") return schema;
  const old = new Set(base.params.map(({ name }) => name));
  const renamed = new Map(
    head.params.flatMap(({ name, aliases = [] }) =>
      old.has(name) ? [] : aliases.flatMap((alias) => (old.has(alias.name) ? [[alias.name, name] as const] : [])),
    ),
  );
  if (renamed.size === 0) return schema;
  const newName = (name: string) => renamed.get(name) ?? name;
  const { properties = {}, required = [] } = schema;
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [newName(name), property])),
    required: required.map(newName),
  };
}

function shown(witness: Json | undefined, reason: string): Proof {
  return { verdict: "no", ...(witness === undefined ? {} : { witness }), path: "", reason };
}

function fromSubtype(answer: Subtype): Proof {
  return answer.verdict === "unknown" ? { verdict: "unknown", reason: plainReason(answer.reason) } : answer;
}
