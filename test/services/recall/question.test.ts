import { describe, expect, test } from "vitest";
import { questionOf } from "../../../src/services/memories/recall/question.ts";

const wordsOf = (context: string) => questionOf(context, []).words.map(({ word }) => word);
const stemsOf = (context: string) => [...(questionOf(context, []).words[0]?.stems ?? [])];

describe("the words of a question", () => {
  test("are those that say what it is about, each once", () => {
    expect(wordsOf("What is the port of the bridge, and where does THE Bridge listen?")).toEqual([
      "port",
      "bridge",
      "listen",
    ]);
  });

  test("are none where it has only function words", () => {
    expect(wordsOf("the of and")).toEqual([]);
  });

  test("do not include the words of its dates", () => {
    const question = questionOf("What did we decide in March 2026 about prices?", []);
    expect(question.words.map(({ word }) => word)).toEqual(["decide", "prices"]);
    expect(question.dates).toMatchObject([{ year: 2026, months: [3] }]);
  });

  test("stand for their other forms in full and for synonyms in part", () => {
    expect(stemsOf("stolen")).toContainEqual(["steal", 1]);
    expect(stemsOf("bought")).toContainEqual(["bui", 1]);
    expect(stemsOf("purchased")).toContainEqual(["bui", 0.5]);
  });

  test("stand for things of their kind in part, and not the other way round", () => {
    expect(stemsOf("instruments")).toContainEqual(["cello", 0.7]);
    expect(stemsOf("cello").map(([stem]) => stem)).toEqual(["cello"]);
  });

  test("do not include the measure that it asks for", () => {
    expect(wordsOf("How long is the bridge, and how old?")).toEqual(["bridge"]);
    expect(wordsOf("the long bridge")).toEqual(["long", "bridge"]);
  });

  test("beside the question are marked, and only added", () => {
    const { words } = questionOf("red", ["the red violet"]);
    expect(words.map(({ word, isAsked }) => [word, isAsked])).toEqual([
      ["red", true],
      ["violet", false],
    ]);
  });
});

test("a name is written with a capital within a sentence, or is a code", () => {
  const { words } = questionOf("Where did Ann park? Tomorrow Ben drives, the error HRN-B417 is known", []);
  const names = words.filter(({ isName }) => isName).map(({ word, code }) => [word, code]);
  expect(names).toEqual([
    ["ann", undefined],
    ["ben", undefined],
    ["hrn", "HRN-B417"],
    ["b417", "HRN-B417"],
  ]);
});

test.each([
  ["When is the exam?", true, false],
  ["Which day is it?", true, false],
  ["How many loaves?", false, true],
  ["Who whens?", false, false],
])("%s wants a time: %s, a number: %s", (context, wantsTime, wantsNumber) => {
  expect(questionOf(context, [])).toMatchObject({ wantsTime, wantsNumber });
});
