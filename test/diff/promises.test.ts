import { describe, expect, test } from "vitest";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { toolWith } from "../schema/arbitraries.ts";
import { alias, enumOf, future, other, past, text } from "./cases/build.ts";
import { catalogOf, field } from "./cases.ts";

// Versions, dates and what follows from them: what is reported, and what is not reported again.

const today = "2026-06-01";

/** What is reported to callers; what becomes of handlers is another matter. */
const reported = (base: Catalog, head: Catalog, released = false) =>
  diff(base, head, { today, ...(released ? { released } : {}) })
    .changes.filter(({ categories }) => categories.some((category) => category !== "SOURCE"))
    .map(({ severity, id, message }) => `${severity} ${id}: ${message}`);

const at = (version: string, tools: readonly Tool[]): Catalog =>
  catalogOf(tools, { server: { name: "test", version } });
const plain = toolWith([field("title")]);
const more = toolWith([field("title"), field("body", enumOf("a"))]);
const warned = { ...plain, since: "0.9.0" };
const broken = toolWith([]);

describe("beside a release the version", () => {
  const versions = (base: Catalog, head: Catalog) => {
    const { changes, required } = diff(base, head, { today, released: true });
    const about = changes.filter(({ id }) => id.startsWith("catalog-version"));
    return [required, ...about.map(({ severity, id, help }) => `${severity} ${id}: ${help ?? ""}`)];
  };

  test("may wait while the catalog only grows", () => {
    expect(versions(at("1.2.3", [plain]), at("1.2.3", [more]))).toEqual(["minor"]);
  });

  test("is asked for by a warning as a warning, and by a break as an error", () => {
    expect(versions(at("1.2.3", [plain]), at("1.2.3", [warned]))).toEqual([
      "minor",
      "WARN catalog-version-not-bumped: in catalog.yaml: version: 1.3.0",
    ]);
    expect(versions(at("1.2.3", [plain]), at("1.2.3", [broken]))).toEqual([
      "major",
      "ERR catalog-version-not-bumped: in catalog.yaml: version: 2.0.0",
    ]);
    expect(versions(at("0.2.3", [plain]), at("0.2.3", [broken]))).toEqual([
      "minor",
      "ERR catalog-version-not-bumped: in catalog.yaml: version: 0.3.0",
    ]);
  });

  test("is held to what it says", () => {
    expect(versions(at("1.2.3", [plain]), at("1.2.4", [more]))).toEqual([
      "minor",
      "WARN catalog-version-bump-too-small: in catalog.yaml: version: 1.3.0",
    ]);
    expect(versions(at("1.2.3", [plain]), at("1.3.0", [more]))).toEqual(["minor"]);
    expect(versions(at("1.2.3", [plain]), at("1.2.2", [plain]))).toEqual([
      "none",
      "ERR catalog-version-decreased: in catalog.yaml: version: 1.2.4",
    ]);
  });

  test("is not checked where the base is not a release", () => {
    expect(reported(at("1.2.3", [plain]), at("1.2.2", [plain]))).toEqual([]);
  });

  test("is not asked of a catalog that did not change", () => {
    expect(versions(at("1.2.3", [plain]), at("1.2.3", [structuredClone(plain)]))).toEqual(["none"]);
  });
});

describe("a day that came and went", () => {
  const stale = toolWith(
    [
      field("title", text, { deprecated: past, aliases: [{ name: "name", deprecated: past }] }),
      field("kind", { kind: "enum", values: [{ value: "a" }, { value: "b", deprecated: past }] }),
    ],
    { deprecated: past, aliases: [alias({ deprecated: past })] },
  );

  test("is reported for everything that has one, beside other changes", () => {
    const [, ...reminders] = reported(catalogOf([stale]), catalogOf([stale, other])).reverse();
    expect(reminders.reverse()).toEqual(
      [
        "alias add_note",
        "note_create",
        "note_create.kind value b",
        "note_create.title",
        "note_create.title spelling name",
      ].map(
        (name) => `WARN sunset-passed-still-present: '${name}' was announced to go on 2026-01-01 and is still there`,
      ),
    );
  });

  test("is not reported where the date itself was moved into the past", () => {
    const until = (sunset: string) => catalogOf([toolWith([], { deprecated: { since: "0.9.0", sunset } })]);
    expect(reported(until("2027-01-01"), until("2026-01-01"))).toEqual([
      "ERR sunset-brought-forward: the sunset of 'note_create' moved from 2027-01-01 forward to 2026-01-01",
    ]);
  });

  test("is not reported for a catalog that did not change, and asks for no version", () => {
    expect(reported(catalogOf([stale]), catalogOf([structuredClone(stale)]), true)).toEqual([]);
    const { required } = diff(at("1.0.0", [stale]), at("1.0.0", [{ ...stale, title: "Make a note" }]), { today });
    expect(required).toBe("patch");
  });
});

