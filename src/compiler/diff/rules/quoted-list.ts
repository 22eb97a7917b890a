/** `'a', 'b' and 3 more`: so that a message stays one line however many names it has. */
export function quotedList(names: readonly string[], most = 6): string {
  const shown = names.slice(0, names.length > most + 1 ? most : names.length).map((name) => `'${name}'`);
  const rest = names.length - shown.length;
  if (rest > 0) return `${shown.join(", ")} and ${rest} more`;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1) ?? ""}`;
}
