import type { Json } from "../../../contract/json.ts";
import { type Bound, higher, lower } from "../../json-schema/read-keywords.ts";
import type { Literal } from "./goal.ts";
import type { SchemaNode } from "./node.ts";

// What a goal asks of a value of one JSON type, collected: the leaves of the search are solved from this.

export interface NodeTuple {
  readonly prefix: readonly SchemaNode[];
  readonly rest: SchemaNode | undefined;
}

export interface NodeContains {
  readonly node: SchemaNode;
  readonly min: number;
  readonly max: number;
}

/** At least one item from an index on (or at it) meets something. */
export interface SomeItem {
  readonly from: number;
  readonly only: boolean;
  readonly goal: readonly Literal[];
}

export interface NodeShape {
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly patterns: readonly (readonly [pattern: string, node: SchemaNode])[];
  readonly rest: SchemaNode | undefined;
}

/** At least one property, of a name as described, meets something. */
export interface SomeProperty {
  readonly matching: readonly string[];
  readonly notMatching: readonly string[];
  readonly notNamed: ReadonlySet<string>;
  readonly name: readonly Literal[];
  readonly goal: readonly Literal[];
}

export interface Constraints {
  /** Nothing but these; undefined: no list. */
  readonly values: readonly Json[] | undefined;
  readonly excluded: readonly Json[];
  /** Keywords that can't be judged. */
  readonly opaque: readonly string[];

  readonly low: Bound;
  readonly high: Bound;
  readonly integer: boolean;
  readonly fraction: boolean;
  readonly multiples: readonly number[];
  readonly notMultiples: readonly number[];

  /** Code points. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly matching: readonly string[];
  readonly notMatching: readonly string[];

  readonly tuples: readonly NodeTuple[];
  readonly minItems: number;
  readonly maxItems: number;
  readonly unique: boolean;
  readonly repeats: boolean;
  readonly contains: readonly NodeContains[];
  readonly someItems: readonly SomeItem[];

  readonly shapes: readonly NodeShape[];
  readonly required: ReadonlySet<string>;
  readonly absent: ReadonlySet<string>;
  /** What single properties must meet besides their shapes. */
  readonly own: ReadonlyMap<string, readonly Literal[]>;
  readonly names: readonly Literal[];
  readonly someProperties: readonly SomeProperty[];
  readonly minProperties: number;
  readonly maxProperties: number;
}

export const unconstrained: Constraints = {
  values: undefined,
  excluded: [],
  opaque: [],
  low: { value: -Infinity, exclusive: false },
  high: { value: Infinity, exclusive: false },
  integer: false,
  fraction: false,
  multiples: [],
  notMultiples: [],
  minLength: 0,
  maxLength: Infinity,
  matching: [],
  notMatching: [],
  tuples: [],
  minItems: 0,
  maxItems: Infinity,
  unique: false,
  repeats: false,
  contains: [],
  someItems: [],
  shapes: [],
  required: new Set(),
  absent: new Set(),
  own: new Map(),
  names: [],
  someProperties: [],
  minProperties: 0,
  maxProperties: Infinity,
};

/** One more constraint; undefined when it contradicts the others at once. */
export type Atom = (constraints: Constraints) => Constraints | undefined;

type ListKey = "opaque" | "tuples" | "someItems" | "shapes" | "names" | "someProperties";
type MinKey = "minLength" | "minItems" | "minProperties";
type MaxKey = "maxLength" | "maxItems" | "maxProperties";

function added<K extends ListKey>(key: K): (item: Constraints[K][number]) => Atom {
  return (item) => (all) => ({ ...all, [key]: [...all[key], item] });
}

function atLeast(min: MinKey, max: MaxKey): (count: number) => Atom {
  return (count) => (all) => (count > all[max] ? undefined : { ...all, [min]: Math.max(all[min], count) });
}

function atMost(max: MaxKey, min: MinKey): (count: number) => Atom {
  return (count) => (all) => (count < all[min] ? undefined : { ...all, [max]: Math.min(all[max], count) });
}

/** Atoms by what they assert. */
export const atoms = {
  values:
    (values: readonly Json[]): Atom =>
    (all) => ({ ...all, values: all.values ?? values }),
  excluded:
    (values: readonly Json[]): Atom =>
    (all) => ({ ...all, excluded: [...all.excluded, ...values] }),
  opaque: added("opaque"),

  low:
    (bound: Bound): Atom =>
    (all) =>
      ordered({ ...all, low: higher(all.low, bound) }),
  high:
    (bound: Bound): Atom =>
    (all) =>
      ordered({ ...all, high: lower(all.high, bound) }),
  integer: (all: Constraints) => (all.fraction ? undefined : { ...all, integer: true }),
  fraction: (all: Constraints) => (all.integer ? undefined : { ...all, fraction: true }),
  multiple:
    (divisor: number): Atom =>
    (all) =>
      all.notMultiples.includes(divisor) ? undefined : { ...all, multiples: [...all.multiples, divisor] },
  notMultiple:
    (divisor: number): Atom =>
    (all) =>
      all.multiples.includes(divisor) ? undefined : { ...all, notMultiples: [...all.notMultiples, divisor] },

  minLength: atLeast("minLength", "maxLength"),
  maxLength: atMost("maxLength", "minLength"),
  matching:
    (pattern: string): Atom =>
    (all) =>
      all.notMatching.includes(pattern) ? undefined : { ...all, matching: union(all.matching, pattern) },
  notMatching:
    (pattern: string): Atom =>
    (all) =>
      all.matching.includes(pattern) ? undefined : { ...all, notMatching: union(all.notMatching, pattern) },

  tuple: added("tuples"),
  minItems: atLeast("minItems", "maxItems"),
  maxItems: atMost("maxItems", "minItems"),
  unique: (all: Constraints) => (all.repeats ? undefined : { ...all, unique: true }),
  repeats: (all: Constraints) => (all.unique || all.maxItems < 2 ? undefined : { ...all, repeats: true }),
  contains:
    (contains: NodeContains): Atom =>
    (all) =>
      contains.min > Math.min(contains.max, all.maxItems)
        ? undefined
        : { ...all, contains: [...all.contains, contains] },
  someItem:
    (some: SomeItem): Atom =>
    (all) =>
      some.from >= all.maxItems ? undefined : added("someItems")(some)(all),

  shape: added("shapes"),
  required:
    (name: string): Atom =>
    (all) => {
      if (all.absent.has(name)) return undefined;
      return all.required.has(name) ? all : { ...all, required: new Set([...all.required, name]) };
    },
  absent:
    (name: string): Atom =>
    (all) =>
      all.required.has(name) ? undefined : { ...all, absent: new Set([...all.absent, name]) },
  own:
    (name: string, literal: Literal): Atom =>
    (all) => ({
      ...all,
      own: new Map([...all.own, [name, [...(all.own.get(name) ?? []), literal]]]),
    }),
  names: added("names"),
  someProperty: added("someProperties"),
  minProperties: atLeast("minProperties", "maxProperties"),
  maxProperties:
    (count: number): Atom =>
    (all) =>
      count < all.required.size ? undefined : atMost("maxProperties", "minProperties")(count)(all),
} as const;

function union(texts: readonly string[], text: string): readonly string[] {
  return texts.includes(text) ? texts : [...texts, text];
}

function ordered(all: Constraints): Constraints | undefined {
  const { low, high } = all;
  return low.value > high.value || (low.value === high.value && (low.exclusive || high.exclusive)) ? undefined : all;
}
