/** The last bytes of a stream, whatever its length. */
export interface OutputTail {
  push(bytes: Buffer): void;
  /** As UTF-8; "…" marks a cut beginning. */
  text(): string;
}

export function openTail(maxBytes: number): OutputTail {
  let kept = Buffer.alloc(0);
  let isCut = false;
  return {
    push(bytes) {
      const all = Buffer.concat([kept, bytes]);
      isCut ||= all.length > maxBytes;
      // A copy: a slice would keep the whole buffer alive.
      kept = all.length > maxBytes ? Buffer.from(all.subarray(all.length - maxBytes)) : all;
    },
    text: () => (isCut ? `…${kept.toString("utf8").replace(/^\uFFFD+/, "")}` : kept.toString("utf8")),
  };
}
