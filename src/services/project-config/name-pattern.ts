/** Whether a name fits a pattern: `*` is any text, `?` one character, `[a-c]` one of these. No way through it is tried twice. */
export function fitsPattern(name: string, pattern: string, { ignoresCase = false } = {}): boolean {
  return toRegExp(pattern, ignoresCase ? "sui" : "su").test(name);
}

/** The same for paths: `*` and `?` stop at '/', `**` does not. */
export function fitsPathPattern(path: string, pattern: string): boolean {
  const parts = path.split("/");
  const wanted = pattern
    .replace(/^\.?\//, "")
    .replace(/\/$/, "/**")
    .split("/");
  // Reached positions in the pattern, all at once: linear for each part.
  let reached = closed(new Set([0]), wanted);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of reached) {
      const piece = wanted[at];
      if (piece === undefined) continue;
      if (piece === "**") next.add(at);
      else if (toRegExp(piece).test(part)) next.add(at + 1);
    }
    reached = closed(next, wanted);
  }
  return reached.has(wanted.length);
}

function closed(positions: ReadonlySet<number>, wanted: readonly string[]): ReadonlySet<number> {
  const all = new Set(positions);
  for (const at of all) if (wanted[at] === "**") all.add(at + 1);
  return all;
}

function toRegExp(pattern: string, flags = "su"): RegExp {
  const source = pattern.replace(/\*+/g, "*").replace(/\[[^\]]*\]|[\s\S]/g, (piece) => {
    if (piece === "*") return ".*";
    if (piece === "?") return ".";
    if (piece.length > 1) return `[${piece.slice(1, -1).replace(/[\\\]]/g, "\\$&")}]`;
    return piece.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
  });
  try {
    return new RegExp(`^${source}$`, flags);
  } catch {
    // A range such as [z-a] fits nothing.
    return /^(?!)/;
  }
}
