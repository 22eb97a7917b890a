import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import type { ReadFile } from "./parse.ts";
import type { SpecEntry, SpecMap, SpecNode, SpecScalar } from "./spec-node.ts";

// Files that were read, as numbers: one thread sends them to the other in a fraction of the time that reading takes, or sending the trees.

/** In the order of the texts: kind, start, end and count of each node, and start, end and name of each key. */
export interface PackedFiles {
  /** Each file's place in the list of sources. */
  readonly places: readonly number[];
  readonly numbers: Int32Array;
  /** Values, and names of keys, that are not written in the text just as they are. */
  readonly values: readonly SpecScalar["value"][];
}

export interface Packer {
  /** A file that has findings or suppressions is left out: most have none, and reading it once more takes less code. */
  readonly add: (place: number, file: ReadFile) => void;
  readonly packed: () => PackedFiles;
}

const kinds = { map: 0, list: 1, scalar: 2 } as const;
/** In the place of an index: the text from start to end. */
const asWritten = -1;

export function createPacker(): Packer {
  const places: number[] = [];
  const numbers: number[] = [];
  const values: SpecScalar["value"][] = [];

  function indexOf(value: SpecScalar["value"], { file, start, end }: Span): number {
    if (typeof value === "string" && value.length === end - start && file.text.startsWith(value, start))
      return asWritten;
    return values.push(value) - 1;
  }

  function addNode(node: SpecNode): void {
    const { start, end } = node.span;
    switch (node.kind) {
      case "map":
        numbers.push(kinds.map, start, end, node.entries.size);
        for (const [name, { key, value }] of node.entries) {
          numbers.push(key.start, key.end, indexOf(name, key));
          addNode(value);
        }
        break;
      case "list":
        numbers.push(kinds.list, start, end, node.items.length);
        for (const item of node.items) addNode(item);
        break;
      case "scalar":
        numbers.push(kinds.scalar, start, end, indexOf(node.value, node.span));
        break;
      case "broken":
        throw new Error("invariant: a part that could not be read was not reported");
    }
  }

  return {
    add(place, { root, diagnostics, suppressions }) {
      if (root === undefined || diagnostics.length > 0 || suppressions.length > 0) return;
      places.push(place);
      addNode(root);
    },
    packed: () => ({ places, numbers: Int32Array.from(numbers), values }),
  };
}

/** @param sources the list that the places are of */
export function unpackFiles({ places, numbers, values }: PackedFiles, sources: readonly SourceFile[]): ReadFile[] {
  let at = 0;

  function next(): number {
    const number = numbers[at++];
    if (number === undefined) throw new Error("invariant: packed files end within a node");
    return number;
  }

  function valueAt(index: number, { file, start, end }: Span): SpecScalar["value"] {
    const value = index === asWritten ? file.text.slice(start, end) : values[index];
    if (value === undefined) throw new Error(`invariant: no packed value has the index ${index}`);
    return value;
  }

  function mapOf(file: SourceFile, span: Span, count: number): SpecMap {
    const entries = new Map<string, SpecEntry>();
    for (let left = count; left > 0; left--) {
      const key = { file, start: next(), end: next() };
      const name = valueAt(next(), key);
      entries.set(String(name), { key, value: nodeOf(file) });
    }
    return { kind: "map", span, entries };
  }

  function nodeOf(file: SourceFile): SpecNode {
    const kind = next();
    const span = { file, start: next(), end: next() };
    const count = next();
    if (kind === kinds.map) return mapOf(file, span, count);
    if (kind === kinds.scalar) return { kind: "scalar", span, value: valueAt(count, span) };
    return { kind: "list", span, items: Array.from({ length: count }, () => nodeOf(file)) };
  }

  return places.map((place) => {
    const source = sources[place];
    const root = source && nodeOf(source);
    if (source === undefined || root?.kind !== "map") throw new Error("invariant: packed files are of other sources");
    return { source, diagnostics: [], root, suppressions: [] };
  });
}
