import { describe, expect, it } from "vitest";
import { readBuiltinCatalog } from "../../src/compiler/builtins/builtin-catalog.ts";
import { builtinSchema } from "../../src/compiler/builtins/builtin-schema.ts";
import { compile } from "../../src/compiler/compile.ts";
import { checkHandlers } from "../../src/compiler/emit/check-handlers.ts";
import { lint } from "../../src/compiler/lint/lint.ts";
import { resolve } from "../../src/compiler/resolve/resolve.ts";
import { parseSpec } from "../../src/compiler/syntax/parse.ts";
import { builtinTools } from "../../src/contract/builtin-tools.ts";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { caseSources } from "../lint/golden-case.ts";

describe("the built-in tools", () => {
  it("are those whose names are reserved", () => {
    expect(readBuiltinCatalog().tools.map(({ name }) => name)).toEqual(Object.keys(builtinTools).sort());
  });

  it("keep every rule that keeps a catalog from being published", () => {
    const { value, diagnostics } = resolve(parseSpec(builtinSchema).value);
    expect(diagnostics).toEqual([]);
    if (value.catalog === undefined) throw new Error("the built-in tools have no catalog");
    const errors = lint(value.catalog, value.origins).filter(({ severity }) => severity === "error");
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  it("say with their hints what may be called through them", () => {
    const proxies = readBuiltinCatalog().tools.filter(({ name }) => name.startsWith("call_"));
    expect(proxies.map(({ name, effects: { readOnly, destructive } }) => ({ name, readOnly, destructive }))).toEqual([
      { name: "call_destructive", readOnly: false, destructive: true },
      { name: "call_read", readOnly: true, destructive: false },
      { name: "call_write", readOnly: false, destructive: false },
    ]);
  });
});

describe("aliases of built-in tools", () => {
  it("are a part of the catalog, with the old shape of their params", () => {
    const { value, diagnostics } = compile(caseSources("builtin-aliases"));
    expect(hasErrors(diagnostics)).toBe(false);
    const aliases = value?.catalog.builtins?.flatMap((tool) =>
      tool.aliases.map(({ name, params }) => ({ tool: tool.name, name, params: params.map((param) => param.name) })),
    );
    expect(aliases).toEqual([
      { tool: "tool_describe", name: "capabilities", params: ["family", "include_schema", "verbose"] },
      { tool: "tool_search", name: "find_tool", params: ["text", "k", "namespace"] },
    ]);
    const json = value?.files.find(({ path }) => path === "generated/.cache/catalog.json");
    expect(JSON.parse(json?.text ?? "{}").builtins).toHaveLength(2);
  });

  it("may be mapped by a function, of which the contract, the checks and a first version are written", () => {
    const { value } = compile(caseSources("builtin-alias-with-a-function"));
    const text = (path: string) => value?.files.find((file) => file.path === path)?.text ?? "";
    const contract = text("generated/contracts/tool_search.ts");
    expect(contract).toContain("export type FindToolArguments = {");
    expect(contract).toContain("export type AdaptFindTool = (old: FindToolArguments) => ToolSearchArguments;");
    expect(text("generated/.cache/handlers.ts")).toContain("  readonly find_tool: AdaptFindTool;\n");
    expect(text("generated/.cache/validators/tool_search.d.ts")).toContain(
      "export declare const aliases: {\n  readonly find_tool: ",
    );
    expect(text("generated/.cache/registry.ts")).toContain('import("../../src/handlers/builtin/find_tool.ts")');
    expect(text("src/handlers/builtin/find_tool.ts")).toMatch(
      /^\/\/ Scaffolded once by pegboard from schema\/catalog\.yaml;/,
    );
  });

  it("whose function is missing are reported", async () => {
    const { value } = compile(caseSources("builtin-alias-with-a-function"));
    if (value === undefined) throw new Error("the case compiles");
    const written = value.files.filter(({ path }) => path.startsWith("src/handlers/") && !path.includes("find_tool"));
    const found = await checkHandlers(value.catalog, value.origins, written);
    expect(found.map(({ code, message, span }) => [code, message, span?.file.path])).toEqual([
      ["adapter-missing", expect.stringContaining("'find_tool'"), "schema/catalog.yaml"],
    ]);
  });

  it("leave a catalog without any as it was", () => {
    const { value } = compile(caseSources("clean"));
    expect(value?.catalog).not.toHaveProperty("builtins");
  });
});
