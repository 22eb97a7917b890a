interface SourceText {
  readonly path: string;
  readonly text: string;
}

export function catalogOf(size: number): readonly SourceText[];
export function writeSources(folder: string, sources: readonly SourceText[]): void;
