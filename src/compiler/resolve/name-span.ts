import type { Span } from "../../diagnostics/source-file.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import { at } from "../syntax/spec-node.ts";

/** The span of a tool's name; the beginning of the file when it has none. */
export function nameSpan(file: SpecDocument): Span {
  return at(file.root, "name")?.span ?? { file: file.source, start: 0, end: 0 };
}
