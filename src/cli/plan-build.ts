// The files of a build, and what writing them does to the folder they go to.
import { lstat, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { unlessAbsent } from "../disk/disk-errors.ts";
import { buildManifest, builtModule, readBuildManifest } from "../shell/catalog/built-catalog.ts";
import { buildError, bundleOptions, catalogModule } from "../shell/catalog/bundle-catalog.ts";
import { CliError, failsWith } from "../terminal/cli-error.ts";
import type { FileChange } from "./change-set.ts";

/** Every file of the build by its path relative to the out folder. */
export async function bundleServer(root: string): Promise<ReadonlyMap<string, string>> {
  const esbuild = await import("esbuild");
  const outdir = join(root, "out");
  const outcome = await esbuild
    .build({
      ...bundleOptions(root),
      stdin: { contents: catalogModule, resolveDir: root, loader: "ts" },
      entryNames: "catalog",
      chunkNames: "chunks/[name]-[hash]",
      outdir,
      write: false,
    })
    .catch((error: unknown) => {
      throw buildError(error);
    });
  const files = new Map(
    outcome.outputFiles.map(({ path, text }) => [relative(outdir, path).split(sep).join("/"), text]),
  );
  if (!files.has(builtModule)) throw new Error(`invariant: esbuild made no ${builtModule}`);
  files.set("server.js", serverText);
  const names = [...files.keys(), buildManifest].sort();
  const manifest = { maker: `pegboard ${packageJson.version}`, files: names };
  files.set(buildManifest, `${JSON.stringify(manifest, undefined, 2)}\n`);
  return files;
}

const serverText = `#!/usr/bin/env node
// Written by \`pegboard build\`. Serves the catalog beside it to an MCP client over stdio; takes the options of \`pegboard serve\`.
import { fileURLToPath } from "node:url";

process.argv.splice(2, 0, "serve", "--catalog", fileURLToPath(new URL(".", import.meta.url)));
// Read while the program is; what goes wrong with it is said when it is served.
void import("./catalog.js").catch(() => undefined);
await import('pegboard/cli');
`;

/**
 * What the build does to its folder: only files that an earlier build has listed are replaced or removed.
 * @throws CliError when a file is in the way that no build has written
 */
export async function planBuild(
  root: string,
  out: string,
  files: ReadonlyMap<string, string>,
): Promise<readonly FileChange[]> {
  const listed = new Set(await readBuildManifest(join(root, out)));
  const changes: FileChange[] = [];
  for (const [name, after] of files) {
    const before = await readPresent(root, `${out}/${name}`);
    if (before !== undefined && !listed.has(name)) {
      throw new CliError(`'${out}/${name}' is in the way: no build has written it`, {
        hint: "move it elsewhere, or choose another folder with --out",
      });
    }
    if (before !== after) changes.push({ path: `${out}/${name}`, before, after });
  }
  for (const name of listed) {
    if (files.has(name)) continue;
    const before = await readPresent(root, `${out}/${name}`);
    if (before !== undefined) changes.push({ path: `${out}/${name}`, before, after: undefined });
  }
  return changes;
}

async function readPresent(root: string, shown: string): Promise<string | undefined> {
  const path = join(root, shown);
  const failed = failsWith(`'${shown}' can't be read`);
  const found = await lstat(path).catch(unlessAbsent).catch(failed);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new CliError(`'${shown}' is in the way: it is not a regular file`);
  return readFile(path, "utf8").catch(failed);
}
