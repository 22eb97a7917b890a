import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";

export interface Folder {
  readonly path: string;
  put(path: string, text: string): void;
  read(path: string): string;
  /** Every file below, hidden ones too, with its text. */
  snapshot(): { readonly [path: string]: string };
  remove(): void;
}

/** A folder of its own for one test. */
export function temporaryFolder(): Folder {
  const root = mkdtempSync(join(tmpdir(), "pegboard-folder-"));
  return {
    path: root,
    put(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path) => readFileSync(join(root, path), "utf8"),
    snapshot() {
      const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const paths = entries
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(root.length + 1)
            .replaceAll(sep, "/"),
        )
        .sort();
      return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
