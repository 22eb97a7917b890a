// Joins chunks that the same commands load into one file. esbuild makes a chunk for every set of entry points that lead to
// a module, and finding, reading and linking them is most of what a quick command costs.
import { readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";

/**
 * @param outdir what esbuild has written; its files are replaced
 * @param outputs of esbuild's metafile, with paths relative to `root`
 * @param names `commands`: name → the sources that the command imports, at once or with `import()`; `apart`: the same for what
 *   must load nothing that only the commands need; `compiling`: the same for commands that share what no entry loads but those
 *   that match `entries`; `later`: the same for what is joined by the first that needs it, where none of the others does
 * @param joinedEntries sources that are loaded with `import()` and become part of such a file
 * @returns the paths of the files that there are now
 */
export async function joinChunks({ root, outdir, outputs, joinedEntries = [], ...names }) {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [resolve(root, path), { ...output, root }]));
  // Functions of the bundler itself: loading them does nothing.
  const helpers = new Set([...files].flatMap(([path, { inputs }]) => (Object.keys(inputs).length === 0 ? [path] : [])));
  const joined = new Map();
  for (const [commandNames, chunks] of groupsOf(files, names, new Set(joinedEntries))) {
    if (chunks.length < 2) continue;
    const target = await writeJoined(chunks, files, join(outdir, "chunks"), `with-${commandNames}`);
    for (const [index, chunk] of chunks.entries()) joined.set(chunk, { target, suffix: `$${index}` });
    files.set(target, {});
  }
  for (const chunk of joined.keys()) {
    files.delete(chunk);
    await rm(chunk);
  }
  for (const file of files.keys()) {
    await writeFile(file, redirected(file, await readFile(file, "utf8"), { joined, helpers }));
  }
  return [...files.keys()];
}

const nothingMore = { commands: {}, entries: /^/ };

/** Shared chunks by the commands that load them; chunks that none of them loads stay alone. */
function groupsOf(files, { commands, apart = {}, compiling = nothingMore, later = {} }, joinedEntries) {
  const needed = reachedBy(files, { ...commands, ...apart });
  const neededToCompile = reachedBy(files, compiling.commands);
  const entries = [...files.values()].flatMap(({ entryPoint }) => entryPoint ?? []);
  const neededByOthers = reachedBy(files, { others: entries.filter((entry) => !compiling.entries.test(entry)) });
  const neededLater = reachedBy(files, later);
  const keyOf = (path) => {
    const names = namesOf(needed, path);
    if (names.some((name) => name in commands)) return names.join("-");
    const toCompile = neededByOthers.get("others").has(path) ? [] : namesOf(neededToCompile, path);
    if (toCompile.length > 0) return toCompile.join("-");
    return names.length === 0 ? namesOf(neededLater, path)[0] : undefined;
  };
  const groups = new Map();
  for (const [path, { entryPoint }] of files) {
    if (entryPoint !== undefined && !joinedEntries.has(entryPoint)) continue;
    const key = keyOf(path);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return groups;
}

/** name → every file that its sources import at once. */
function reachedBy(files, entriesByName) {
  const byEntry = new Map([...files].flatMap(([path, { entryPoint }]) => (entryPoint ? [[entryPoint, path]] : [])));
  const reached = Object.entries(entriesByName).map(([name, entries]) => {
    const paths = new Set(entries.flatMap((entry) => byEntry.get(entry) ?? []));
    for (const path of paths) for (const target of importsOf(files, path)) paths.add(target);
    return [name, paths];
  });
  return new Map(reached);
}

function namesOf(reached, path) {
  return [...reached].flatMap(([name, paths]) => (paths.has(path) ? [name] : []));
}

/** What a file imports at once, of ours. */
function importsOf(files, path) {
  const { imports, root } = files.get(path);
  return imports.flatMap(({ kind, path: target, external }) =>
    kind === "import-statement" && !external ? [resolve(root, target)] : [],
  );
}

/** A chunk imports only what every command imports that loads the chunk, so joined files can't import each other in a circle. */
async function writeJoined(chunks, files, folder, name) {
  const inside = new Set(chunks);
  const sources = chunks.flatMap((chunk) => Object.keys(files.get(chunk).inputs));
  const lines = chunks.map((chunk, index) => {
    const { exports, entryPoint } = files.get(chunk);
    // `import()` asks for the names that its target has.
    const names = exports.map((each) => (entryPoint === undefined ? `${each} as ${each}$${index}` : each));
    const path = JSON.stringify(`./${basename(chunk)}`);
    return names.length === 0 ? `import ${path};` : `export { ${names.join(", ")} } from ${path};`;
  });
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents: lines.join("\n"), resolveDir: folder, sourcefile: name },
    entryNames: `${name}-[hash]`,
    outdir: folder,
    write: false,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    charset: "ascii",
    legalComments: "none",
    // The bundler's own comments name chunks now; these name the sources.
    banner: { js: sources.map((source) => `// ${source}`).join("\n") },
    plugins: [onlyInside(inside)],
    logLevel: "silent",
  });
  const [file] = outputFiles;
  await writeFile(file.path, file.text);
  return file.path;
}

function onlyInside(inside) {
  return {
    name: "only-inside",
    setup(bundler) {
      // What is loaded later may be in the same file: the bundler would put each of its modules into a function.
      bundler.onResolve({ filter: /.*/ }, ({ path, resolveDir, kind }) =>
        kind !== "dynamic-import" && inside.has(resolve(resolveDir, path))
          ? { path: resolve(resolveDir, path) }
          : { path, external: true },
      );
    },
  };
}

/** Import statements as esbuild prints them. Texts may hold such lines too, but none names a chunk. */
const importing = /^import (?:\{([^}]*)\} from )?"([^"\n]+)";$/gm;

/** And calls of `import()`. */
const importingLater = /\bimport\("([^"\n]+)"\)/g;

function pathTo(file, target) {
  const between = relative(dirname(file), target);
  return between.startsWith(".") ? between : `./${between}`;
}

function redirected(file, text, { joined, helpers }) {
  let result = text.replace(importing, (statement, names, path) => {
    const target = resolve(dirname(file), path);
    if (names === undefined && helpers.has(target)) return "";
    const place = joined.get(target);
    if (place === undefined) return statement;
    const to = JSON.stringify(pathTo(file, place.target));
    if (names === undefined) return `import ${to};`;
    const renamed = names.split(",").map((each) => {
      const [theirs, own = theirs] = each.trim().split(" as ");
      return `  ${theirs}${place.suffix} as ${own}`;
    });
    return `import {\n${renamed.join(",\n")}\n} from ${to};`;
  });
  result = result.replace(importingLater, (call, path) => {
    const place = joined.get(resolve(dirname(file), path));
    return place === undefined ? call : `import(${JSON.stringify(pathTo(file, place.target))})`;
  });
  for (const chunk of joined.keys()) {
    if (result.includes(`/${basename(chunk)}"`)) throw new Error(`${basename(file)} still imports ${basename(chunk)}`);
  }
  return result;
}
