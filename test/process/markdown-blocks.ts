/** Fenced YAML and TypeScript blocks whose first line is a comment with a path: path → text without that line. */
export function fileBlocks(markdown: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, path = "", text = ""] of markdown.matchAll(/^```(?:yaml|ts)\n(?:#|\/\/) (\S+)\n([\s\S]*?)^```$/gm)) {
    found.set(path, text);
  }
  return found;
}

/** The text of the first ```text block below a heading. */
export function outputBelow(markdown: string, heading: string): string {
  const section = markdown.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const block = /^```text\n([\s\S]*?)^```$/m.exec(section ?? "");
  if (block?.[1] === undefined) throw new Error(`no text block below '${heading}'`);
  return block[1];
}
