import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { serverName } from "../../src/compiler/import/catalog-yaml.ts";
import { cutName, freeName, isOldName, snakeCase, typeCase } from "../../src/compiler/import/fold-name.ts";
import { guessFamilies } from "../../src/compiler/import/guess-family.ts";
import { inputPlan, planDefinitions } from "../../src/compiler/schema/normalization-plan.ts";
import type { Json } from "../../src/contract/json.ts";
import { normalise } from "../../src/contract/normalise.ts";
import { importAndCompile, toolOf } from "./judge.ts";

describe("names", () => {
  test.each([
    ["getHTTPStatus", "get_http_status"],
    ["get-http status", "get_http_status"],
    ["URLs", "ur_ls"],
    ["2nd", "n2nd"],
    ["Übergröße", "ubergro_e"],
    ["日本", ""],
    ["__proto__", "proto"],
    ["../../etc/passwd", "etc_passwd"],
    ["a".repeat(3000), "a".repeat(1000)],
  ])("%s becomes %s", (name, folded) => {
    expect(snakeCase(name)).toBe(folded);
  });

  test("are cut between words, and made different by a number", () => {
    expect(cutName("note_create_now", 12)).toBe("note_create");
    expect(freeName("note_create", 11, (name) => name === "note_create")).toBe("note_crea_2");
    expect(typeCase("HTTP_status-line")).toBe("HttpStatusLine");
    expect([isOldName("a.b-c"), isOldName("__proto__"), isOldName("a b"), isOldName("")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("of servers lose what every server is called", () => {
    expect(["@scope/some-mcp-server", "Secure Filesystem Server", "mcp", "日本"].map(serverName)).toEqual([
      "some",
      "secure-filesystem",
      "imported",
      "imported",
    ]);
  });

  test("tell families where several tools share a noun", () => {
    const names = ["note_create", "note_list", "get_a", "get_b", "tag_list"];
    expect([...guessFamilies(names, "my-server").values()]).toEqual([
      "note",
      "note",
      "my_server",
      "my_server",
      "my_server",
    ]);
  });
});

const wildName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
  fc.constantFrom(
    "get_sum",
    "getSum",
    "get-sum",
    "GETSUM",
    "getsum",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "then",
    "default",
    "con",
    "mcp_x",
    "tool_search",
    "call_read",
    "delete",
    "x".repeat(90),
  ),
);

describe("lists of tools and params with any names", () => {
  test("compile, and take arguments under the original names", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(wildName, { minLength: 1, maxLength: 6 }),
        fc.uniqueArray(wildName, { minLength: 1, maxLength: 6 }),
        (tools, params) => {
          const properties = Object.fromEntries(params.map((name): [string, Json] => [name, { type: "number" }]));
          const list = tools.map((name) => ({
            name,
            description: "Work on what was given.",
            inputSchema: { type: "object", properties },
            annotations: { readOnlyHint: true, openWorldHint: false },
          }));
          const { imported, catalog } = importAndCompile(list, "wild");
          expect(imported.tools.map(({ original }) => original).sort()).toEqual([...tools].sort());
          for (const { original, name, path } of imported.tools) {
            expect(path).toMatch(/^schema\/tools\/[a-z][a-z0-9_]*\/[a-z][a-z0-9_]*\.yaml$/);
            const tool = toolOf(catalog, name);
            const isReachable = tool.name === original || tool.aliases.some((alias) => alias.name === original);
            const isReported = imported.lost.some((loss) => loss.tool === original && loss.effect === "narrower");
            expect({ original, isReachable: isReachable || isReported }).toEqual({ original, isReachable: true });
            // A param that is not known under its original name was reported.
            const given = Object.fromEntries(params.map((param): [string, Json] => [param, 1]));
            const { unknown } = normalise(inputPlan(tool, catalog), planDefinitions(catalog), given);
            const reported = new Set(
              imported.lost
                .filter((loss) => loss.tool === original && loss.effect === "wider")
                .map(({ pointer }) => pointer),
            );
            for (const { name: param } of unknown) {
              expect(
                [...reported].some((pointer) =>
                  pointer.endsWith(`/properties/${param.replaceAll("~", "~0").replaceAll("/", "~1")}`),
                ),
              ).toBe(true);
            }
          }
        },
      ),
      { numRuns: 60, seed: 20261121 },
    );
  }, 150_000);
});
