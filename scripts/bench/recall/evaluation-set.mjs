import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../catalogs.mjs";

// Reads an evaluation set of recall: test/fixtures/<name>, whose README.md explains its form.

export const questionKinds = [
  "same-words",
  "paraphrase",
  "inflection",
  "typo",
  "date",
  "two-facts",
  "name",
  "long",
  "no-answer-far",
  "no-answer-near",
];

export const setNames = ["recall", "recall-conversations", "recall-talks", "recall-held-out"];

/** @throws Error when there is no set of this name */
export function readEvaluationSet(name) {
  const folder = join(root, "test", "fixtures", name);
  if (!setNames.includes(name) || !existsSync(folder)) {
    throw new Error(`there is no set '${name}'; the sets are ${setNames.join(", ")}`);
  }
  const read = (...path) => parse(readFileSync(join(folder, ...path), "utf8"));
  const files = readdirSync(join(folder, "memories")).sort();
  const memories = files.flatMap((file) => {
    const { memories, ...place } = read("memories", file);
    return memories.map((memory) => ({ ...place, ...memory }));
  });
  return { name, memories, questions: read("questions.yaml").questions };
}
