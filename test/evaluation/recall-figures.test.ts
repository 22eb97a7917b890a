import { describe, expect, test } from "vitest";
import { figuresOf, grade } from "../../scripts/bench/recall/figures.mjs";
import { askPlainFts5 } from "../../scripts/bench/recall/plain-fts5.mjs";

describe("the grade of an answer", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];

  test("counts any one of the memories that answer", () => {
    const { recall, reciprocalRank } = grade({ kind: "name", answers: ["x", "b"] }, { ids });
    expect({ recall, reciprocalRank }).toEqual({ recall: { 1: 0, 5: 1, 10: 1 }, reciprocalRank: 1 / 2 });
  });

  test("counts the share that was found where two facts are wanted", () => {
    const { recall, reciprocalRank } = grade({ kind: "two-facts", answers: ["a", "f"] }, { ids });
    expect({ recall, reciprocalRank }).toEqual({ recall: { 1: 0.5, 5: 0.5, 10: 1 }, reciprocalRank: 1 });
  });

  test("is nothing where nothing of it was found", () => {
    const { recall, reciprocalRank } = grade({ kind: "typo", answers: ["x"] }, { ids });
    expect({ recall, reciprocalRank }).toEqual({ recall: { 1: 0, 5: 0, 10: 0 }, reciprocalRank: 0 });
  });

  test("is a refusal or none where there is no answer, whatever was found", () => {
    expect(grade({ kind: "no-answer-far", answers: [] }, { ids: [] })).toEqual({ ids: [], refused: true });
    expect(grade({ kind: "no-answer-near", answers: [] }, { ids })).toEqual({ ids, refused: false });
  });
});

describe("the figures of a set", () => {
  const questions = [
    { kind: "name", question: "x", answers: ["a"] },
    { kind: "name", question: "y", answers: ["b"] },
    { kind: "no-answer-far", question: "z", answers: [] },
  ] as const;
  const answers = [{ ids: ["a"], tokens: 30 }, { ids: ["a", "b"], tokens: 60 }, { ids: [] }];

  test("are means by kind; an unanswerable question lowers no recall", () => {
    const { kinds, all } = figuresOf(questions, answers);
    expect(kinds.map(({ kind }) => kind)).toEqual(["name", "no-answer-far"]);
    expect(kinds[0]).toMatchObject({ questions: 2, recall1: 0.5, recall5: 1, mrr: 0.75, refused: undefined });
    expect(kinds[1]).toMatchObject({ questions: 1, recall1: undefined, refused: 1, tokens: undefined });
    expect(all).toMatchObject({ questions: 3, recall1: 0.5, mrr: 0.75, refused: 1, tokens: 45 });
  });
});

test("plain FTS5 finds any of the words in any inflection, and takes no word for syntax", () => {
  const memory = { project: "P", created_at: "2026-01-01T00:00:00Z", kind: "observation" };
  const memories = [
    { ...memory, id: "one", content: "The kites are flying." },
    { ...memory, id: "two", title: "Boats", tags: ["sail"], content: "Nothing flies here; a kite, a boat." },
    { ...memory, id: "three", content: "Unrelated." },
  ];
  const asked = ['kite NOT "boats" (', "unrelated", "?"].map((question) => ({
    kind: "name" as const,
    question,
    answers: [],
  }));
  expect(askPlainFts5({ memories, questions: asked }, 10).map(({ ids }) => ids)).toEqual([
    ["two", "one"],
    ["three"],
    [],
  ]);
});
