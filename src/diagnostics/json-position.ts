import { positionAt, type SourceFile } from "./source-file.ts";

/** Line and column are 1-based, the offset 0-based; columns and offsets count UTF-16 code units. */
export interface JsonPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

export function jsonPosition(file: SourceFile, offset: number): JsonPosition {
  return { ...positionAt(file, offset), offset };
}
