import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../catalogs.mjs";

export const seed = 1;
export const places = 40;
export const minuteMs = 60_000;

/** The services from the sources: the package does not export them. */
export async function services(folder) {
  const outfile = join(root, "node_modules", ".cache", `bench-memory-${process.pid}.mjs`);
  const source = (path) => JSON.stringify(join(root, "src", path));
  const contents = `export * from ${source("store/open-store.ts")};
    export * from ${source("services/memories/stored-memories.ts")};`;
  await build({
    stdin: { contents, resolveDir: folder, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    conditions: ["pegboard-source"],
    logLevel: "error",
  });
  try {
    return await import(outfile);
  } finally {
    await rm(outfile);
  }
}

export function storeRequest(write) {
  return {
    ...{ content: write.text(), namespace: `project/p${write.below(places)}`, tags: [write.word(), write.word()] },
    ...{ tier: "long", kind: "observation", scope: "private", source: "bench", priority: 5, confidence: 1 },
    ...{ metadata: {}, force: false, writer: { agent: "bench", session: null }, leftOut: new Set() },
  };
}
