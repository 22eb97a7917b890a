import { describe, expect, test } from "vitest";
import { agree, dateOf, datesIn, spanOf } from "../../../src/services/memories/recall/dates.ts";

describe("dates in a text", () => {
  test.each([
    ["on 26 July 2025", { year: 2025, months: [7], day: 26 }],
    ["the 3rd of September", { months: [9], day: 3 }],
    ["July 26, 2025", { year: 2025, months: [7], day: 26 }],
    ["since 2026-03-14", { year: 2026, months: [3], day: 14 }],
    ["2026-03", { year: 2026, months: [3] }],
    ["in March 2026", { year: 2026, months: [3] }],
    ["in the spring of 2026", { year: 2026, months: [3, 4, 5] }],
    ["in winter 2025", { year: 2025, months: [12, 1, 2] }],
    ["last May", { months: [5] }],
    ["in 2025", { year: 2025 }],
  ])("%s", (text, expected) => {
    expect(datesIn(text).map(({ words: _words, ...date }) => date)).toEqual([expected]);
  });

  test.each(["may I march to the shop", "port 8071 and 2025 rows", "45 March", "the summer", "version 2026.1.3"])(
    "none: %s",
    (text) => {
      expect(datesIn(text)).toEqual([]);
    },
  );

  test("each once, the most telling form first", () => {
    expect(datesIn("On 26 July 2025 and in August 2025").map(({ day, months }) => [day, months])).toEqual([
      [26, [7]],
      [undefined, [8]],
    ]);
  });
});

describe("two dates agree", () => {
  const [asked] = datesIn("in March 2026");
  test.each([
    ["14 March 2026", true],
    ["2026-03-01", true],
    ["the 3rd of March", true],
    ["in April 2026", false],
    ["in March 2025", false],
    ["in 2026", false],
  ])("March 2026 and %s: %s", (text, expected) => {
    const [other] = datesIn(text);
    expect(asked !== undefined && other !== undefined && agree(asked, other)).toBe(expected);
  });

  test("a time is a day in UTC", () => {
    expect(asked !== undefined && agree(asked, dateOf(Date.UTC(2026, 2, 31, 23, 59)))).toBe(true);
    expect(asked !== undefined && agree(asked, dateOf(Date.UTC(2026, 3, 1)))).toBe(false);
  });
});

test.each([
  ["in 2025", "2025-01-01", "2026-01-01"],
  ["in March 2026", "2026-03-01", "2026-04-01"],
  ["in winter 2025", "2025-12-01", "2026-03-01"],
  ["on 31 December 2025", "2025-12-31", "2026-01-01"],
])("the span of %s is from %s up to %s", (text, from, to) => {
  expect(datesIn(text).map(spanOf)).toEqual([{ from: Date.parse(from), to: Date.parse(to) }]);
});

test("a date without a year has no span", () => {
  expect(datesIn("last May").map(spanOf)).toEqual([undefined]);
});
