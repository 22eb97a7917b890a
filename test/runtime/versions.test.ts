import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { currentTools, olderVersions, versionedName } from "../../src/compiler/catalog/versions.ts";
import { compile } from "../../src/compiler/compile.ts";
import { inputSchema, outputSchema } from "../../src/compiler/schema/json-schema.ts";
import { inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { mapAlias } from "../../src/contract/alias.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { normalise } from "../../src/contract/normalise.ts";
import { createDispatcher } from "../../src/runtime/dispatch.ts";
import { createPolicy, type Policy } from "../../src/runtime/policy.ts";
import type { Use } from "../../src/runtime/ports.ts";
import type { ErasedHandler, OlderVersion, Registry, ToolEntry, Validator } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { argumentsOf } from "../contract/arguments-of.ts";
import { countingEntropy, type LoggedLine, memoryLog } from "./notes-catalog.ts";
import { errorOf, noticesOf, pathsOf, valueOfAnswer } from "./read-answer.ts";
import { unlisted } from "./unlisted.ts";

// The catalog of test/golden/compile/versions: note_create in versions 3, 2 and 1, of which 2 and 1 are mapped to 3;
// note_list in versions 2 and 1, each with a handler of its own.

const schema = join(import.meta.dirname, "../golden/compile/versions/schema");
const catalog = catalogOf(schema);

function catalogOf(folder: string): Catalog {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sources = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { path: `schema${path.slice(folder.length)}`, text: readFileSync(path, "utf8") };
  });
  const { value, diagnostics } = compile(sources);
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
  if (value === undefined || errors.length > 0) throw new Error(errors.join("\n"));
  return value.catalog;
}

interface CreateInput {
  readonly title: string;
  readonly body: string;
  readonly priority: number;
  readonly source: string;
}

/** By versioned name: what is called, and with what. */
const handlers: { readonly [name: string]: ErasedHandler<JsonObject[]> } = {
  note_create: ({ title, body, priority, source }: CreateInput, calls) => {
    calls.push({ title, body, priority, source });
    return ok({ title, body, priority });
  },
  note_list: () => ok([{ title: "Milk", body: "Two litres", priority: 3 }]),
  "note_list.v1": () => ok(["Milk"]),
};

function validatorOf(tool: Tool): Validator {
  const input = inputSchema(tool, catalog, true);
  const output = outputSchema(tool, catalog, true);
  return {
    ...{ input, output, checkInput: compileCheck(input), checkOutput: compileCheck(output) },
    ...{ plan: inputPlan(tool, catalog), plans: planDefinitions(catalog) },
  };
}

function entryOf(tool: Tool): ToolEntry<JsonObject[]> {
  const { name, title, family, tier, version, summary, session, effects, deprecated } = tool;
  const handler = handlers[versionedName(tool)];
  if (handler === undefined) throw new Error(`invariant: ${versionedName(tool)} has no handler`);
  const validator = validatorOf(tool);
  return {
    ...{ name, title, family, tier, version, summary, session, effects },
    ...(deprecated === undefined ? {} : { deprecated }),
    load: async () => ({ validator, handler }),
  };
}

function olderOf(tool: Tool): OlderVersion<JsonObject[]> {
  const { version, session, effects, deprecated, upgrade } = tool;
  if (upgrade === undefined) return entryOf(tool);
  const validator = validatorOf(tool);
  return {
    ...{ version, session, effects },
    ...(deprecated === undefined ? {} : { deprecated }),
    upgrade: { rename: upgrade.rename, set: upgrade.set, defaults: upgrade.defaults, ignore: upgrade.drop },
    load: async () => validator,
  };
}

const registry: Registry<JsonObject[]> = {
  server: { name: "notes", version: "0.3.0" },
  unknownParams: "warn",
  defaultProfile: "all",
  profiles: {},
  ...unlisted,
  tools: Object.fromEntries(
    currentTools(catalog).map((tool) => {
      const older = olderVersions(tool.name, catalog).map((old) => [old.version, olderOf(old)] as const);
      return [tool.name, { ...entryOf(tool), versions: Object.fromEntries(older) }];
    }),
  ),
  aliases: Object.fromEntries(
    catalog.tools.flatMap((tool) =>
      tool.aliases.map(({ params: _listed, ...alias }) => [alias.name, { ...alias, target: tool.name }]),
    ),
  ),
  retired: {},
};

