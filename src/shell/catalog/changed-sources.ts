// Is generated/ what `pegboard generate` would write? Without compiling: the manifest has a hash of each text that it was made from.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { manifestPath } from "../../contract/generated-cache.ts";
import { sourceHash } from "../../contract/source-hash.ts";
import { unlessAbsent } from "../../disk/disk-errors.ts";
import { filesBelow } from "../../disk/files-below.ts";
import { isSchemaText } from "./schema-texts.ts";

/**
 * The texts below schema/ that are not as they were when generated/ was written: changed, new and removed ones. A new text is
 * seen unless a linked folder leads to it.
 * @returns paths relative to the project, sorted; undefined where there is no manifest, or one that can't be read
 */
export async function changedSources(root: string): Promise<readonly string[] | undefined> {
  const known = await readHashes(join(root, manifestPath));
  const present = await schemaTexts(root);
  if (known === undefined) return undefined;
  if (present === undefined) return [];
  const paths = [...new Set([...present, ...known.keys()])].sort();
  return paths.filter((path) => known.get(path) !== hashOf(join(root, path)));
}

/** "generated/ is older than schema/ (schema/catalog.yaml and 2 more)" */
export function staleMessage(changed: readonly string[]): string {
  const [first = "", ...others] = changed;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `generated/ is older than schema/ (${first}${more})`;
}

async function readHashes(path: string): Promise<ReadonlyMap<string, unknown> | undefined> {
  const text = await readFile(path, "utf8").catch(unlessAbsent);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("sources" in value)) return undefined;
    const { sources } = value;
    return typeof sources === "object" && sources !== null ? new Map(Object.entries(sources)) : undefined;
  } catch {
    // A damaged manifest says nothing of schema/; `pegboard generate` reports it.
    return undefined;
  }
}

async function schemaTexts(root: string): Promise<readonly string[] | undefined> {
  const found = await filesBelow(join(root, "schema")).catch(unlessAbsent);
  return found?.filter(isSchemaText).map((path) => `schema/${path}`);
}

/** At once, as servers start with it: of many small files, promises take several times as long. */
function hashOf(path: string): string | undefined {
  try {
    return sourceHash(readFileSync(path, "utf8"));
  } catch (error) {
    return unlessAbsent(error);
  }
}
