import { describe, expect, it } from "vitest";
import type { Catalog, Tool } from "../../src/compiler/catalog/catalog.ts";
import { compile } from "../../src/compiler/compile.ts";
import { inputSchema, outputSchema } from "../../src/compiler/schema/json-schema.ts";
import { inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import { compileCheck } from "../../src/compiler/schema/validate.ts";
import { wireTool } from "../../src/compiler/schema/wire-tool.ts";
import { createDispatcher } from "../../src/runtime/dispatch.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import type { Registry } from "../../src/runtime/registry.ts";
import { ok } from "../../src/runtime/result.ts";
import { caseSources } from "../lint/golden-case.ts";
import { countingEntropy, memoryLog } from "../runtime/notes-catalog.ts";
import { unlisted } from "../runtime/unlisted.ts";

// A notice stands on everything that can have one: the tool, a param, a spelling, a value, an alias, an error.

const notice = (reason: string) => `{ since: 1.1.0, sunset: 2027-12-01, reason: ${reason} }`;
const sources = caseSources("base").map(({ path, text }) => ({
  path,
  text: path.endsWith("note_create.yaml")
    ? text
        .replace("tier: essential\n", `tier: essential\ndeprecated: ${notice("the tool")}\n`)
        .replace("values: [red, green]", `values: [red, { value: green, deprecated: ${notice("the value")} }]`)
        .replace(
          "required: true, description: Title",
          `required: true, aliases: [{ name: name, deprecated: ${notice("the spelling")} }], description: Title`,
        )
        .replace("{ use: limit }", `{ use: limit, deprecated: ${notice("the param")} }`)
        .replace("{ since: 1.1.0, sunset: 2027-12-01 }", notice("the alias"))
    : text.replace("retry: changed_arguments", `retry: changed_arguments\n    deprecated: ${notice("the error")}`),
}));

const { value, diagnostics } = compile(sources);
if (value === undefined) throw new Error("the fixture does not compile");
const { catalog, files } = value;
const tool = toolOf(catalog);

function toolOf({ tools: [first] }: Catalog): Tool {
  if (first === undefined) throw new Error("the fixture has lost its tool");
  return first;
}

function textOf(path: string): string {
  const file = files.find((candidate) => candidate.path === path);
  if (file === undefined) throw new Error(`no ${path} among ${files.map((one) => one.path).join(", ")}`);
  return file.text;
}

describe("a notice", () => {
  it("is a part of the catalog wherever the language allows it", () => {
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const reasons = [...JSON.stringify(catalog).matchAll(/"reason":"(the \w+)"/g)].map(([, reason]) => reason);
    expect([...new Set(reasons)].sort()).toEqual([
      ...["the alias", "the error", "the param", "the spelling", "the tool", "the value"],
    ]);
  });

  it("is part of the verbose list, with what it is about", () => {
    const reported = wireTool(tool, catalog, "verbose")._meta?.["pegboard/deprecations"];
    const common = { since: "1.1.0", sunset: "2027-12-01" };
    expect(reported).toEqual([
      { tool: "note_create", ...common, reason: "the tool" },
      { param: "title", spelling: "name", ...common, reason: "the spelling" },
      { param: "color", value: "green", ...common, reason: "the value" },
      { param: "limit", ...common, reason: "the param" },
      { alias: "add_note", ...common, reason: "the alias" },
      { error: "NOTE_NOT_FOUND", ...common, reason: "the error" },
    ]);
  });

  it("is part of the docs", () => {
    const page = textOf("generated/docs/tools/note_create.md");
    for (const about of ["tool", "param", "spelling", "value", "alias", "error"]) {
      expect(page).toContain(`deprecated since 1.1.0; may be removed on 2027-12-01; the ${about}`);
    }
  });

  it("is part of the generated types", () => {
    const contract = textOf("generated/contracts/note_create.ts");
    expect(contract).toContain("@deprecated since 1.1.0; may go on 2027-12-01; the tool");
    expect(contract).toContain("@deprecated since 1.1.0; may go on 2027-12-01; the param");
    expect(contract).toContain('Deprecated value "green": since 1.1.0; may go on 2027-12-01; the value');
    expect(textOf("generated/errors.ts")).toContain("@deprecated since 1.1.0; may go on 2027-12-01; the error");
  });

  it("is sent to every caller that uses what will go, and to no other", async () => {
    const reported = async (name: string, given: object) => {
      const answer = await call(name, given);
      if (answer.kind !== "result") throw new Error("the dispatcher gave no result");
      const notices = answer.result._meta?.["pegboard/notices"];
      return (Array.isArray(notices) ? notices : []).map((one) => /\((the \w+)\)/.exec(JSON.stringify(one))?.[1]);
    };
    expect(await reported("note_create", { title: "A" })).toEqual(["the tool"]);
    expect(await reported("note_create", { title: "A", limit: 3 })).toEqual(["the tool", "the param"]);
    expect(await reported("note_create", { name: "A" })).toEqual(["the tool", "the spelling"]);
    expect(await reported("note_create", { title: "A", color: "green" })).toEqual(["the tool", "the value"]);
    expect(await reported("note_create", { title: "A", color: "red" })).toEqual(["the tool"]);
    expect(await reported("add_note", { noteTitle: "A" })).toEqual(["the alias", "the tool"]);
  });
});

function call(name: string, given: object) {
  const input = inputSchema(tool, catalog, true);
  const output = outputSchema(tool, catalog, true);
  const validator = {
    ...{ input, output, checkInput: compileCheck(input), checkOutput: compileCheck(output) },
    ...{ plan: inputPlan(tool, catalog), plans: planDefinitions(catalog) },
  };
  const { title, family, tier, version, summary, session, effects, deprecated } = tool;
  const registry: Registry<undefined> = {
    server: { name: "notebook", version: "1.2.0" },
    unknownParams: "warn",
    defaultProfile: "full",
    profiles: {},
    ...unlisted,
    tools: {
      note_create: {
        ...{ name: tool.name, title, family, tier, version, summary, session, effects },
        ...(deprecated === undefined ? {} : { deprecated }),
        load: async () => ({ validator, handler: ({ title: of }: { title: string }) => ok({ id: "n1", title: of }) }),
      },
    },
    aliases: Object.fromEntries(
      tool.aliases.map(({ params: _listed, ...alias }) => [alias.name, { ...alias, target: tool.name }]),
    ),
    retired: {},
  };
  const dispatch = createDispatcher<undefined>({
    registry,
    policy: createPolicy({}),
    openHost: () => ({ deps: undefined, close: async () => undefined }),
    hostEnv: { env: {}, clock: () => 0, log: memoryLog([]) },
    entropy: countingEntropy(),
  });
  const never = new AbortController().signal;
  return dispatch({ name, arguments: given, connection: { sessionHandle: undefined }, signal: () => never });
}
