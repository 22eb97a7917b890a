import fc from "fast-check";
import { expect, test } from "vitest";
import { forms } from "../../src/compiler/catalog/grammar/forms.ts";
import { durationText, parseDuration, secondsText } from "../../src/contract/duration.ts";
import { limits } from "../../src/contract/limits.ts";

const form = new RegExp(forms.duration.pattern, "u");

test("a duration is a whole number and its unit", () => {
  const read = (text: string) => [form.test(text), parseDuration(text)];
  expect(["500ms", "90s", "5m"].map(read)).toEqual([
    [true, 500],
    [true, 90_000],
    [true, 300_000],
  ]);
  for (const text of ["", "0s", "00s", "5", "s", "-5s", "1.5s", "5 s", "5h", "5S", "1e3s", "5s\n", "5s5s"]) {
    expect([text, ...read(text)]).toEqual([text, false, undefined]);
  }
});

test("what the language lets through can be read, and no timer overflows by it", () => {
  fc.assert(
    fc.property(fc.stringMatching(form), (text) => {
      const ms = parseDuration(text) ?? 0;
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(limits.deadlineMs);
    }),
  );
  for (const most of ["9999999ms", "999999s", "9999m"]) {
    expect([form.test(most), (parseDuration(most) ?? Number.NaN) <= limits.deadlineMs]).toEqual([true, true]);
    expect(form.test(`1${most}`)).toBe(false);
  }
});

test("messages say whole seconds in seconds", () => {
  expect([20, 999, 1_000, 1_500, 90_000, 300_000].map(durationText)).toEqual([
    "20 ms",
    "999 ms",
    "1 s",
    "1500 ms",
    "90 s",
    "300 s",
  ]);
});

test("one second is one, and parts of it are several", () => {
  expect([1_000, 300, 2_000].map(secondsText)).toEqual(["1 second", "0.3 seconds", "2 seconds"]);
});
