/** A text as one word of a command that a person may paste: whatever is in it, a shell runs nothing of it. */
export function shellWord(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
