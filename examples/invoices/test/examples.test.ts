import { examplesOf } from "pegboard/testing";
import { describe, it } from "vitest";
import catalog from "../generated/.cache/catalog.json" with { type: "json" };
import { options } from "./bench.ts";

describe("the examples of schema/ hold", () => {
  it.each(examplesOf(catalog))("$tool: $title", (example) => example.run(options));
});
