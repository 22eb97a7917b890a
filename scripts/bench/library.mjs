import { compile, diff } from "../../dist/index.js";
import { catalogOf } from "./catalogs.mjs";
import { measure, printRow } from "./rows.mjs";

// The compiler and diff as a library, warm: what they cost without starting a process or touching the disk.

export async function benchLibrary() {
  for (const { size, rounds } of [
    { size: 74, rounds: 5 },
    { size: 1_000, rounds: 3 },
  ]) {
    const sources = catalogOf(size);
    printRow(measure(`compile ${size} tools`, rounds, () => compile(sources)));
    const { value, diagnostics } = compile(sources);
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong !== undefined) throw new Error(`the catalog of the benchmark does not compile: ${wrong.message}`);
    const edited = compile(sources.map(lengthenOneLimit)).value;
    printRow(measure(`diff ${size} tools, unchanged`, rounds, () => diff(value.catalog, value.catalog)));
    printRow(measure(`diff ${size} tools, one changed`, rounds, () => diff(value.catalog, edited.catalog)));
  }
}

function lengthenOneLimit(source) {
  const isChanged = source.path.endsWith("/memory_store.yaml");
  return isChanged ? { ...source, text: source.text.replace("max_length: 512", "max_length: 600") } : source;
}
