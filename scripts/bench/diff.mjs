import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalJson, compile, diff } from "../../dist/index.js";
import { catalogOf, root, writeSources } from "./catalogs.mjs";
import { graphQlOf } from "./graphql.mjs";
import { openGraphQlInspector } from "./peers.mjs";
import { timeProcess } from "./processes.mjs";
import { measure, measureRounds, printRow } from "./rows.mjs";

// `npm run bench -- diff`: a catalog of 1,000 tools against itself and against one in which 100 tools changed; as a library
// before and after the engine has optimised it, and as a command that starts cold. Beside it the diff of the GraphQL world, on as many operations.

const main = join(root, "dist", "cli", "main.js");
const foreign = { folder: join(root, "test", "fixtures", "renames", "hostinger"), base: "1.33.1", head: "1.63.2" };

/** Of as many rounds each: the engine optimises the code during the first ones. */
const phases = ["first rounds", "warm"];
const rounds = 25;

export async function benchDiff({ only }) {
  const size = only ?? 1_000;
  const folder = mkdtempSync(join(tmpdir(), "pegboard-bench-"));
  try {
    const { value } = compile(catalogOf(size));
    if (value === undefined) throw new Error("the catalog of the benchmark does not compile");
    const same = structuredClone(value.catalog);
    const edited = editEveryTenth(value.catalog);
    const pairs = [
      { title: `${size} tools, unchanged`, file: "same", head: same },
      { title: `${size} tools, ${Math.ceil(size / 10)} changed`, file: "edited", head: edited },
    ];
    console.log("\nin process");
    for (const { title, head } of pairs) {
      const compare = (base, other) => diff(base, other, { today: "2026-11-21" });
      for (const phase of phases) {
        printRow(measure(`pegboard diff, ${title}, ${phase}`, rounds, () => compare(value.catalog, head)));
      }
      const ofCopies = async () => {
        const copies = [structuredClone(value.catalog), structuredClone(head)];
        const started = performance.now();
        compare(...copies);
        return performance.now() - started;
      };
      // Nothing is known of their schemas.
      printRow(await measureRounds(`pegboard diff, ${title}, of copies`, rounds, ofCopies));
    }
    const inspector = openGraphQlInspector();
    for (const { title, head } of pairs) await benchInspector(inspector, title, value.catalog, head);

    console.log("\na command, cold");
    const path = (name) => join(folder, name);
    writeFileSync(path("base.json"), canonicalJson(value.catalog));
    writeFileSync(path("base.graphql"), graphQlOf(value.catalog));
    for (const { title, file, head } of pairs) {
      writeFileSync(path(`${file}.json`), canonicalJson(head));
      writeFileSync(path(`${file}.graphql`), graphQlOf(head));
      const words = ["diff", "base.json", `${file}.json`, "--fail-on", "never"];
      const ours = () => timeProcess(process.execPath, [main, ...words], { cwd: folder });
      printRow(await measureRounds(`pegboard diff of two files, ${title}`, 5, ours));
    }
    writeSources(path("project"), catalogOf(size));
    const compiled = () =>
      timeProcess(process.execPath, [main, "diff", "--against", "../base.json"], { cwd: path("project") });
    printRow(await measureRounds(`pegboard diff, schema/ compiled first, ${size} tools`, 3, compiled));
    printRow(
      await measureRounds(foreignTitle(), 5, () =>
        timeProcess(process.execPath, [main, ...foreignWords()], { cwd: folder }),
      ),
    );
    if (inspector === undefined) return;
    for (const { title, file } of pairs) {
      const words = [inspector.script, path("base.graphql"), path(`${file}.graphql`)];
      const theirs = () => timeProcess(process.execPath, words, { cwd: inspector.home });
      printRow(await measureRounds(`${inspector.name}, ${title}`, 5, theirs));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function foreignWords() {
  const { folder, base, head } = foreign;
  return ["diff", join(folder, `${base}.json`), join(folder, `${head}.json`), "--fail-on", "never"];
}

function foreignTitle() {
  const { folder, base, head } = foreign;
  const sizeOf = (version) => JSON.parse(readFileSync(join(folder, `${version}.json`), "utf8")).tools.length;
  return `pegboard diff of two lists of another server, ${sizeOf(base)} and ${sizeOf(head)} tools`;
}

async function benchInspector(inspector, title, base, head) {
  if (inspector === undefined) return;
  const was = inspector.buildSchema(graphQlOf(base));
  const is = inspector.buildSchema(graphQlOf(head));
  const round = async () => {
    const started = performance.now();
    await inspector.diff(was, is);
    return performance.now() - started;
  };
  await round();
  for (const phase of phases) printRow(await measureRounds(`${inspector.name}, ${title}, ${phase}`, rounds, round));
}

/** In every tenth tool something that authors change: a param more, a param less, a limit, a text. */
function editEveryTenth(catalog) {
  const edits = [
    (tool) => ({ ...tool, params: [...tool.params, { name: "bench", type: { kind: "boolean" }, required: false }] }),
    (tool) => ({ ...tool, params: tool.params.slice(1) }),
    (tool) => ({ ...tool, params: tool.params.map(shorten) }),
    (tool) => ({ ...tool, summary: `${tool.summary} Now.` }),
    (tool) => ({ ...tool, params: tool.params.map((param) => ({ ...param, required: true })) }),
  ];
  const tools = catalog.tools.map((tool, index) =>
    index % 10 === 0 ? edits[(index / 10) % edits.length](structuredClone(tool)) : structuredClone(tool),
  );
  return { ...structuredClone(catalog), tools };
}

function shorten(param) {
  return param.type.kind === "string" ? { ...param, type: { ...param.type, maxLength: 7 } } : param;
}
