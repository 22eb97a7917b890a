import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { TSchema } from "typebox";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { versionedName } from "../../src/compiler/catalog/versions.ts";
import { typeNames } from "../../src/compiler/emit/tool-names.ts";
import type { WireTool } from "../../src/compiler/schema/wire-tool.ts";
import type { Validator } from "../../src/runtime/registry.ts";

/** What was generated for a tool: each part as the program that uses it would load it. */
export interface GeneratedTool {
  readonly title: string;
  readonly tool: Tool;
  readonly catalog: Catalog;
  /** By its name, such as `TaskCreateArguments`. */
  readonly contract: { readonly [name: string]: TSchema };
  readonly names: ReturnType<typeof typeNames>;
  readonly validator: Validator;
  /** As `tools/list` shows it in full; older versions are not listed. */
  readonly listed: WireTool | undefined;
}

const root = resolve(import.meta.dirname, "../..");
const golden = join(root, "test/golden/compile");

/** Every tool of this repository and of the golden catalogs, from the files that the compiler wrote. */
export async function readTools(): Promise<readonly GeneratedTool[]> {
  const folders = [root, ...readdirSync(golden).map((name) => join(golden, name, "expected"))];
  return (await Promise.all(folders.map((folder) => toolsOf(join(folder, "generated"))))).flat();
}

async function toolsOf(generated: string): Promise<readonly GeneratedTool[]> {
  const cache = join(generated, ".cache");
  const catalog: Catalog = JSON.parse(readFileSync(join(cache, "catalog.json"), "utf8"));
  const { default: listing }: { default: { [name: string]: WireTool } } = await import(
    join(cache, "wire/tools/direct.full.js")
  );
  const written = catalog.tools.filter((tool) => existsSync(join(cache, `validators/${versionedName(tool)}.js`)));
  return Promise.all(
    written.map(async (tool): Promise<GeneratedTool> => {
      const name = versionedName(tool);
      return {
        title: `${catalog.server.name}: ${name}`,
        ...{ tool, catalog, names: typeNames(tool) },
        contract: await import(join(generated, `contracts/${name}.ts`)),
        validator: await import(join(cache, `validators/${name}.js`)),
        listed: name === tool.name ? listing[tool.name] : undefined,
      };
    }),
  );
}
