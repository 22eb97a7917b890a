const fence = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$(?![\s\S]))/m;

/** The front matter at the beginning of a Markdown text, and what follows it. @returns undefined where it has none */
export function frontMatterOf(text: string): { readonly front: string; readonly rest: string } | undefined {
  const found = fence.exec(text);
  if (found?.index !== 0) return undefined;
  return { front: found[1] ?? "", rest: text.slice(found[0].length) };
}
