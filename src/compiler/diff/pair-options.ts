import { canonicalJsonLine } from "../../contract/canonical-json.ts";
import { unionTag } from "../schema/union-tag.ts";
import type { ComparableType, UnionType } from "./comparable-type.ts";
import { type ComparedCatalog, followType, ownCatalog, ownType } from "./compared.ts";

interface Catalogs {
  readonly base: ComparedCatalog;
  readonly head: ComparedCatalog;
}

/**
 * Which option of one union is which of the other: the same tag, the same schema, the same name, the only one of its JSON
 * type, and last the one with the most fields in common.
 * @returns index in the base → index in the head
 * @throws never
 */
export function pairOptions(base: UnionType, head: UnionType, catalogs: Catalogs): ReadonlyMap<number, number> {
  const was = base.of.map((option) => viewOf(option, base, catalogs.base));
  const is = head.of.map((option) => viewOf(option, head, catalogs.head));
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (left: number, right: number) => {
    pairs.set(left, right);
    taken.add(right);
  };
  for (const key of ["tag", "schema", "title", "kind"] as const) {
    const rights = new Map<string, number[]>();
    for (const [index, view] of is.entries()) {
      const value = view[key];
      if (value !== undefined && !taken.has(index)) rights.set(value, [...(rights.get(value) ?? []), index]);
    }
    for (const [index, view] of was.entries()) {
      const value = view[key];
      if (value === undefined || pairs.has(index)) continue;
      const waiting = was.filter((one, other) => !pairs.has(other) && one[key] === value).length;
      const [right, ...more] = rights.get(value) ?? [];
      // Several of one kind can't be paired; equal tags and schemas are as good as each other.
      if (right === undefined || (key === "kind" && (more.length > 0 || waiting > 1))) continue;
      pair(index, right);
      rights.set(value, more);
    }
  }
  for (const [index, view] of was.entries()) {
    if (pairs.has(index)) continue;
    const scores = is.map((other, at) => (taken.has(at) ? 0 : inCommon(view, other)));
    const best = Math.max(...scores);
    if (best >= alikeFrom) pair(index, scores.indexOf(best));
  }
  return pairs;
}

/** Share of the fields that two options must have in common to be taken for one. */
const alikeFrom = 0.5;

interface OptionView {
  /** Its constant where a discriminator distinguishes options, or the JSON type where that does. */
  readonly tag: string | undefined;
  readonly schema: string | undefined;
  readonly title: string | undefined;
  readonly kind: string;
  readonly fields: ReadonlySet<string>;
}

function viewOf(option: ComparableType, union: UnionType, catalog: ComparedCatalog): OptionView {
  const type = option.kind === "ref" ? followType(option, catalog) : option;
  const fields = type.kind === "object" ? type.fields : [];
  return {
    tag: tagOf(option, type, union, catalog),
    schema: option.raw === undefined ? undefined : canonicalJsonLine(option.raw),
    title: option.title ?? (option.kind === "ref" ? option.name.split(".").at(-1) : undefined),
    kind: type.kind === "integer" ? "number" : type.kind,
    fields: new Set(fields.map(({ name }) => name)),
  };
}

function tagOf(
  option: ComparableType,
  type: ComparableType,
  union: UnionType,
  catalog: ComparedCatalog,
): string | undefined {
  if (option.raw === undefined) return unionTag(ownType(option), union.discriminator, ownCatalog(catalog));
  const constants = (type.kind === "object" ? type.fields : []).flatMap(({ name, type: own, required }) => {
    const only = own.kind === "enum" && own.values.length === 1 ? own.values[0] : undefined;
    const isTag = required && only !== undefined && (union.discriminator === undefined || union.discriminator === name);
    return isTag ? [[name, only.value]] : [];
  });
  return constants.length === 0 ? undefined : canonicalJsonLine(constants[0]);
}

function inCommon(a: OptionView, b: OptionView): number {
  if (a.kind !== b.kind || a.fields.size + b.fields.size === 0) return 0;
  const common = [...a.fields].filter((name) => b.fields.has(name)).length;
  return common / (a.fields.size + b.fields.size - common);
}

/** What people call an option: its tag, its name, or its type. */
export function labelOf(
  option: ComparableType,
  union: UnionType,
  { index, catalog }: { readonly index: number; readonly catalog: ComparedCatalog },
): string {
  if (option.raw === undefined) return unionTag(ownType(option), union.discriminator, ownCatalog(catalog));
  const type = option.kind === "ref" ? followType(option, catalog) : option;
  const tag = tagOf(option, type, union, catalog);
  if (tag !== undefined) {
    const [, value]: [string, unknown] = JSON.parse(tag);
    return typeof value === "string" ? value : JSON.stringify(value);
  }
  const alone = union.of.filter((one) => one.kind === option.kind).length === 1;
  return option.title ?? (alone ? type.kind : (ownDemand(type, union, catalog) ?? String(index)));
}

/** "with a, b": the fields that must be there in this option and in no other one. */
function ownDemand(type: ComparableType, union: UnionType, catalog: ComparedCatalog): string | undefined {
  const demanded = (one: ComparableType) =>
    one.kind === "object" ? one.fields.filter(({ required }) => required).map(({ name }) => name) : [];
  const others = union.of
    .map((one) => (one.kind === "ref" ? followType(one, catalog) : one))
    .filter((one) => one !== type)
    .flatMap(demanded);
  const own = demanded(type).filter((name) => !others.includes(name));
  return own.length === 0 ? undefined : `with ${own.slice(0, 3).join(", ")}`;
}
