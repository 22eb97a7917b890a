import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { questionKinds, readEvaluationSet } from "../../scripts/bench/recall/evaluation-set.mjs";
import { loadSqlite } from "../../src/sqlite/load-sqlite.ts";
import { stem } from "../../src/store/stem.ts";
import { words } from "../../src/store/words.ts";

const sqlite = await loadSqlite();

/** What the index keeps for each word. */
function indexed(all: readonly string[]): readonly (string | undefined)[] {
  const database = sqlite.open(":memory:", { create: true });
  onTestFinished(() => void database.close());
  database.exec(`
    CREATE VIRTUAL TABLE texts USING fts5 (
      text, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M*'"
    );
    CREATE VIRTUAL TABLE terms USING fts5vocab (texts, instance);
  `);
  const insert = database.prepare("INSERT INTO texts (rowid, text) VALUES (?, ?)");
  for (const [row, word] of all.entries()) insert.run(row, word);
  const rows = database.prepare<[], { doc: number; term: string }>("SELECT doc, term FROM terms").all();
  const terms = new Map(rows.map(({ doc, term }) => [doc, term]));
  return all.map((_, row) => terms.get(row));
}

test("every word of the evaluation set has the stem that the index has", () => {
  const { memories, questions } = readEvaluationSet("recall");
  const texts = [...memories.map(({ content }) => content), ...questions.map(({ question }) => question)];
  const all = [...new Set(words(texts.join("\n")))];
  expect(all.length).toBeGreaterThan(questionKinds.length * 100);
  expect(all.map(stem)).toEqual(indexed(all));
});

test("so has any word of the endings that are taken away", () => {
  const beginning = fc.stringMatching(/^[a-z]{1,6}$/);
  const endings =
    "s es ies ed eed ing y ational tional izer bli alli entli ousli ization alism iveness fulness aliti iviti biliti".split(
      " ",
    );
  const more =
    "icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate ive ize e ll".split(
      " ",
    );
  const word = fc.tuple(beginning, fc.constantFrom("", ...endings, ...more)).map((parts) => parts.join(""));
  fc.assert(
    fc.property(fc.array(word, { minLength: 50, maxLength: 50 }), (all) => {
      expect(all.map(stem)).toEqual(indexed(all));
    }),
    { numRuns: 20 },
  );
});

test.each([
  "café",
  "größe",
  "straße",
  "naïvement",
  "tromsø",
  "हिन्दी",
  "設計",
  "ёлка",
  "ies",
  "eed",
  "7179",
  "x".repeat(70),
])("and so has %s", (word) => {
  expect([stem(word)]).toEqual(indexed([word]));
});
