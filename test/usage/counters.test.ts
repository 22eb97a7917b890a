import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Use } from "../../src/runtime/ports.ts";
import { pruneUsage } from "../../src/usage/prune-usage.ts";
import { allDays, readUsage } from "../../src/usage/read-usage.ts";
import { openUsageRecorder } from "../../src/usage/record-usage.ts";
import { parseUsage, sumTallies, usageText } from "../../src/usage/usage-file.ts";
import { usageFolder } from "../../src/usage/usage-folder.ts";
import { type LoggedLine, memoryLog } from "../runtime/notes-catalog.ts";

const alias: Use = { kind: "alias", tool: "note_create", name: "add_note" };
const value: Use = { kind: "value", tool: "note_create", name: "memo", param: "kind" };

let folder: string;
let now: number;
let lines: LoggedLine[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pegboard-usage-"));
  now = Date.parse("2026-11-20T12:00:00Z");
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (at = folder) =>
  openUsageRecorder({ folder: async () => at, clock: () => now, log: memoryLog(lines), everyMs: 1_000_000 });
const sums = async () =>
  sumTallies(allDays(await readUsage(folder))).map(({ use, count }) => [use.name, count] as const);

describe("a recorder", () => {
  test("writes one file a day, with first and last use, and the day on which counting began", async () => {
    const recorder = open();
    recorder.count(alias);
    now += 60_000;
    recorder.count(alias);
    recorder.count(value);
    await recorder.close();
    const [file = "", since] = readdirSync(folder).sort();
    expect(since).toBe("since");
    expect(readFileSync(join(folder, "since"), "utf8")).toBe("2026-11-20\n");
    const [first, second] = ["2026-11-20T12:00:00.000Z", "2026-11-20T12:01:00.000Z"];
    expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toEqual({
      format: 1,
      days: [
        {
          day: "2026-11-20",
          uses: [
            { ...alias, count: 2, first, last: second },
            { ...value, count: 1, first: second, last: second },
          ],
        },
      ],
    });
  });

  test("begins another file when the day does", async () => {
    const recorder = open();
    recorder.count(alias);
    now = Date.parse("2026-11-21T00:00:01Z");
    recorder.count(alias);
    await recorder.close();
    expect(readdirSync(folder).map((name) => name.slice(0, 10))).toEqual(["2026-11-20", "2026-11-21", "since"]);
    expect(await sums()).toEqual([["add_note", 2]]);
  });

  test("shares a folder with any number of others", async () => {
    const recorders = Array.from({ length: 8 }, () => open());
    await Promise.all(
      recorders.map(async (recorder) => {
        for (let index = 0; index < 5; index++) recorder.count(alias);
        await recorder.close();
        recorder.count(alias);
        await recorder.close();
      }),
    );
    expect(await sums()).toEqual([["add_note", 48]]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("writes nothing where nothing old was used", async () => {
    await open().close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("says once in the log that it can't write, never throws, and tries again", async () => {
    const place = join(folder, "taken");
    writeFileSync(place, "");
    const recorder = open(place);
    recorder.count(alias);
    await recorder.close();
    recorder.count(alias);
    await recorder.close();
    expect(lines).toEqual([
      { level: "warn", message: "uses of old names can't be recorded", fields: { error: expect.any(String) } },
    ]);
    rmSync(place);
    await recorder.close();
    expect(sumTallies(allDays(await readUsage(place))).map(({ count }) => count)).toEqual([2]);
  });

  test("writes by itself after a while", async () => {
    const recorder = openUsageRecorder({
      folder: async () => folder,
      clock: () => now,
      log: memoryLog(lines),
      everyMs: 1,
    });
    recorder.count(alias);
    while ((await sums()).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(await sums()).toEqual([["add_note", 1]]);
    await recorder.close();
  });
});

describe("reading", () => {
  test("a folder that is not there is nothing; foreign and broken files are reported and left out", async () => {
    expect(await readUsage(join(folder, "none"))).toEqual({
      merged: [],
      files: [],
      replaced: [],
      since: undefined,
      unreadable: [],
    });
    writeFileSync(join(folder, "2026-11-20.broken.json"), '{"format":1,"days":[{"day":"2026-11-20","us');
    writeFileSync(join(folder, "2026-11-20.other.json"), '{"format":2,"days":[]}');
    writeFileSync(join(folder, "notes.txt"), "mine");
    const { unreadable, files } = await readUsage(folder);
    expect({ unreadable, files }).toEqual({
      unreadable: ["2026-11-20.broken.json", "2026-11-20.other.json"],
      files: [],
    });
  });

  test("any text is counters or none, and counters read back as they were", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseUsage(text)));
    const name = fc.string({ minLength: 1, maxLength: 20 });
    const instant = fc
      .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
    const tally = fc.record({
      use: fc.record({ kind: fc.constantFrom("alias" as const, "param" as const), tool: name, name }),
      count: fc.integer({ min: 1 }),
      first: instant,
      last: instant,
    });
    const file = fc.record({
      days: fc.array(fc.record({ day: fc.constant("2026-11-20"), tallies: fc.array(tally, { maxLength: 3 }) })),
      replaces: fc.array(name, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(file, (value) => {
        expect(parseUsage(usageText(value))).toEqual(value);
      }),
    );
  });
});

describe("pruning", () => {
  const day = async (text: string, use: Use) => {
    now = Date.parse(text);
    const recorder = open();
    recorder.count(use);
    await recorder.close();
  };

  test("puts past days together, drops what is not needed, and leaves today alone", async () => {
    await day("2026-11-18T12:00:00Z", alias);
    await day("2026-11-18T13:00:00Z", alias);
    await day("2026-11-19T12:00:00Z", value);
    await day("2026-11-20T12:00:00Z", alias);
    const keeps = (use: Use) => use.name === "add_note";
    expect(await pruneUsage(folder, { before: "2026-11-20", keeps })).toEqual({ merged: 3, dropped: 1 });
    expect(readdirSync(folder).map((name) => name.replace(/\..+\./, "."))).toEqual([
      "2026-11-20.json",
      "merged.json",
      "since",
    ]);
    expect(await sums()).toEqual([["add_note", 3]]);
    expect(await pruneUsage(folder, { before: "2026-11-21", keeps })).toEqual({ merged: 1, dropped: 0 });
    expect(await sums()).toEqual([["add_note", 3]]);
    expect((await readUsage(folder)).since).toBe("2026-11-18");
  });

  test("that ended before it removed what it had put together counts nothing twice", async () => {
    await day("2026-11-18T12:00:00Z", alias);
    const [name = ""] = readdirSync(folder);
    const text = readFileSync(join(folder, name), "utf8");
    await pruneUsage(folder, { before: "2026-11-20", keeps: () => true });
    writeFileSync(join(folder, name), text);
    expect(await sums()).toEqual([["add_note", 1]]);
    // Nor does the prune after it, which has other files to put together.
    await day("2026-11-19T12:00:00Z", value);
    expect(await pruneUsage(folder, { before: "2026-11-20", keeps: () => true })).toEqual({ merged: 1, dropped: 0 });
    expect(await sums()).toEqual([
      ["add_note", 1],
      ["memo", 1],
    ]);
    expect(readdirSync(folder).sort()).toEqual(["merged.json", "since"]);
  });

  test("never writes over what a later version has put together", async () => {
    await day("2026-11-18T12:00:00Z", alias);
    const later = '{"format":2,"weeks":[]}\n';
    writeFileSync(join(folder, "merged.json"), later);
    const names = readdirSync(folder);
    const failing = pruneUsage(folder, { before: "2026-11-20", keeps: () => true });
    await expect(failing).rejects.toThrow("merged.json is not a file of counters");
    expect(readFileSync(join(folder, "merged.json"), "utf8")).toBe(later);
    expect(readdirSync(folder)).toEqual(names);
  });

  test("is done by one at a time; where nothing was counted there is nothing to do", async () => {
    await day("2026-11-18T12:00:00Z", alias);
    writeFileSync(join(folder, "prune.lock"), "");
    expect(await pruneUsage(folder, { before: "2026-11-20", keeps: () => true })).toBeUndefined();
    const none = await pruneUsage(join(folder, "none"), { before: "2026-11-20", keeps: () => true });
    expect(none).toEqual({ merged: 0, dropped: 0 });
  });
});

test("a catalog's folder is in the one that was named, whatever its name", async () => {
  mkdirSync(join(folder, "x"));
  expect(usageFolder("notes", { named: "/var/counters", state: "/home" })).toBe("/var/counters/notes");
  for (const name of ["../other", "..", "a/b", ".hidden"]) {
    const path = usageFolder(name, { named: "/var/counters", state: "/home" });
    expect(path).toMatch(/^\/var\/counters\/[^./][^/]*$/);
  }
});
