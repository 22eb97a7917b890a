import type { Catalog, Tool, ToolAlias } from "../../catalog/catalog.ts";
import { oncePerTool } from "../../catalog/once-per-tool.ts";
import { versionedName } from "../../catalog/versions.ts";
import { docComment, literal } from "../code-text.ts";
import type { OutputFile } from "../output-file.ts";
import {
  adaptedBuiltins,
  adapterNames,
  builtinAliasSource,
  exportName,
  handlerPath,
  resultAdapterName,
  sourcePath,
  typeNames,
  writtenAliases,
} from "../tool-names.ts";

/** Hand-written files that are missing: written once, then owned by the author. */
export function emitScaffolds(catalog: Catalog): readonly OutputFile[] {
  const handlers = catalog.tools.flatMap(scaffoldsOf(catalog));
  const builtins = adaptedBuiltins(catalog).flatMap((tool) =>
    writtenAliases(tool).map((alias) =>
      scaffold(handlerPath(tool, alias.name), adapterText(alias, tool, builtinAliasSource)),
    ),
  );
  return [scaffold("src/handlers/deps.ts", depsText), scaffold("src/host.ts", hostText), ...handlers, ...builtins];
}

/** Those of a tool: none for a version that is mapped to the current one. */
export const scaffoldsOf = oncePerTool((tool): readonly OutputFile[] =>
  tool.upgrade !== undefined
    ? []
    : [
        scaffold(handlerPath(tool, versionedName(tool)), handlerText(tool)),
        ...writtenAliases(tool).map((alias) =>
          scaffold(handlerPath(tool, alias.name), adapterText(alias, tool, sourcePath(tool))),
        ),
      ],
);

function scaffold(path: string, text: string): OutputFile {
  return { path, text, kind: "scaffold" };
}

function firstLine(source: string): string {
  return `// Scaffolded once by pegboard from ${source}; you own it now: it is never rewritten.\n`;
}

const depsText = `${firstLine("schema/catalog.yaml")}import type { Clock, Contract, Handler } from "pegboard/runtime";

/** What handlers depend on, made by \`openHost\` in ../host.ts. */
export interface Deps {
  readonly now: Clock;
}

/** A handler of this project. */
export type ToolHandler<C extends Contract> = Handler<C, Deps>;
`;

const hostText = `${firstLine("schema/catalog.yaml")}import type { Host, OpenHost } from "pegboard/runtime";
import type { Deps } from "./handlers/deps.ts";

/** Creates what handlers need; called once, at the first call that needs it. */
export const openHost: OpenHost<Deps> = ({ clock }): Host<Deps> => ({
  deps: { now: clock },
  close: async () => {},
});
`;

function handlerText(tool: Tool): string {
  const { contract } = typeNames(tool);
  const name = exportName(versionedName(tool));
  const notWritten = `throw new NotWritten(${literal(handlerPath(tool, versionedName(tool)))});`;
  const contractImport = `import type { ${contract} } from "../../../generated/contracts/${versionedName(tool)}.ts";`;
  const lines =
    tool.confirm?.preview === true
      ? [
          `import { NotWritten, type PreviewedHandler, type PreviewOf, type ResultOf } from "pegboard/runtime";`,
          contractImport,
          `import type { Deps } from "../deps.ts";`,
          "",
          `${docComment(tool.summary)}export const ${name}: PreviewedHandler<${contract}, Deps> = {`,
          `  async preview(_input, _deps, _call): PreviewOf<${contract}> {`,
          `    ${notWritten}`,
          "  },",
          `  async run(_input, _deps, _call): ResultOf<${contract}> {`,
          `    ${notWritten}`,
          "  },",
        ]
      : [
          `import { NotWritten, type ResultOf } from "pegboard/runtime";`,
          contractImport,
          `import type { ToolHandler } from "../deps.ts";`,
          "",
          `${docComment(tool.summary)}export const ${name}: ToolHandler<${contract}> = async (_input, _deps, _call): ResultOf<${contract}> => {`,
          `  ${notWritten}`,
        ];
  return `${firstLine(sourcePath(tool))}${lines.join("\n")}\n};\n`;
}

function adapterText(alias: ToolAlias, tool: Tool, source: string): string {
  const { adapt, adaptResult } = adapterNames(alias);
  const own = { name: alias.name, type: adapt, param: "_old" };
  const ofResult = { name: resultAdapterName(alias), type: adaptResult, param: "_result" };
  const functions = [
    ...(alias.adapt ? [{ ...own, doc: `Maps the arguments of '${alias.name}' to those of ${tool.name}; pure.` }] : []),
    ...(alias.result === undefined
      ? []
      : [{ ...ofResult, doc: `Maps a result of ${tool.name} to one of '${alias.name}'; pure.` }]),
  ];
  const types = functions.map(({ type }) => type).join(", ");
  const bodies = functions.map(
    ({ name, type, param, doc }) => `
${docComment(doc)}export const ${exportName(name)}: ${type} = (${param}) => {
  throw new Error(${literal(`${exportName(name)} is not written yet`)});
};
`,
  );
  return `${firstLine(source)}import type { ${types} } from "../../../generated/contracts/${versionedName(tool)}.ts";
${bodies.join("")}`;
}
