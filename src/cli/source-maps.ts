// Source maps of a build: for the files that hold code of the project, so that a stack in the log names the lines that the author wrote.
// They hold no source text, and the code of packages is not mapped to places outside the project.

/** The part of a source map that is read and written here. */
interface SourceMap {
  readonly sources: readonly string[];
}

/** @param inputs paths relative to the project, as esbuild lists what is in a file */
export function holdsOwnCode(inputs: readonly string[]): boolean {
  return inputs.some(
    (path) => /^(?!generated\/)\w/.test(path) && !/(^|\/)node_modules\//.test(path) && !/^[\w-]+:/.test(path),
  );
}

/**
 * A map whose sources name no folder of the machine that built it: those inside the project stay relative to the map, others
 * keep what follows the last `node_modules/`, or their file name.
 * @param up leads from the folder of the map to the project, such as `../..`
 */
export function portableMap(text: string, up: string): string {
  const map: SourceMap = JSON.parse(text);
  const sources = map.sources.map((path) => {
    const inside = path.startsWith(`${up}/`) && !path.startsWith(`${up}/../`);
    return inside || !path.includes("../") ? path : `${up}/node_modules/${path.slice(tailStart(path))}`;
  });
  return JSON.stringify({ ...map, sources });
}

function tailStart(path: string): number {
  const packages = path.lastIndexOf("node_modules/");
  return packages === -1 ? path.lastIndexOf("/") + 1 : packages + "node_modules/".length;
}