function openVersions(policy: Policy = createPolicy({}), from: Registry<JsonObject[]> = registry) {
  const calls: JsonObject[] = [];
  const lines: LoggedLine[] = [];
  const uses: Use[] = [];
  const dispatch = createDispatcher<JsonObject[]>({
    registry: from,
    policy,
    usage: { count: (use) => uses.push(use) },
    openHost: () => ({ deps: calls, close: async () => undefined }),
    hostEnv: { env: {}, clock: () => 0, log: memoryLog(lines) },
    entropy: countingEntropy(),
  });
  const never = new AbortController().signal;
  const connection = { sessionHandle: undefined };
  return {
    calls,
    lines,
    uses,
    call: (name: string, given: unknown, version?: unknown) =>
      dispatch({
        name,
        arguments: given,
        connection,
        signal: () => never,
        ...(version === undefined ? {} : { meta: { "pegboard/version": version as never } }),
      }),
  };
}

describe("which version answers", () => {
  test("the current one, when none is asked for", async () => {
    const answer = await openVersions().call("note_list", {});
    expect(valueOfAnswer(answer)).toEqual({ items: [{ title: "Milk", body: "Two litres", priority: 3 }], count: 1 });
    expect(noticesOf(answer)).toEqual([]);
  });
  test("the current one, when its number is asked for", async () => {
    const answer = await openVersions().call("note_list", {}, 2);
    expect(valueOfAnswer(answer)).toMatchObject({ items: [{ title: "Milk" }] });
    expect(noticesOf(answer)).toEqual([]);
  });
  test("an older one with a handler of its own, by its own contract, with a notice", async () => {
    const answer = await openVersions().call("note_list", { limit: 1000 }, 1);
    expect(valueOfAnswer(answer)).toEqual({ items: ["Milk"], count: 1 });
    expect(noticesOf(answer)).toEqual([
      "version 1 of 'note_list' is deprecated since 0.3.0 and may be removed from 2027-12-01 on (a page ends somewhere); use version 2",
    ]);
    expect(pathsOf(await openVersions().call("note_list", { limit: 1000 }))).toEqual(["/limit"]);
  });
  test("an older one that is mapped: renamed, set, filled in and dropped", async () => {
    const world = openVersions();
    const answer = await world.call("note_create", { title: " Milk ", text: "Two litres", urgent: true }, 1);
    expect(valueOfAnswer(answer)).toEqual({ title: "Milk", body: "Two litres", priority: 2 });
    expect(world.calls).toEqual([{ title: "Milk", body: "Two litres", priority: 2, source: "program" }]);
    expect(noticesOf(answer)).toEqual([
      "version 1 of 'note_create' is deprecated since 0.2.0 and may be removed from 2027-12-01 on (the text is called body); use version 3",
      "param 'urgent' has no effect any more and was ignored",
    ]);
  });
  test("the defaults of the older one are those that its callers rely on", async () => {
    const world = openVersions();
    await world.call("note_create", { title: "Milk", by: "script" }, 1);
    await world.call("note_create", { title: "Milk", body: "x" }, 2);
    expect(world.calls).toEqual([
      { title: "Milk", body: "nothing", priority: 2, source: "program" },
      { title: "Milk", body: "x", priority: 3, source: "person" },
    ]);
  });
  test("the log has the requested version", async () => {
    const world = openVersions();
    await world.call("note_list", {}, 1);
    expect(world.lines.at(-1)?.fields).toMatchObject({ tool: "note_list", version: 1, outcome: "ok" });
  });
});

describe("a call that breaks the contract of the version it asks for", () => {
  test("is refused in that version's own words", async () => {
    const answer = await openVersions().call("note_create", { text: "", by: "cat" }, 1);
    expect(errorOf(answer)).toEqual({
      code: "INVALID_ARGUMENTS",
      message: "the arguments of 'note_create' break its contract",
      violations: [
        { path: "/title", expected: "a text of at most 40 characters that is not blank", found: "nothing" },
        { path: "/text", expected: "a text of at most 1000 characters that is not blank", found: "an empty text" },
        { path: "/by", expected: "one of person, script", found: 'the text "cat"' },
      ],
      hint: "required params: title; optional: text, urgent, by",
    });
  });
  test("does not know the params of the current version", async () => {
    const world = openVersions();
    const answer = await world.call("note_create", { title: "Milk", body: "x" }, 1);
    expect(world.calls).toMatchObject([{ body: "nothing" }]);
    expect(noticesOf(answer).slice(1)).toEqual(["unknown param 'body' was ignored"]);
  });
});

