import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.ts";
import { suggest } from "../../diagnostics/mistyped.ts";
import { nameSpan, type SpecDocument } from "../syntax/spec-file.ts";
import { at, isBrokenAt, itemsAt, numberAt, spanAt, stringsAt } from "../syntax/spec-node.ts";

/**
 * The files of older versions that have a current version beside them. Reports those that do not, and keys that an older
 * version must not have.
 * @param files of tools; those of current versions are ignored
 * @param tools tool name → file of its current version
 * @returns the older versions of known tools
 */
export function indexOlderVersions(
  files: readonly SpecDocument[],
  tools: ReadonlyMap<string, SpecDocument>,
  report: Diagnostic[],
): readonly SpecDocument[] {
  return files.flatMap((file) => {
    const { name, olderVersion } = file;
    if (olderVersion === undefined) return [];
    const current = tools.get(name);
    if (current === undefined || current.family !== file.family) {
      report.push(withoutCurrent(file, olderVersion, current, tools));
      return [];
    }
    if (file.root !== undefined) report.push(...checkOlderVersion(file, olderVersion, current));
    return [file];
  });
}

/** The version that a tool's file is of: of an older one the number in the file's name. */
export function versionOf(file: SpecDocument): number {
  return file.olderVersion ?? numberAt(file.root, "version") ?? 1;
}

/** `note_create.yaml`, `note_create.v1.yaml`. */
export function fileName(name: string, olderVersion: number | undefined): string {
  return olderVersion === undefined ? `${name}.yaml` : `${name}.v${olderVersion}.yaml`;
}

function withoutCurrent(
  file: SpecDocument,
  version: number,
  elsewhere: SpecDocument | undefined,
  tools: ReadonlyMap<string, SpecDocument>,
): Diagnostic {
  const siblings = [...tools.values()].filter(({ family }) => family === file.family).map(({ name }) => name);
  const help =
    elsewhere === undefined
      ? (nearest(file.name, siblings) ?? `add ${file.name}.yaml, or name this file ${file.name}.yaml`)
      : `move it to schema/tools/${elsewhere.family}/`;
  return diagnostic("version-without-current", { tool: file.name, version }, nameSpan(file), { help });
}

/** Only a near miss helps here: a list of the other tools does not. */
function nearest(name: string, siblings: readonly string[]): string | undefined {
  const help = suggest(name, siblings);
  return help?.startsWith("did you mean") === true ? help : undefined;
}

function checkOlderVersion(file: SpecDocument, version: number, current: SpecDocument): readonly Diagnostic[] {
  const { root, name: tool } = file;
  if (root === undefined) return [];
  const found: Diagnostic[] = [];
  const stated = numberAt(root, "version") ?? 1;
  if (stated !== version && !isBrokenAt(root, "version")) {
    const help = `write version: ${version}, or name the file ${fileName(tool, stated)}`;
    const span = at(root, "version")?.span ?? nameSpan(file);
    found.push(diagnostic("version-mismatch", { found: stated, file: fileName(tool, version) }, span, { help }));
  }
  const newest = versionOf(current);
  const isKnown = current.root !== undefined && !isBrokenAt(current.root, "version");
  if (isKnown && version >= newest) {
    const span = at(root, "version")?.span ?? nameSpan(file);
    const related = [{ span: at(current.root, "version")?.span ?? nameSpan(current), message: "the current version" }];
    const help = `write version: ${version + 1} in ${tool}.yaml`;
    found.push(diagnostic("version-not-older", { tool, version, current: newest }, span, { help, related }));
  } else if (!root.entries.has("deprecated")) {
    const help =
      "add deprecated: {since: …, sunset: …}, the catalog version that deprecates it and the first day without it";
    found.push(diagnostic("version-not-deprecated", { tool, version, current: newest }, nameSpan(file), { help }));
  }
  const [alias, native] = [itemsAt(root, "aliases")[0], stringsAt(root, "native_to")[0]];
  const help = `list it in ${tool}.yaml`;
  if (alias !== undefined) {
    const span = alias.kind === "map" ? spanAt(alias, "name") : alias.span;
    found.push(diagnostic("version-with-aliases", { tool, version }, span, { help }));
  }
  if (native !== undefined) found.push(diagnostic("version-native", { tool, version }, native.span, { help }));
  return found;
}
