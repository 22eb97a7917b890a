import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { compile } from "../../src/compiler/compile.ts";
import type { OpenHost, Registry } from "../../src/runtime/registry.ts";
import type { BenchOptions } from "../../src/testing/bench.ts";

const root = join(import.meta.dirname, "..", "..");
const fixture = join(root, "test", "fixtures", "notes");

export interface NotesCatalog {
  /** What generated/.cache/catalog.json holds. */
  readonly catalog: object;
  readonly options: BenchOptions<unknown>;
  /** How many hosts were closed. */
  readonly closed: () => number;
}

let loading: Promise<{ catalog: object; registry: Registry<unknown>; openHost: OpenHost<unknown> }> | undefined;

/** The catalog of another author, compiled and loaded once. */
export async function openNotesCatalog(): Promise<NotesCatalog> {
  loading ??= load();
  const { catalog, registry, openHost } = await loading;
  let closed = 0;
  const counting: OpenHost<unknown> = async (hostEnv) => {
    const host = await openHost(hostEnv);
    return {
      ...host,
      async close() {
        closed++;
        await host.close();
      },
    };
  };
  return { catalog, options: { registry, openHost: counting }, closed: () => closed };
}

async function load(): Promise<{ catalog: object; registry: Registry<unknown>; openHost: OpenHost<unknown> }> {
  const folder = mkdtempSync(join(tmpdir(), "pegboard-bench-"));
  try {
    const schema = join(fixture, "schema");
    const sources = readdirSync(schema, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".yaml"))
      .map((path) => ({ path: `schema/${path}`, text: readFileSync(join(schema, path), "utf8") }));
    const { value } = compile(sources);
    if (value === undefined || value.files.length === 0) throw new Error("the fixture does not compile");
    for (const { path, text } of value.files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    cpSync(join(fixture, "written"), folder, { recursive: true });
    const outfile = join(folder, "catalog.mjs");
    await build({
      absWorkingDir: folder,
      stdin: {
        contents: 'export * from "./generated/registry.ts"; export * from "./src/host.ts";',
        resolveDir: folder,
        loader: "ts",
      },
      bundle: true,
      format: "esm",
      platform: "node",
      outfile,
      alias: { "pegboard/runtime": join(root, "src", "runtime", "index.ts") },
      logLevel: "silent",
    });
    const module = (await import(pathToFileURL(outfile).href)) as {
      registry: Registry<unknown>;
      openHost: OpenHost<unknown>;
    };
    return { catalog: value.catalog, registry: module.registry, openHost: module.openHost };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
