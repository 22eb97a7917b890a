import { expect, it } from "vitest";
import { importCatalog } from "../../src/compiler/import/import-catalog.ts";
import { findingsOf } from "../lint/golden-case.ts";

// What a client can't take is an error where the catalog's author names that client among its `targets`, and an imported catalog names none: it
// is published as it was, with warnings.

const node = { type: "object", properties: { next: { $ref: "#/$defs/Node" } } };
const inputSchema = {
  type: "object",
  properties: { level: { enum: [1, 2] }, node: { $ref: "#/$defs/Node" } },
  $defs: { Node: node },
};
const list = { tools: [{ name: "node_add", description: "Add a node.", inputSchema }] };

it("an imported catalog warns of what it refuses with targets", () => {
  const imported = importCatalog(list, { server: "nodes" });
  const sources = (imported?.files ?? []).filter(({ path }) => path.startsWith("schema/"));
  const errorsWith = (targets: string) => {
    const texts = sources.map(({ path, text }) => ({
      path,
      text: path === "schema/catalog.yaml" ? text.replace(/^format: 1\n/m, `format: 1\n${targets}`) : text,
    }));
    const findings = findingsOf(texts);
    const of = (severity: string) => [
      ...new Set(findings.filter((one) => one.severity === severity).map(({ code }) => code)),
    ];
    return { errors: of("error"), warnings: of("warning") };
  };
  const { errors, warnings } = errorsWith("");
  expect(errors).toEqual([]);
  expect(warnings).toContain("schema-recursion");
  expect(errorsWith("targets: [gemini]\n").errors).toEqual(expect.arrayContaining(["schema-recursion"]));
  expect(errorsWith("targets: [claude]\n").errors).toEqual([]);
});
