import type { SourceFile, Span } from "../../diagnostics/source-file.ts";
import type { Suppression } from "../../diagnostics/suppression.ts";
import type { SpecFileKind } from "../catalog/spec-grammar.ts";
import { at, type SpecMap } from "./spec-node.ts";

/**
 * A file of the catalog, read. `root` is undefined when the text could not be read at all; that was reported, and the
 * file still counts as present, so that its names are not reported as missing.
 */
export type SpecFile = SpecDocument | TextFile;

export interface SpecDocument {
  readonly kind: SpecFileKind;
  readonly source: SourceFile;
  readonly root: SpecMap | undefined;
  /** The folder of a tool, the base name of a file of types; "" elsewhere. */
  readonly family: string;
  /** Base name without its ending; of an older version of a tool also without the `.v1`. */
  readonly name: string;
  /** The number in the file's name, for an older version of a tool. */
  readonly olderVersion?: number;
  readonly suppressions: readonly Suppression[];
}

/** A long text, or a JSON Schema, that a `{file: …}` may name. */
export interface TextFile {
  readonly kind: "text";
  readonly source: SourceFile;
}

interface RecognisedFile extends Pick<SpecDocument, "family" | "name" | "olderVersion"> {
  readonly kind: SpecFileKind | "text";
}

/**
 * The kind of a file under `schema/`.
 * @returns undefined for any other path
 */
export function recognise(path: string): RecognisedFile | undefined {
  const inside = path.startsWith("schema/") ? path.slice("schema/".length) : undefined;
  if (inside === undefined) return undefined;
  if (/\.(md|json)$/.test(inside)) return { kind: "text", family: "", name: "" };
  if (!inside.endsWith(".yaml")) return undefined;
  const parts = inside.slice(0, -".yaml".length).split("/");
  const [first = "", second = "", third = ""] = parts;
  if (parts.length === 1 && (first === "catalog" || first === "params" || first === "retired")) {
    return { kind: first, family: "", name: first };
  }
  if (parts.length === 2 && first === "types") return { kind: "types", family: second, name: second };
  if (parts.length === 2 && first === "prompts") return { kind: "prompt", family: "", name: second };
  if (parts.length === 2 && first === "resources") return { kind: "resource", family: "", name: second };
  if (parts.length === 3 && first === "tools") return { kind: "tool", family: second, ...toolFile(third) };
  return undefined;
}

/** `note_create`, or `note_create.v1` for an older version. */
function toolFile(base: string): Pick<RecognisedFile, "name" | "olderVersion"> {
  const [, name, version] = /^([^.]+)\.v([1-9]\d{0,5})$/.exec(base) ?? [];
  return name === undefined ? { name: base } : { name, olderVersion: Number(version) };
}

/** The span of a tool's name; the beginning of the file when it has none. */
export function nameSpan(file: SpecDocument): Span {
  return at(file.root, "name")?.span ?? { file: file.source, start: 0, end: 0 };
}

/**
 * The path that `{file: …}` means, relative to its own file.
 * @param from path of that file, such as "schema/tools/notes/note_create.yaml"
 * @returns undefined when the path leaves `schema/`, at its end or before
 */
export function textPath(from: string, path: string): string | undefined {
  if (path.startsWith("/") || path.includes("\\") || /^[A-Za-z]:/.test(path)) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
    if (parts[0] !== "schema") return undefined;
  }
  return parts.join("/");
}
