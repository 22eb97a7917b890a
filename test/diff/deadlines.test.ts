import { expect, test } from "vitest";
import { diff } from "../../src/compiler/diff/diff.ts";
import { changed } from "./cases/build.ts";
import { listedTools } from "./cases/listed-tools.ts";

const deadline = (deadlineMs: number | undefined) => (deadlineMs === undefined ? {} : { deadlineMs });

test.each<[string, number | undefined, number | undefined, readonly string[]]>([
  [
    "shortened",
    90_000,
    30_000,
    ["WARN timeout-lowered: calls of 'note_create' are stopped after 30 s now, and were after 90 s"],
  ],
  [
    "introduced",
    undefined,
    1_500,
    ["WARN timeout-lowered: calls of 'note_create' are stopped after 1500 ms now, and had no deadline before"],
  ],
  [
    "lengthened",
    30_000,
    90_000,
    ["INFO timeout-raised: calls of 'note_create' are stopped after 90 s now, and were stopped after 30 s"],
  ],
  [
    "dropped",
    30_000,
    undefined,
    ["INFO timeout-raised: calls of 'note_create' have no deadline of their own now, and were stopped after 30 s"],
  ],
  ["kept", 30_000, 30_000, []],
  ["absent, as in every catalog of before", undefined, undefined, []],
])("a deadline that is %s", (_, was, is, expected) => {
  const [base, head] = changed(deadline(was), deadline(is));
  const reported = diff(base, head).changes.map(({ severity, id, message }) => `${severity} ${id}: ${message}`);
  expect(reported).toEqual(expected);
});

test("a list of tools has no deadlines, so nothing is said of a catalog beside it", () => {
  const [, own] = changed({}, { deadlineMs: 30_000 });
  const [list] = listedTools({}, {});
  const ids = [...diff(list, own).changes, ...diff(own, list).changes].map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith("timeout-"))).toEqual([]);
});
