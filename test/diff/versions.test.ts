import { describe, expect, test } from "vitest";
import type { Catalog, Field, Tool } from "../../src/compiler/catalog/catalog.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { catalogOf, field } from "./cases.ts";

const notice = { since: "1.1.0", sunset: "2099-01-01" };
const title = field("title", undefined, { required: true });
const body = field("body", undefined, { required: true });

const version = (number: number, params: readonly Field[], changes: Partial<Tool> = {}) =>
  toolWith(params, { version: number, ...changes });
const older = (params: readonly Field[], changes: Partial<Tool> = {}) =>
  version(1, params, { supersededBy: 2, deprecated: notice, ...changes });

function changes(base: readonly Tool[], head: readonly Tool[], types: Partial<Catalog> = {}): readonly string[] {
  const report = diff(catalogOf(base, types), catalogOf(head, types), { today: "2026-06-01" });
  // What callers see; handlers and generated clients follow.
  return report.changes
    .filter(({ categories }) => categories.some((category) => category !== "SOURCE"))
    .map(
      ({ severity, id, subject, message, help }) =>
        `${severity} ${id} (${subject}): ${message}${help === undefined ? "" : ` | ${help}`}`,
    );
}

describe("a new current version", () => {
  test("breaks who asks for none, and not who asks for the one that is kept", () => {
    expect(changes([version(1, [title])], [version(2, [title, body]), older([title])])).toEqual([
      "ERR param-added-required (note_create.body): required param 'body' was added | leave 'body' optional, with a default for calls that lack it; " +
        `version 1 is kept for callers that ask for it by _meta["pegboard/version"]`,
      "INFO deprecated-added (note_create version 1): 'note_create version 1' is deprecated until 2099-01-01",
      "INFO tool-version-added (note_create version 2): version 2 of 'note_create' can be asked for",
    ]);
  });

  test("breaks both when the old one is not kept", () => {
    expect(changes([version(1, [title])], [version(2, [title, body])])).toEqual([
      "ERR tool-version-removed (note_create version 1): version 1 of 'note_create' can't be asked for any more | " +
        "keep it as note_create.v1.yaml, with 'upgrade' or a handler of its own",
      "ERR param-added-required (note_create.body): required param 'body' was added | leave 'body' optional, with a default for calls that lack it",
      "INFO tool-version-added (note_create version 2): version 2 of 'note_create' can be asked for",
    ]);
  });

  test("does not excuse changing the one that is kept", () => {
    expect(changes([version(1, [title])], [version(2, [title]), older([title, body])])).toEqual([
      "ERR param-added-required (note_create version 1.body): required param 'body' was added | leave 'body' optional, with a default for calls that lack it",
      "INFO deprecated-added (note_create version 1): 'note_create version 1' is deprecated until 2099-01-01",
      "INFO tool-version-added (note_create version 2): version 2 of 'note_create' can be asked for",
    ]);
  });
});

describe("an older version", () => {
  const current = version(2, [title, body]);

  test("may be served another way: who asks for it sees nothing of that", () => {
    const upgrade = { rename: {}, set: { body: "x" }, defaults: {}, drop: [] };
    expect(changes([current, older([title])], [current, older([title], { upgrade })])).toEqual([]);
  });

  test("is guarded as the current one is", () => {
    expect(changes([current, older([title])], [current, older([])])).toEqual([
      "ERR param-removed (note_create version 1.title): param 'title' was removed | " +
        "deprecate 'title' first, or let its successor answer to it: aliases: [{name: title}]",
    ]);
    expect(changes([current, older([title])], [current])).toEqual([
      "ERR tool-version-removed (note_create version 1): version 1 of 'note_create' can't be asked for any more, before its sunset 2099-01-01 | " +
        "keep it as note_create.v1.yaml, with 'upgrade' or a handler of its own",
    ]);
  });

  test("goes with its tool: that is one finding", () => {
    const [only, ...rest] = changes([current, older([title])], []);
    expect([only?.startsWith("ERR tool-removed-without-deprecation (note_create)"), rest]).toEqual([true, []]);
  });

  test("comes with its tool: that is one finding", () => {
    expect(changes([], [current, older([title])])).toEqual([
      "INFO tool-added (note_create): tool 'note_create' was added",
    ]);
  });

  test("that becomes the current one again is the one that callers knew", () => {
    expect(changes([version(2, [title]), older([title])], [version(1, [title])])).toEqual([
      "ERR tool-version-removed (note_create version 2): version 2 of 'note_create' can't be asked for any more | " +
        "keep it as note_create.v2.yaml, with 'upgrade' or a handler of its own",
      "INFO undeprecated (note_create version 1): 'note_create version 1' is no longer deprecated",
    ]);
  });
});
