import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { handledTools, versionedName } from "../../catalog/versions.ts";
import { docComment, typeKey } from "../code-text.ts";
import { moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { deprecationTags } from "../print-type.ts";
import { adaptedAliases, adaptedBuiltins, adapterNames, resultAliases, typeNames } from "../tool-names.ts";

/** `generated/.cache/handlers.ts`: what hand-written handlers and adapters must satisfy, by name. */
export function emitHandlers(catalog: Catalog): readonly OutputFile[] {
  const file = moduleText("schema");
  for (const name of ["Handlers", "Adapters", "ResultAdapters"]) file.declare(name);
  const handler = file.importType("Handler", "pegboard/runtime");
  const doc = docOf(catalog);
  const handlers = handledTools(catalog).flatMap((tool) => {
    const name = versionedName(tool);
    const contract = file.importType(typeNames(tool).contract, `../contracts/${name}.ts`);
    const type = tool.confirm?.preview === true ? file.importType("PreviewedHandler", "pegboard/runtime") : handler;
    return [doc(tool), `  readonly ${typeKey(name)}: ${type}<${contract}, Deps>;\n`];
  });
  const owners = [...catalog.tools, ...adaptedBuiltins(catalog)];
  const adapters = owners.flatMap((tool) =>
    adaptedAliases(tool).map((alias) => {
      const adapt = file.importType(adapterNames(alias).adapt, `../contracts/${versionedName(tool)}.ts`);
      return `  readonly ${typeKey(alias.name)}: ${adapt};\n`;
    }),
  );
  const results = owners.flatMap((tool) =>
    resultAliases(tool).map((alias) => {
      const adapt = file.importType(adapterNames(alias).adaptResult, `../contracts/${versionedName(tool)}.ts`);
      return `  readonly ${typeKey(alias.name)}: ${adapt};\n`;
    }),
  );
  file.add([
    "/** One handler per tool: `src/handlers/<family>/<tool>.ts`. */\nexport interface Handlers<Deps> {\n",
    ...handlers,
    "}",
  ]);
  file.add(
    `/** One pure function per alias that says \`adapt: true\`. */\nexport interface Adapters {\n${adapters.join("")}}`,
  );
  if (results.length > 0) {
    file.add(
      `/** One pure function per alias that declares its old \`result\`. */\nexport interface ResultAdapters {\n${results.join("")}}`,
    );
  }
  return [file.file(`${cacheFolder}/handlers.ts`)];
}

const docOf = oncePerTool((tool) => ({ text: docComment(tool.summary, deprecationTags(tool.deprecated), 2) }));