describe("grace", () => {
  const soon = { since: "1.0.0", sunset: "2026-10-01", replacedBy: "note_list" };
  const grace = { stable: 90, beta: 30, experimental: 0 };
  const announced = (stability: Tool["stability"], changes: Partial<Catalog>) =>
    reported(
      catalogOf([toolWith([], { stability }), other]),
      catalogOf([toolWith([], { stability, deprecated: soon }), other], changes),
    ).filter((line) => line.includes("sunset-too-soon"));

  test("depends on the stability that callers knew", () => {
    expect(announced("beta", {})).toEqual([]);
    expect(announced("stable", {})).toEqual([
      "ERR sunset-too-soon: 'note_create' may go on 2026-10-01, and stable tools get 180 days' notice",
    ]);
  });

  test("can't be lowered and used in one release", () => {
    expect(announced("stable", { grace })).toEqual(announced("stable", {}));
  });
});

describe("one cause is one finding", () => {
  test("a tool takes its other names with it", () => {
    const named = { ...other, aliases: [alias({ name: "notes" }), alias({ name: "lists", deprecated: future })] };
    expect(reported(catalogOf([plain, named]), catalogOf([plain]))).toEqual([
      "ERR tool-removed-without-deprecation: tool 'note_list' was removed and was never deprecated; stable tools get 180 days' notice, and with it the names 'notes' and 'lists'",
    ]);
  });

  test("a tool that left in time does not excuse a name that was promised for longer", () => {
    const named = { ...other, deprecated: past, aliases: [alias({ name: "lists", deprecated: future })] };
    expect(reported(catalogOf([plain, named]), catalogOf([plain]))).toEqual([
      "ERR alias-removed: 'lists' is no longer answered, because 'note_list' is gone, promised until 2099-01-01",
      "INFO tool-removed-after-sunset: tool 'note_list' was removed after its sunset 2026-01-01",
    ]);
  });

  test("a limit of a param is reported for the tool, not again for the alias that carries the param", () => {
    const named = (maxLength: number) => {
      const type = { ...text, maxLength };
      const carried = alias({ params: [field("heading", type)], rename: { heading: "title" } });
      return catalogOf([toolWith([field("title", type)], { aliases: [carried] })]);
    };
    expect(reported(named(9), named(5))).toEqual(["ERR param-narrowed: max length is 5 instead of 9"]);
  });

  test("a type that only an alias refers to is reported for the alias", () => {
    const named = (maxLength: number) =>
      catalogOf([toolWith([], { aliases: [alias({ params: [field("label", { kind: "ref", name: "Label" })] })] })], {
        types: [{ name: "Label", family: "notes", type: { ...text, maxLength } }],
      });
    expect(reported(named(9), named(5))).toEqual([
      "ERR alias-input-incompatible: calls of 'add_note' as it was listed are no longer all accepted",
    ]);
    expect(reported(named(5), named(9))).toEqual([]);
  });

  test("a family that was renamed is not reported again for each of its tools", () => {
    const named = (family: string) =>
      catalogOf([toolWith([], { family }), { ...other, family }], {
        families: [{ name: family, title: family, summary: family }],
      });
    expect(reported(named("notes"), named("texts"))).toEqual([
      "ERR family-renamed-without-alias: family 'notes' is called 'texts' now",
    ]);
  });

  test("a destructive tool that a profile gains by its tier is reported for the profile", () => {
    const tiers = ["essential", "advanced"].map((name) => ({ name, badge: name, summary: name }));
    const with_ = (tier: string) => {
      const purge = toolWith([], {
        tier,
        effects: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
      });
      const tools = tier === "essential" ? [purge.name] : [];
      return catalogOf([purge], {
        tiers,
        profiles: [{ name: "core", selects: { tiers: ["essential"] }, tools, surface: "direct" }],
      });
    };
    expect(reported(with_("advanced"), with_("essential"))).toEqual([
      "ERR profile-gained-destructive-tool: profile 'core' now lists 'note_create', which may destroy things, because its tier changed",
    ]);
    expect(reported({ ...with_("advanced"), tools: [] }, with_("essential"))).toContain(
      "ERR profile-gained-destructive-tool: profile 'core' now lists 'note_create', which may destroy things",
    );
    expect(reported(with_("essential"), with_("advanced"))).toEqual([
      "ERR tier-restricted: 'note_create' moved from tier 'essential' to 'advanced': profile 'core' no longer lists it",
    ]);
  });

  test("a tier that was renamed moves no tool", () => {
    const named = (name: string) =>
      catalogOf([toolWith([], { tier: name })], { tiers: [{ name, badge: name, summary: name }] });
    expect(reported(named("essential"), named("basic"))).toEqual([]);
  });
});
