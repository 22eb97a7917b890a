import { questionKinds } from "./evaluation-set.mjs";

// What the answers to the questions of a set are worth. Pure: ids in, figures out.

const depths = [1, 5, 10];

/**
 * @param questions of a set
 * @param answers one for each question: the ids that were found, best first, and the tokens of the text, where there is one
 * @returns the figures of each kind of question that the set has, and of all
 */
export function figuresOf(questions, answers) {
  const graded = questions.map((question, index) => ({ question, ...grade(question, answers[index]) }));
  const kinds = questionKinds.flatMap((kind) => {
    const ofKind = graded.filter(({ question }) => question.kind === kind);
    return ofKind.length === 0 ? [] : [{ kind, ...summary(ofKind) }];
  });
  return { kinds, all: { kind: "all", ...summary(graded) }, graded };
}

/** Of a question without an answer only the refusal counts, of any other one only what was found. */
export function grade({ kind, answers }, { ids, tokens }) {
  if (answers.length === 0) return { ids, tokens, refused: ids.length === 0 };
  const wanted = new Set(answers);
  const recall = Object.fromEntries(
    depths.map((depth) => {
      const found = ids.slice(0, depth).filter((id) => wanted.has(id)).length;
      return [depth, kind === "two-facts" ? found / wanted.size : Number(found > 0)];
    }),
  );
  const first = ids.findIndex((id) => wanted.has(id));
  return { ids, tokens, recall, reciprocalRank: first === -1 ? 0 : 1 / (first + 1) };
}

function summary(graded) {
  const answerable = graded.filter(({ recall }) => recall !== undefined);
  const unanswerable = graded.filter(({ refused }) => refused !== undefined);
  const counted = graded.filter(({ tokens }) => tokens !== undefined);
  return {
    questions: graded.length,
    recall1: mean(answerable.map(({ recall }) => recall[1])),
    recall5: mean(answerable.map(({ recall }) => recall[5])),
    recall10: mean(answerable.map(({ recall }) => recall[10])),
    mrr: mean(answerable.map(({ reciprocalRank }) => reciprocalRank)),
    refused: mean(unanswerable.map(({ refused }) => Number(refused))),
    tokens: mean(counted.map(({ tokens }) => tokens)),
  };
}

/** @returns undefined where there is nothing to count */
function mean(values) {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
