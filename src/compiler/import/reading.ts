import type { TypeNode } from "../catalog/type-node.ts";
import type { RawSchema, SchemaDocument } from "../json-schema/document.ts";
import type { KeywordSet } from "../json-schema/keyword-set.ts";
import type { Lose, LossEffect } from "./loss.ts";
import type { NamedTypes } from "./named-types.ts";

/** The state of reading one schema. */
export interface Reading {
  readonly document: SchemaDocument;
  /** How many `$ref` lead to a schema. */
  readonly uses: ReadonlyMap<RawSchema, number>;
  readonly lose: Lose;
  readonly types: NamedTypes;
  /** The tool's name here. */
  readonly tool: string;
  /** Family whose file new named types go to. */
  readonly family: string;
  /** Catalog version, for notices of deprecation. */
  readonly since: string;
  /** Parts being read, with the name of the type they become; without one they are written in place. */
  readonly open: Map<RawSchema, string | undefined>;
  /** Definitions of this schema whose losses were reported. */
  readonly reported: Set<RawSchema>;
  /** What may still be made of this schema: nodes, and characters of texts, patterns, words and values in them. */
  readonly budget: { nodes: number; letters: number };
  /** Levels of YAML around the node that is being read. */
  readonly depth: number;
  /** Inside a list of unique items: what fills in values could make two of them equal. */
  readonly unique: boolean;
  /**
   * How fields keep original names that are not spelled as ours: as those on the wire; in a named type, which has one spelling for all, as
   * aliases; or not at all, where only fields count that need neither.
   */
  readonly spelling: "wire" | "alias" | "none";
  /** The schema was made of code. */
  readonly ofCode: boolean;
  /** Every definition becomes a named type, not only those that are used twice. */
  readonly namesAll: boolean;
}

/** Levels of YAML that types may take: the reader of schema files stops at 64. */
export const maxDepth = 44;

/** Definitions that may be read inside each other, whose levels of YAML do not add up. */
export const maxSteps = 100;

/** Most nodes of one schema. */
export const maxNodes = 2000;

export const tooManyParts = `the schema has more than ${maxNodes} parts once its references are written out`;

/** Most characters of texts, patterns, words and values in one schema. */
export const maxLetters = 400_000;

/** A schema, or the keywords of several: then a keyword stands where the schema does that has it. */
export type Place = Pick<KeywordSet, "at"> & Partial<Pick<KeywordSet, "sources">>;

/** Uses up budget for so many characters; false, after a loss was reported, when too little is left. */
export function takeLetters(
  reading: Reading,
  place: Place,
  keyword: string,
  effect: LossEffect,
  count: number,
): boolean {
  if (reading.budget.letters >= count) {
    reading.budget.letters -= count;
    return true;
  }
  const why = `the schema has more than ${maxLetters} characters of texts and values`;
  loseAt(reading, place, keyword, effect, why, "nothing");
  return false;
}

export function loseAt(
  reading: Reading,
  place: Place,
  keyword: string,
  effect: LossEffect,
  why: string,
  instead: string,
): void {
  reading.lose({ pointer: place.sources?.get(keyword)?.at ?? place.at, keyword, effect, why, instead });
}

/** The most frequent loss: what the keyword refuses is taken here. */
export function widen(reading: Reading, place: Place, keyword: string, why: string, instead: string): void {
  loseAt(reading, place, keyword, "wider", why, instead);
}

export function deeper(reading: Reading, levels: number): Reading {
  return { ...reading, depth: reading.depth + levels };
}

/** Any value, after a loss was noted. */
export const anyValue: TypeNode = { kind: "json" };

export function withNull(node: TypeNode): TypeNode {
  return node.kind === "json" ? node : { ...node, nullable: true };
}
