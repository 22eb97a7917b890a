/** A part of a text that is not shown, and what stands there for it. */
export interface HiddenPiece {
  readonly offset: number;
  readonly length: number;
  readonly shown: string;
}

/** @param pieces in any order; none overlaps another */
export function withoutPieces(text: string, pieces: readonly HiddenPiece[]): string {
  let shown = "";
  let at = 0;
  for (const piece of [...pieces].sort((a, b) => a.offset - b.offset)) {
    shown += text.slice(at, piece.offset) + piece.shown;
    at = piece.offset + piece.length;
  }
  return shown + text.slice(at);
}
