/**
 * The first lines of a module that is written for somebody: `[["{ ok }", "pegboard/runtime"]]`. Written out in a template
 * they would read as imports of the file that holds the template, to people and to the layer test.
 */
export function importLines(imports: readonly (readonly [what: string, from: string])[]): string {
  return imports
    .map(([what, from]) => `import ${what} from "${from}"${from.endsWith(".json") ? jsonClause : ""};\n`)
    .join("");
}

const jsonClause = ' with { type: "json" }';
