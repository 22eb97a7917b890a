import type { BuildOptions } from "esbuild";
import { CliError } from "../../terminal/cli-error.ts";

/** How a catalog is turned into modules that Node can run; npm packages stay where they are. */
export function bundleOptions(root: string) {
  return {
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    metafile: true,
    logLevel: "silent",
  } as const satisfies BuildOptions;
}

/** What a catalog is to those who serve or call it. */
export const catalogModule =
  'export { registry } from "./generated/registry.ts";\nexport { openHost } from "./src/host.ts";\n';

/** esbuild's list of messages as one sentence with the first place; any other error as it is. */
export function buildError(error: unknown): unknown {
  if (typeof error !== "object" || error === null || !("errors" in error) || !Array.isArray(error.errors)) return error;
  const [first] = error.errors as readonly {
    text: string;
    location: { file: string; line: number; column: number } | null;
  }[];
  if (first === undefined) return error;
  const { location, text } = first;
  const where = location === null ? "" : `${location.file}:${location.line}:${location.column + 1}: `;
  const more = error.errors.length > 1 ? ` (and ${error.errors.length - 1} more)` : "";
  return new CliError(`the catalog's sources don't build: ${where}${text}${more}`, { cause: error });
}
