import { type Bench, openBench } from "pegboard/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { registry } from "../generated/registry.ts";
import { openHost } from "../src/host.ts";

let bench: Bench;
beforeEach(() => {
  bench = openBench({ registry, openHost });
});
afterEach(() => bench.close());

it("takes the calls of the original server's clients, in their spelling", async () => {
  const ada = { name: "Ada", entityType: "person", observations: ["writes programs"] };
  await bench.call("create_entities", { entities: [ada, { name: "Engine", entityType: "machine", observations: [] }] });
  const relation = { from: "Ada", to: "Engine", relationType: "programs" };
  await bench.call("create_relations", { relations: [relation] });
  const found = { entities: [ada], relations: [relation] };
  // As they spell it, and as we do now.
  expect((await bench.call("search_nodes", { query: "PERSON" })).result).toEqual(found);
  expect((await bench.call("search_nodes", { words: "PERSON" })).result).toEqual(found);
});

it("adds each observation once", async () => {
  await bench.call("create_entities", { entities: [{ name: "Ada", entityType: "person", observations: ["one"] }] });
  const { result } = await bench.call("add_observations", {
    observations: [{ entityName: "Ada", contents: ["one", "two"] }],
  });
  expect(result).toEqual({ results: [{ entityName: "Ada", addedObservations: ["two"] }] });
});

it("deletes an entity with its relations, without a question that the original never asked", async () => {
  const entities = ["Ada", "Engine"].map((name) => ({ name, entityType: "thing", observations: [] }));
  await bench.call("create_entities", { entities });
  await bench.call("create_relations", { relations: [{ from: "Ada", to: "Engine", relationType: "programs" }] });
  await bench.call("delete_entities", { entityNames: ["Engine"] });
  const { result } = await bench.call("read_graph");
  expect(result).toEqual({ entities: entities.slice(0, 1), relations: [] });
});