describe("a version that is not there", () => {
  test.each([
    [7, "'note_create' has no version 7"],
    [0, "'note_create' has no version 0"],
    [1.5, "'note_create' has no version 1.5"],
    ["1", "a version of 'note_create' is a number, not the text \"1\""],
    [null, "a version of 'note_create' is a number, not null"],
    ["__proto__", "a version of 'note_create' is a number, not the text \"__proto__\""],
    [{ version: 1 }, "a version of 'note_create' is a number, not an object"],
    ["x".repeat(2000), "a version of 'note_create' is a number, not a text of 2000 characters"],
  ])("%.30j is answered with those that are", async (version, message) => {
    expect(errorOf(await openVersions().call("note_create", { title: "x" }, version))).toEqual({
      code: "INVALID_ARGUMENTS",
      message,
      tool: "note_create",
      versions: [3, 2, 1],
      hint: '_meta["pegboard/version"] may be 3 or 2 or 1; without it, version 3 is used',
    });
  });
  test("an old name that maps its arguments has no versions: it means what it always meant", async () => {
    const world = openVersions();
    expect(errorOf(await world.call("add_note", { name: "x", body: "y" }, 1))).toMatchObject({
      message: "'add_note' has no version 1",
      versions: [3],
    });
    expect(valueOfAnswer(await world.call("add_note", { name: "x", body: "y" }, 3))).toMatchObject({ title: "x" });
  });
  test("a name that the tool once had knows all of its versions", async () => {
    const world = openVersions();
    const { add_note: alias } = registry.aliases;
    if (alias === undefined) throw new Error("invariant: the catalog has it");
    const former = { ...alias, name: "note_write", rename: {}, defaults: {} };
    const renamed = openVersions(undefined, { ...registry, aliases: { note_write: former } });
    const given = { title: "Milk", text: "Two litres" };
    expect(valueOfAnswer(await renamed.call("note_write", given, 1))).toEqual(
      valueOfAnswer(await world.call("note_create", given, 1)),
    );
    expect(renamed.calls).toEqual(world.calls);
    expect(errorOf(await renamed.call("note_write", given, 7))).toMatchObject({ versions: [3, 2, 1] });
  });
  test("a denied tool is unknown in every version", async () => {
    const world = openVersions(createPolicy({ deny: ["note_create"] }));
    for (const version of [undefined, 1, 3, 7]) {
      expect((await world.call("note_create", { title: "x" }, version)).kind).toBe("protocol-error");
    }
  });
});

describe("an upgraded call", () => {
  const mapped = catalog.tools.filter((tool) => tool.upgrade !== undefined);

  test.each(mapped.map((tool) => [versionedName(tool), tool] as const))(
    "%s is a call of the current version with the arguments mapped, and never refused by it",
    async (_name, old) => {
      const { upgrade } = old;
      if (upgrade === undefined) throw new Error("invariant: chosen for having one");
      const input = inputSchema(old, catalog, false);
      await fc.assert(
        fc.asyncProperty(argumentsOf(input), async (given) => {
          const ours = openVersions();
          const theirs = openVersions();
          const answer = await ours.call(old.name, given, old.version);
          const normal = normalise(inputPlan(old, catalog), planDefinitions(catalog), given);
          if (normal.violations.length > 0 || !compileCheck(input)(normal.value)) {
            expect(errorOf(answer).code).toBe("INVALID_ARGUMENTS");
            expect(ours.calls).toEqual([]);
            return;
          }
          const { arguments: now } = mapAlias({ ...upgrade, ignore: upgrade.drop }, normal.value);
          expect(valueOfAnswer(answer)).toEqual(valueOfAnswer(await theirs.call(old.name, now)));
          expect(ours.calls).toEqual(theirs.calls);
        }),
        { numRuns: 300 },
      );
    },
  );
});

test("uses of older versions are counted, under the name of the contract that was held", async () => {
  const world = openVersions();
  await world.call("note_list", {}, 1);
  await world.call("note_create", { title: "Milk", text: "Two litres" }, 1);
  await world.call("note_create", { title: "Milk", body: "Two litres" }, 3);
  expect(world.uses).toEqual([
    { kind: "version", tool: "note_list", name: "1" },
    { kind: "version", tool: "note_create", name: "1" },
  ]);
});
