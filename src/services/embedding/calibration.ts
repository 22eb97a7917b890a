import type { VectorModel } from "../../store/vector-rows.ts";

/**
 * Questions and texts that answer them, each about something else. The cosine that one model gives to a question and its answer another
 * gives to texts that have nothing to do with each other; so the cosines of each question and the answers of all others are measured
 * once for a model, and say what its cosines mean.
 */
const pairs: readonly (readonly [question: string, answer: string])[] = [
  ["Which port does the service listen on?", "The server accepts connections at 8080."],
  ["Why did the deployment fail last week?", "The rollout broke because the disk of the build machine was full."],
  ["What does Maria like to eat?", "Maria's favourite dish is lentil soup with lemon."],
  ["How do we name branches?", "A branch is called after its ticket, in small letters with hyphens."],
  ["Where was the team meeting held?", "The whole group came together in the library on the second floor."],
  ["Who reviews changes of the database?", "Schema migrations need the approval of Tom or Aisha."],
  ["How long are backups kept?", "Copies are deleted after ninety days."],
  ["What is the dog called?", "Our puppy answers to the name Biscuit."],
  ["Which library parses the dates?", "Timestamps are read with date-fns."],
  ["When does the train to Lyon leave?", "The departure is at quarter past seven in the morning."],
  ["How is a user's password stored?", "Credentials are hashed with argon2 and a salt of their own."],
  ["What did the doctor recommend?", "She was advised to rest for two weeks and to drink more water."],
];

/** All texts of the pairs: questions and answers in turn. */
export const calibrationTexts: readonly string[] = pairs.flat();

/** @param vectors those of `calibrationTexts`, of length 1 */
export function calibrate(vectors: readonly Float32Array[]): Pick<VectorModel, "unrelated" | "spread"> {
  const cosines = vectors.flatMap((question, index) =>
    index % 2 === 1 ? [] : vectors.flatMap((answer, other) => (isOther(index, other) ? product(question, answer) : [])),
  );
  const unrelated = mean(cosines);
  const spread = Math.sqrt(mean(cosines.map((cosine) => (cosine - unrelated) ** 2)));
  return { unrelated, spread: Math.max(leastSpread, spread) };
}

/** Of a model that gives all unrelated texts one cosine. */
const leastSpread = 0.01;

function isOther(question: number, answer: number): boolean {
  return answer % 2 === 1 && answer !== question + 1;
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
