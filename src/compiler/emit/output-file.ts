/** A file that an emitter wants on disk: path relative to the project's root, `/` separators, `\n` line ends. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /**
   * generated: owned by the compiler, rewritten and removed at any time, listed in the manifest.
   * scaffold: written once when absent, then owned by the author.
   */
  readonly kind: "generated" | "scaffold";
  /** The same text in parts, where it is put together from what was printed of each tool. */
  readonly parts?: readonly TextPart[];
}

/** The same object stands for the same text, so that a session has to look only at parts that are new. */
export interface TextPart {
  readonly text: string;
}

/** A generated file whose text is put together when it is read. */
export function joinedFile(path: string, parts: readonly (TextPart | string)[]): OutputFile {
  const texts = parts.map((part) => (typeof part === "string" ? { text: part } : part));
  let text: string | undefined;
  return {
    path,
    kind: "generated",
    parts: texts,
    get text() {
      text ??= texts.map((part) => part.text).join("");
      return text;
    },
  };
}

/** The parts with a separator between them. */
export function separated(parts: readonly TextPart[], separator: TextPart): readonly TextPart[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

/** Have both files the same text? */
export function isSameText(a: OutputFile, b: OutputFile): boolean {
  if (a === b) return true;
  if (a.parts === undefined || b.parts === undefined) return a.text === b.text;
  const { parts } = b;
  const isSame = (part: TextPart, index: number) => part === parts[index] || part.text === parts[index]?.text;
  return a.parts.length === parts.length && a.parts.every(isSame);
}
