/** One import of a file, as it is written. */
export interface Import {
  readonly specifier: string;
  readonly kind: "value" | "type" | "dynamic";
  /** 1-based. */
  readonly line: number;
}

const patterns: readonly { readonly pattern: RegExp; readonly kind: (match: RegExpExecArray) => Import["kind"] }[] = [
  {
    pattern: /^[ \t]*(?:import|export)(\s+type)?\s+(?:[\w$*\s,{}]|"[^"]*"\s+as)*?from\s*"([^"\n]+)"/gm,
    kind: (match) => (match[1] === undefined ? "value" : "type"),
  },
  { pattern: /^[ \t]*import()\s*"([^"\n]+)"/gm, kind: () => "value" },
  { pattern: /(?<![.\w])import(\s*)\(\s*"([^"\n]+)"/g, kind: (match) => (isTypeQuery(match) ? "type" : "dynamic") },
];

/** Every import, re-export and `import()` of a TypeScript or JavaScript text. Comments are passed over. */
export function importsOf(text: string): Import[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const found: Import[] = [];
  for (const { pattern, kind } of patterns) {
    for (const match of code.matchAll(pattern)) {
      const line = code.slice(0, match.index + match[0].length).split("\n").length;
      found.push({ specifier: match[2] ?? "", kind: kind(match), line });
    }
  }
  return found.sort((a, b) => a.line - b.line);
}

/** `import("x").Y` and `typeof import("x")` in a type position are types, not loads. */
function isTypeQuery(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - 12), match.index);
  return /(?:typeof|[:|&<=])\s*$/.test(before) && !/=\s*$|=>\s*$/.test(before);
}
