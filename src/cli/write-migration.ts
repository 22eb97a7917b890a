import { resolve } from "node:path";
import { migrationMap } from "../compiler/diff/migration-map.ts";
import { replaceFile } from "../disk/replace-file.ts";
import { counted, print, type Terminal } from "../terminal/terminal.ts";
import type { ComparedSides } from "./compared/compared-sides.ts";

/** How old calls are rewritten, as JSON for programs that rewrite them; without a file it is printed. */
export async function writeMigration(
  terminal: Terminal,
  { base, head }: ComparedSides,
  file: string | undefined,
): Promise<void> {
  const map = migrationMap(base, head);
  const text = JSON.stringify(map, undefined, 2);
  if (file === undefined) {
    print(terminal, text);
    return;
  }
  await replaceFile(resolve(terminal.cwd, file), `${text}\n`);
  print(terminal, `wrote ${counted(map.tools.length, "tool", "tools")} to ${file}`);
}
