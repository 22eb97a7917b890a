import { describe, expect, test } from "vitest";
import { diffLists } from "../../../src/compiler/diff/diff-lists.ts";
import { reformatted, reordered, respelled } from "./respell.ts";
import { asAnswer, recordedPairs, type SavedList } from "./saved-list.ts";
import { score } from "./score.ts";
import { changesOf, readTruth } from "./truth.ts";

// The diff, held against what is true of versions of public servers: no break gets past, no false alarm.

const pairs = recordedPairs().map((pair) => ({ ...pair, from: pair.base.version, to: pair.head.version }));

/** What is reported, hidden things aside. */
function reported(base: SavedList, head: SavedList): readonly string[] {
  const report = diffLists(asAnswer(base), asAnswer(head));
  if ("problem" in report) throw new Error(report.problem);
  return report.changes
    .filter(({ hidden }) => hidden !== true)
    .map(({ id, subject, message }) => `${id} ${subject}: ${message}`);
}

function broken(base: SavedList, head: SavedList): readonly string[] {
  const report = diffLists(asAnswer(base), asAnswer(head));
  if ("problem" in report) throw new Error(report.problem);
  return report.changes.flatMap(({ id, subject, severity }) => (severity === "ERR" ? [`${id} ${subject}`] : []));
}

describe.each(pairs)("$server $from → $to", ({ base, head, truthPath }) => {
  const truth = readTruth(truthPath);
  const result = score(base, head, changesOf(truth));

  test("no break gets past", () => {
    expect(result.missed).toEqual([]);
    expect(result.undecided).toEqual(truth.undecided ?? []);
  });

  test("no false alarm", () => {
    expect(result.falseAlarms).toEqual([]);
    expect(result.otherErrors).toEqual(truth.otherErrors ?? []);
    expect(result.unfounded).toEqual([]);
    expect(result.badWitnesses).toEqual([]);
  });

  test("one finding per cause, and none left out", () => {
    expect(result.repeated).toEqual([]);
    expect(result.unmentioned).toEqual([]);
  });
});

// Spelled otherwise, nothing of a list is equal, so all of it is compared: of each server the newest pair, and every pair in
// `npm run nightly pairs`.
const isNightly = process.env.PEGBOARD_FUZZ_SECONDS !== undefined;
const newest = new Map(pairs.map((pair) => [pair.server, pair]));

describe.each(isNightly ? pairs : [...newest.values()])("$server $from → $to, spelled otherwise", ({ base, head }) => {
  test("breaks the same", () => {
    expect(broken(base, respelled(head))).toEqual(broken(base, head));
  });
});

// The newest list of each server; the others are written by the same serialisers.
const lists = [...new Map(pairs.map(({ server, head }) => [server, head]))];

describe.each(lists)("%s says nothing about itself", (_, list) => {
  test("as it is, and in another format", () => {
    expect(reported(list, list)).toEqual([]);
    expect(reported(list, reformatted(list))).toEqual([]);
  });

  test("with its keys, required and enums in another order", () => {
    expect(reported(list, reordered(list))).toEqual([]);
  });

  test("with nulls, constants and references spelled in another way, there and back", () => {
    expect(reported(list, respelled(list))).toEqual([]);
    expect(reported(respelled(list), list)).toEqual([]);
  });
});
