import { nearMiss } from "../../contract/near-miss.ts";
import { type Checked, type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import type { SourceFile } from "../../diagnostics/source-file.ts";
import { specFiles } from "../catalog/spec-grammar.ts";
import { conform } from "./conform.ts";
import { readYaml } from "./read-yaml.ts";
import { recognise, type SpecFile } from "./spec-file.ts";

/**
 * Reads the files of a catalog: text in, values with positions out. A file that can't be read is reported and kept
 * without a root; in a file that can be read every part that breaks the grammar is reported and dropped.
 * @param sources texts below `schema/`, paths such as "schema/tools/notes/note_create.yaml", in any order
 * @returns files sorted by path
 */
export function parseSpec(sources: readonly SourceFile[]): Checked<readonly SpecFile[]> {
  const diagnostics: Diagnostic[] = [];
  const value: SpecFile[] = [];
  const sorted = [...sources].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  for (const source of sorted) {
    const recognised = recognise(source.path);
    if (recognised === undefined) {
      diagnostics.push(unknownFile(source));
      continue;
    }
    const { kind, family, name } = recognised;
    if (kind === "text") {
      value.push({ kind, source });
      continue;
    }
    const read = readYaml(source);
    diagnostics.push(...read.diagnostics);
    const conformed = read.value === undefined ? undefined : conform(read.value, specFiles[kind].rule);
    if (conformed !== undefined) diagnostics.push(...conformed.diagnostics);
    const root = conformed?.value;
    value.push({ kind, source, family, name, root: root?.kind === "map" ? root : undefined });
  }
  return { value, diagnostics };
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
