import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../src/diagnostics/source-file.ts";

/** Every file under this repository's schema/, as the compiler takes them. */
export function readSchema(): readonly SourceFile[] {
  const root = join(import.meta.dirname, "..");
  return readdirSync(join(root, "schema"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}
