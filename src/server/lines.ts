/** Splits a byte stream into lines. */
export interface LineReader {
  push(chunk: Buffer): void;
  /** The input has ended; the rest after the last line break is a line too. */
  end(): void;
}

export interface LineReaderOptions {
  readonly maxLineBytes: number;
  readonly onLine: (line: Buffer) => void;
  /** Takes whole lines that came together, without the last line break. Default: each goes to `onLine`. */
  readonly onLines?: (lines: Buffer) => void;
  /** A line was longer than allowed; it was dropped up to its end. */
  readonly onTooLong: () => void;
  /** The same, as soon as the line is too long; its end may never come. */
  readonly onOverflow?: () => void;
}

/** Reads each byte once, for chunks of any size; an endless line takes no more memory than the longest allowed one. */
export function createLineReader(options: LineReaderOptions): LineReader {
  const { maxLineBytes, onLine, onLines, onTooLong, onOverflow } = options;
  let parts: Buffer[] = [];
  let length = 0;
  let isDropping = false;

  function take(part: Buffer): void {
    if (isDropping || part.length === 0) return;
    length += part.length;
    if (length <= maxLineBytes) parts.push(part);
    else {
      isDropping = true;
      parts = [];
      onOverflow?.();
    }
  }

  function finishLine(): void {
    const [only] = parts;
    const line = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    const wasDropped = isDropping;
    parts = [];
    length = 0;
    isDropping = false;
    if (wasDropped) onTooLong();
    else onLine(line);
  }

  return {
    push(chunk) {
      let start = 0;
      if (onLines !== undefined && length === 0 && !isDropping && chunk.length <= maxLineBytes) {
        const end = chunk.lastIndexOf(10);
        if (end > 0) onLines(chunk.subarray(0, end));
        start = end + 1;
      }
      for (let end = chunk.indexOf(10, start); end !== -1; end = chunk.indexOf(10, start)) {
        take(chunk.subarray(start, end));
        finishLine();
        start = end + 1;
      }
      take(chunk.subarray(start));
    },
    end() {
      if (length > 0) finishLine();
    },
  };
}
