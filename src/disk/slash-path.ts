import { relative, sep } from "node:path";

/** The way from a folder to a path, with `/` between its parts on every system. */
export function slashPath(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}
