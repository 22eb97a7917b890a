import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SavedList } from "./pairs/saved-list.ts";
import { renamesProposed } from "./renames-proposed.ts";

// Lists that the matching of names was not tuned with. `labels.json` was written before the diff was run on them.

interface Labels {
  /** Old name → new name; a param as `tool.param`. */
  readonly renames: Readonly<Record<string, string>>;
  /** Neither a rename nor a wrong proposal. */
  readonly allowed?: Readonly<Record<string, string>>;
  readonly why: string;
}

const folder = join(import.meta.dirname, "..", "fixtures", "renames");
// Files of this repository, of the forms that they are read as.
const read = (...names: readonly string[]) => JSON.parse(readFileSync(join(folder, ...names), "utf8")) as unknown;
const { pairs } = read("labels.json") as { readonly pairs: Readonly<Record<string, Labels>> };

const judged = Object.entries(pairs).map(([pair, { renames, allowed = {}, why }]) => {
  const [server = "", versions = ""] = pair.split(" ");
  const [base, head] = versions.split("..").map((version) => read(server, `${version}.json`) as SavedList);
  if (base === undefined || head === undefined) throw new Error(`${pair} names no two versions`);
  const wanted = Object.entries(renames).map(([old, name]) => `${old} → ${name}`);
  const right = new Set([...wanted, ...Object.entries(allowed).map(([old, name]) => `${old} → ${name}`)]);
  const proposed = renamesProposed(base, head).filter((one) => isLabelled(one, base, head));
  return {
    why,
    wanted: wanted.map((one) => `${pair}: ${one}`),
    seen: wanted.filter((one) => proposed.includes(one)).map((one) => `${pair}: ${one}`),
    proposed,
    wrong: proposed.filter((one) => !right.has(one)).map((one) => `${pair}: ${one}`),
  };
});

/** Params of tools that have another name themselves were not labelled. */
function isLabelled(proposal: string, base: SavedList, head: SavedList): boolean {
  const tool = /^([^ ]+)\.[^. ]+ → /.exec(proposal)?.[1];
  const has = (list: SavedList) => list.tools.some(({ name }) => name === tool);
  return tool === undefined || (has(base) && has(head));
}

const all = (key: "wanted" | "seen" | "proposed" | "wrong") => judged.flatMap((one) => one[key]);

describe("renames in lists that were not seen before", () => {
  test("every label says why", () => {
    for (const { why } of judged) expect(why).not.toBe("");
  });

  // A list of what is not seen yet, and no law: it may only get shorter.
  test("missed", () => {
    expect(all("wanted").filter((one) => !all("seen").includes(one))).toEqual([
      "mapbox 0.2.0..0.14.0: PoiSearchTool → search_and_geocode_tool",
      "mapbox 0.2.0..0.14.0: ForwardGeocodeTool → search_and_geocode_tool",
      "n8n 2.10.2..2.33.5: get_node_essentials → get_node",
      "n8n 2.10.2..2.33.5: get_node_documentation → get_node",
      "n8n 2.10.2..2.33.5: search_node_properties → get_node",
      "n8n 2.10.2..2.33.5: validate_node_operation → validate_node",
      "n8n 2.10.2..2.33.5: validate_node_minimal → validate_node",
      "shopify 1.1.0..1.4.1: introspect_admin_schema → introspect_graphql_schema",
      "shopify 1.1.0..1.4.1: fetch_docs_by_path → fetch_full_docs",
      "shopify 1.1.0..1.4.1: get_started → learn_shopify_api",
      "shopify 1.4.1..1.16.0: validate_component_codeblocks → validate",
      "shopify 1.4.1..1.16.0: validate_graphql_codeblocks → validate",
      "xcodebuild 2.3.2..2.7.0: launch_app_sim.args → launchArgs",
    ]);
  });

  test("wrong", () => {
    expect(all("wrong")).toEqual([
      // `detail` of get_node may be "minimal", too.
      "n8n 2.10.2..2.33.5: validate_node_minimal → get_node",
    ]);
    expect(all("proposed").length).toBe(12);
  });
});
