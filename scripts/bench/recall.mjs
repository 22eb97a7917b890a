import { readEvaluationSet } from "./recall/evaluation-set.mjs";
import { figuresOf } from "./recall/figures.mjs";
import { askPlainFts5 } from "./recall/plain-fts5.mjs";
import { recordedModel, serveRecordedVectors } from "./recall/recorded-vectors.mjs";
import { askWorkbench } from "./recall/served-workbench.mjs";

// How well recall finds what was stored, beside SQLite's own FTS5 ranking on the same texts.

const limit = 10;

/**
 * @param options `set` names the evaluation set; `failures` also prints what was missed; `json` prints nothing else; `hybrid` gives the
 * server recorded vectors of a real model, `embeddings` and `model` those of the provider at that address
 */
export async function benchRecall({
  set: name = "recall",
  failures = false,
  json = false,
  hybrid = false,
  ...provider
}) {
  const set = readEvaluationSet(name);
  const recorded = hybrid ? await serveRecordedVectors() : undefined;
  const embeddings =
    recorded === undefined
      ? provider.embeddings && { url: provider.embeddings, model: provider.model }
      : { url: recorded.url, model: recordedModel };
  const plain = figuresOf(set.questions, askPlainFts5(set, limit));
  const ours = figuresOf(set.questions, await askWorkbench(set, limit, embeddings));
  await recorded?.close();
  if (json) {
    const { kinds, all } = ours;
    const missed = failures ? { failures: ours.graded.filter(isFailure) } : {};
    const beside = { kinds: plain.kinds, all: plain.all };
    console.log(JSON.stringify({ set: name, limit, recall: { kinds, all }, fts5: beside, ...missed }, null, 2));
    return;
  }
  console.log(`set ${name}: ${set.memories.length} memories, ${set.questions.length} questions, limit ${limit};`);
  console.log("of each pair the first is memory_recall, the second FTS5 (porter, any of the words, bm25)\n");
  printTable(ours, plain);
  if (failures) printFailures(ours, set);
}

const columns = [
  ["Recall@1", "recall1"],
  ["Recall@5", "recall5"],
  ["Recall@10", "recall10"],
  ["MRR", "mrr"],
  ["refused", "refused"],
];

function printTable(ours, plain) {
  const heads = [...columns.map(([head]) => head.padStart(13)), "tokens".padStart(7)];
  console.log(`${"".padEnd(15)}${"n".padStart(4)}${heads.join("")}`);
  for (const [index, row] of [...ours.kinds, ours.all].entries()) {
    const beside = plain.kinds[index] ?? plain.all;
    const pairs = columns.map(([, key]) => `${percent(row[key])} ${percent(beside[key])}`.padStart(13));
    console.log(`${row.kind.padEnd(15)}${String(row.questions).padStart(4)}${pairs.join("")}${whole(row.tokens)}`);
  }
}

function percent(share) {
  return (share === undefined ? "" : (100 * share).toFixed(1)).padStart(5);
}

function whole(tokens) {
  return (tokens === undefined ? "" : tokens.toFixed(0)).padStart(7);
}

/** What was not found in full among the first five, and what should have found nothing. */
function isFailure({ recall, refused }) {
  return refused === undefined ? recall[5] < 1 : !refused;
}

function printFailures({ graded }, { memories }) {
  const contentOf = new Map(memories.map(({ id, title, content }) => [id, title ?? content]));
  for (const { question, ids } of graded.filter(isFailure)) {
    console.log(`\n${question.kind}: ${question.question}`);
    for (const id of question.answers) {
      const place = ids.indexOf(id) + 1;
      console.log(`  wanted ${place === 0 ? "-" : place}  ${beginning(id, contentOf)}`);
    }
    for (const [index, id] of ids.slice(0, 5).entries())
      console.log(`  hit    ${index + 1}  ${beginning(id, contentOf)}`);
  }
}

function beginning(id, contentOf) {
  return `${id}: ${contentOf.get(id).replaceAll(/\s+/g, " ").slice(0, 80)}`;
}
