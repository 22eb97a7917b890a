import type { Span } from "../../diagnostics/source-file.ts";
import type { SpecDocument } from "../syntax/spec-file.ts";
import { at } from "../syntax/spec-node.ts";

/** Where a tool says its name; the beginning of the file when it does not. */
export function nameSpan(file: SpecDocument): Span {
  return at(file.root, "name")?.span ?? { file: file.source, start: 0, end: 0 };
}
