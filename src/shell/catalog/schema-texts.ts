/** Is it a text that the compiler reads? The path is relative to schema/; hidden files and folders are not part of it. */
export function isSchemaText(path: string): boolean {
  return /\.(ya?ml|md|json)$/.test(path) && !isHidden(path);
}

/** Does a part of the path begin with a dot? */
export function isHidden(path: string): boolean {
  return path.split("/").some((part) => part.startsWith("."));
}
