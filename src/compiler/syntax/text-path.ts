/**
 * The path that `{file: …}` means, relative to its own file.
 * @param from path of that file, such as "schema/tools/notes/note_create.yaml"
 * @returns undefined when the path leaves `schema/`, at its end or before
 */
export function textPath(from: string, path: string): string | undefined {
  if (path.startsWith("/") || path.includes("\\") || /^[A-Za-z]:/.test(path)) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
    if (parts[0] !== "schema") return undefined;
  }
  return parts.join("/");
}
