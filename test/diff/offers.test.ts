import { expect, test } from "vitest";
import { emptyCatalog } from "../../src/compiler/catalog/catalog.ts";
import type { Resource } from "../../src/compiler/catalog/offers.ts";
import { diff } from "../../src/compiler/diff/diff.ts";
import { caseOptions } from "./cases/means.ts";

const style: Resource = { name: "style", description: "House style", uri: "notes://style", text: "Short sentences" };

test("a resource is known by its URI: another URI is another resource, another name is the same one", () => {
  const changes = (head: Partial<Resource>) =>
    diff({ ...emptyCatalog, resources: [style] }, { ...emptyCatalog, resources: [{ ...style, ...head }] }, caseOptions)
      .changes.filter(({ id }) => id.startsWith("resource-"))
      .map(({ id, severity, subject }) => [id, severity, subject]);
  expect(changes({ uri: "notes://tone" })).toEqual([
    ["resource-removed", "ERR", "resource notes://style"],
    ["resource-added", "INFO", "resource notes://tone"],
  ]);
  expect(changes({ name: "tone" })).toEqual([]);
});
