import { nearMiss } from "../../contract/near-miss.ts";
import { type Checked, type Diagnostic, diagnostic, hasErrors } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { type SpecFileKind, specFiles } from "../catalog/spec-grammar.ts";
import { conform } from "./conform.ts";
import { readYaml } from "./read-yaml.ts";
import { recognise, type SpecFile } from "./spec-file.ts";
import type { SpecMap } from "./spec-node.ts";
import { coveringTexts, type OwnSuppression, suppressionsOf } from "./suppressions.ts";

/**
 * Reads the files of a catalog: text in, values with positions out. A file that can't be read is reported and kept
 * without a root; in a file that can be read every part that breaks the grammar is reported and dropped.
 * @param sources texts below `schema/`, paths such as "schema/tools/notes/note_create.yaml", in any order
 * @param cache what an earlier run read; texts that have not changed are not read again. It is brought up to date
 * @returns files sorted by path
 */
export function parseSpec(sources: readonly SourceFile[], cache: ParseCache = new Map()): Checked<readonly SpecFile[]> {
  const diagnostics: Diagnostic[] = [];
  const value: SpecFile[] = [];
  const sorted = [...sources].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const texts = new Map(sorted.filter(({ path }) => path.endsWith(".md")).map((source) => [source.path, source]));
  const before = new Map(cache);
  cache.clear();
  for (const given of sorted) {
    const known = before.get(given.path);
    // Spans of an earlier run refer to the text of that run, which is the same.
    const source = known?.source.text === given.text ? known.source : given;
    const recognised = recognise(source.path);
    if (recognised === undefined) {
      diagnostics.push(unknownFile(source));
      continue;
    }
    const { kind, ...file } = recognised;
    if (kind === "text") {
      value.push({ kind, source });
      continue;
    }
    const done = known?.source === source ? known : readFile(source, kind);
    cache.set(source.path, done);
    const { root } = done;
    diagnostics.push(...done.diagnostics);
    const suppressions = done.suppressions.map((suppression) => coveringTexts(suppression, texts));
    value.push({ kind, source, ...file, root, suppressions });
  }
  return { value, diagnostics };
}

/** By path. */
export type ParseCache = Map<string, ReadFile>;

/** The result for one text: it does not depend on any other file. */
export interface ReadFile {
  readonly source: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
  /** undefined when the text could not be read at all. */
  readonly root: SpecMap | undefined;
  readonly suppressions: readonly OwnSuppression[];
}

/**
 * Reads some of the files of a catalog, which `parseSpec` then need not read.
 * @param take gives the place of the next one among the sources; undefined: all are taken
 */
export function* readTaken(
  sources: readonly SourceFile[],
  take: () => number | undefined,
): Generator<{ readonly place: number; readonly file: ReadFile }> {
  for (let place = take(); place !== undefined; place = take()) {
    const source = sources[place];
    const kind = source && recognise(source.path)?.kind;
    if (source === undefined || kind === undefined || kind === "text") continue;
    yield { place, file: readFile(source, kind) };
  }
}

function readFile(source: SourceFile, kind: SpecFileKind): ReadFile {
  const { value: read, diagnostics, comments } = readYaml(source);
  if (read === undefined) return { source, diagnostics, root: undefined, suppressions: [] };
  const { value, diagnostics: found } = conform(read, specFiles[kind].rule);
  // In a text with YAML errors the node below a comment is uncertain.
  const suppressions = hasErrors(diagnostics) ? [] : suppressionsOf(source, read, comments);
  const root = value?.kind === "map" ? value : undefined;
  return { source, diagnostics: [...diagnostics, ...found], root, suppressions };
}

function unknownFile(source: SourceFile): Diagnostic {
  const places = Object.values(specFiles).map((file) => file.where);
  const base = source.path.slice(source.path.lastIndexOf("/") + 1);
  const near = nearMiss(base, ["catalog.yaml", "params.yaml", "retired.yaml"]);
  const help = base.endsWith(".yml")
    ? "name it .yaml"
    : near !== undefined && !source.path.includes("/tools/") && !source.path.includes("/types/")
      ? `did you mean 'schema/${near}'?`
      : `a catalog has ${places.join(", ")} and texts schema/*.md`;
  return diagnostic("unknown-file", { path: source.path }, { file: source, start: 0, end: 0 }, { help });
}
