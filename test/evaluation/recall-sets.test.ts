import { describe, expect, test } from "vitest";
import {
  type EvaluationSet,
  questionKinds,
  readEvaluationSet,
  type SetMemory,
  setNames,
} from "../../scripts/bench/recall/evaluation-set.mjs";
import { words } from "../../src/store/words.ts";

// The evaluation sets of recall are sound: a wrong id in them would read as a miss of the ranking.

const sets = setNames.map((name) => ({ name, set: readEvaluationSet(name) }));
const ofSet = (name: string) => readEvaluationSet(name);

describe.each(sets)("the set $name", ({ set }) => {
  const ids = new Set(set.memories.map(({ id }) => id));

  test("gives each memory an id of its own, a place, a time and a text", () => {
    expect(repeated(set.memories.map(({ id }) => id))).toEqual([]);
    const unsound = set.memories.filter(
      ({ project, namespace, created_at, content }) =>
        (project === undefined) === (namespace === undefined) ||
        Number.isNaN(Date.parse(created_at)) ||
        content.trim() === "",
    );
    expect(unsound).toEqual([]);
  });

  test("has no parts that its form does not know", () => {
    const known = ["project", "namespace", "id", "created_at", "kind", "tags", "title", "content"];
    const unknown = set.memories.flatMap((memory) => Object.keys(memory)).filter((key) => !known.includes(key));
    expect(unknown).toEqual([]);
    const parts = set.questions.map((question) => Object.keys(question).sort().join(" "));
    expect([...new Set(parts)]).toEqual(["answers kind question"]);
  });

  test("asks every question once, and names its kind", () => {
    expect(repeated(set.questions.map(({ question }) => question))).toEqual([]);
    expect(set.questions.filter(({ kind }) => !questionKinds.includes(kind))).toEqual([]);
    expect(set.questions.filter(({ question }) => words(question).length === 0)).toEqual([]);
  });

  test("answers with memories that are there: none, one or more, by the kind", () => {
    expect(set.questions.flatMap(({ answers }) => answers).filter((id) => !ids.has(id))).toEqual([]);
    const wrong = set.questions.filter(({ kind, answers }) => {
      if (kind.startsWith("no-answer")) return answers.length > 0;
      return answers.length < (kind === "two-facts" ? 2 : 1) || repeated(answers).length > 0;
    });
    expect(wrong).toEqual([]);
  });

  test("has long questions of 25 to 60 words", () => {
    const lengths = set.questions.flatMap(({ kind, question }) =>
      kind === "long" ? [question.split(/\s+/).length] : [],
    );
    expect(lengths.filter((length) => length < 25 || length > 60)).toEqual([]);
  });
});

describe("the set to develop with", () => {
  const set = ofSet("recall");

  test("is as large as it was meant to be", () => {
    expect(set.memories.length).toBeGreaterThanOrEqual(320);
    expect(set.questions.length).toBeGreaterThanOrEqual(130);
    expect(new Set(placesOf(set.memories)).size).toBeGreaterThanOrEqual(7);
    for (const kind of questionKinds) expect(countOf(set, kind), kind).toBeGreaterThanOrEqual(12);
    expect(countOf(set, "no-answer-far") + countOf(set, "no-answer-near")).toBeGreaterThanOrEqual(25);
  });

  test("spreads its memories over eighteen months", () => {
    const times = set.memories.map(({ created_at }) => Date.parse(created_at));
    const days = (Math.max(...times) - Math.min(...times)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(540);
  });
});

describe("the set of talks to develop with", () => {
  const set = ofSet("recall-talks");

  test("has conversations about many things, and mostly paraphrases", () => {
    expect(set.memories.length).toBeGreaterThanOrEqual(300);
    expect(new Set(placesOf(set.memories)).size).toBeGreaterThanOrEqual(8);
    expect(countOf(set, "paraphrase")).toBeGreaterThanOrEqual(80);
    expect(countOf(set, "no-answer-near")).toBeGreaterThanOrEqual(20);
  });

  test("shares no memory and no question with the one for judging", () => {
    const other = ofSet("recall-held-out");
    const contents = new Set(other.memories.map(({ content }) => content));
    const questions = new Set(other.questions.map(({ question }) => question));
    expect(set.memories.filter(({ content }) => contents.has(content))).toEqual([]);
    expect(set.questions.filter(({ question }) => questions.has(question))).toEqual([]);
  });
});

describe("the set for judging", () => {
  const set = ofSet("recall-held-out");

  test("is twelve conversations of 30 to 60 turns, in two sessions or more", () => {
    const places = placesOf(set.memories);
    const conversations = [...new Set(places)].map((place) => {
      const turns = set.memories.filter((_, index) => places[index] === place);
      const days = new Set(turns.map(({ created_at }) => created_at.slice(0, 10)));
      const speakers = new Set(turns.map(({ content }) => content.slice(0, content.indexOf(":"))));
      return { place, turns: turns.length, days: days.size, speakers: speakers.size };
    });
    expect(conversations).toHaveLength(12);
    const unlike = conversations.filter(
      ({ turns, days, speakers }) => turns < 30 || turns > 60 || days < 2 || speakers !== 2,
    );
    expect(unlike).toEqual([]);
  });

  test("asks eighty questions and more, of every kind", () => {
    expect(set.questions.length).toBeGreaterThanOrEqual(80);
    for (const kind of questionKinds) expect(countOf(set, kind), kind).toBeGreaterThanOrEqual(6);
  });

  test("shares no memory and no question with the other one", () => {
    const other = ofSet("recall");
    const contents = new Set(other.memories.map(({ content }) => content));
    const questions = new Set(other.questions.map(({ question }) => question));
    expect(set.memories.filter(({ content }) => contents.has(content))).toEqual([]);
    expect(set.questions.filter(({ question }) => questions.has(question))).toEqual([]);
  });
});

function countOf({ questions }: EvaluationSet, kind: string): number {
  return questions.filter((question) => question.kind === kind).length;
}

function placesOf(memories: readonly SetMemory[]): readonly string[] {
  return memories.map(({ project, namespace }) => project ?? namespace ?? "");
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
