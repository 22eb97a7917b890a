import { describe, expect, test } from "vitest";
import { diffLists } from "../../src/compiler/diff/diff-lists.ts";
import { readTools } from "../../src/compiler/diff/listed/read-tools.ts";
import { matchesByName } from "../../src/compiler/diff/name-matches.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { recordedPairs } from "./pairs/saved-list.ts";
import { renamesProposed } from "./renames-proposed.ts";

// Which old name is which new one, as people who read both lists would say; the diff is held to it.

/** By server and versions: old name → new name, of tools; of params as `tool.param`. Both lists were read in 2026-11. */
const labels: { readonly [pair: string]: { readonly [old: string]: string } } = {
  "tavily 0.2.12..0.2.16": {
    "tavily-search": "tavily_search",
    "tavily-extract": "tavily_extract",
    "tavily-crawl": "tavily_crawl",
    "tavily-map": "tavily_map",
  },
  "everything 2025.12.18..2026.1.14": {
    add: "get-sum",
    longRunningOperation: "trigger-long-running-operation",
    printEnv: "get-env",
    getTinyImage: "get-tiny-image",
    annotatedMessage: "get-annotated-message",
    getResourceReference: "get-resource-reference",
    getResourceLinks: "get-resource-links",
    structuredContent: "get-structured-content",
    zip: "gzip-file-as-resource",
  },
  "notion 1.9.1..2.0.0": {
    "API-post-database-query": "API-query-data-source",
    "API-create-a-database": "API-create-a-data-source",
    "API-update-a-database": "API-update-a-data-source",
    "API-retrieve-a-database": "API-retrieve-a-data-source",
  },
  "chrome-devtools 0.6.0..0.10.1": { emulate_cpu: "emulate", emulate_network: "emulate" },
  "chrome-devtools 0.10.1..0.17.0": { "close_page.pageIdx": "pageId", "select_page.pageIdx": "pageId" },
  "chrome-devtools 0.22.0..1.5.0": { take_memory_snapshot: "take_heapsnapshot" },
  "chrome-devtools 1.5.0..1.11.0": { "upload_file.filePath": "filePaths" },
  "context7 1.0.33..2.1.0": { "get-library-docs": "query-docs" },
  "firecrawl 1.11.0..2.0.2": {
    "firecrawl_crawl.maxDepth": "maxDiscoveryDepth",
    "firecrawl_crawl.allowBackwardLinks": "crawlEntireDomain",
  },
  "playwright 0.0.64..0.0.83": {
    browser_run_code: "browser_run_code_unsafe",
    "browser_click.ref": "target",
    "browser_drag.startRef": "startTarget",
    "browser_drag.endRef": "endTarget",
    "browser_evaluate.ref": "target",
    "browser_hover.ref": "target",
    "browser_network_requests.includeStatic": "static",
    "browser_select_option.ref": "target",
    "browser_take_screenshot.ref": "target",
    "browser_type.ref": "target",
  },
};

const proposals = recordedPairs().flatMap(({ server, base, head }) =>
  renamesProposed(base, head).map((one) => `${server} ${base.version}..${head.version}: ${one}`),
);

const wanted = Object.entries(labels).flatMap(([pair, names]) =>
  Object.entries(names).map(([old, name]) => `${pair}: ${old} → ${name}`),
);

test("of what people call a rename at least four of five are proposed", () => {
  const seen = wanted.filter((one) => proposals.includes(one));
  expect(wanted.filter((one) => !seen.includes(one))).toEqual([
    // Their texts say it and nothing else does.
    "everything 2025.12.18..2026.1.14: add → get-sum",
    "everything 2025.12.18..2026.1.14: zip → gzip-file-as-resource",
    "context7 1.0.33..2.1.0: get-library-docs → query-docs",
    "firecrawl 1.11.0..2.0.2: firecrawl_crawl.maxDepth → maxDiscoveryDepth",
    "firecrawl 1.11.0..2.0.2: firecrawl_crawl.allowBackwardLinks → crawlEntireDomain",
  ]);
  expect(seen.length / wanted.length).toBeGreaterThanOrEqual(0.8);
});

test("at most one of twenty proposals is none", () => {
  const wrong = proposals.filter((one) => !wanted.includes(one));
  expect(wrong).toEqual([]);
});

describe("by names alone", () => {
  const tools = (...names: readonly string[]) => {
    const read = readTools(names.map((name): JsonObject => ({ name, inputSchema: { type: "object" } })));
    if ("problem" in read) throw new Error(read.problem);
    return read.catalog.tools;
  };
  const matches = (was: readonly string[], is: readonly string[]) =>
    [...matchesByName(tools(...was), tools(...is))].map(([old, { tool }]) => `${old} → ${tool.name}`);
  test.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ["another spelling", ["pageFind"], ["page-find"], ["pageFind → page-find"]],
    ["another verb of reading", ["fetch_page"], ["get_page"], ["fetch_page → get_page"]],
    [
      "a word in several names",
      ["add_db", "list_db"],
      ["add_source", "list_source"],
      ["add_db → add_source", "list_db → list_source"],
    ],
    ["a word in one name is no pattern", ["add_db"], ["add_source"], []],
    ["another deed", ["create_page", "create_note"], ["delete_page", "delete_note"], []],
    ["the opposite", ["server_start"], ["server_stop"], []],
    ["a list is not one of it", ["list_page"], ["get_page"], []],
    ["two that it could be", ["getPage"], ["get_page", "get-page"], []],
  ])("%s", (_, was, is, expected) => {
    expect(matches(was, is)).toEqual(expected);
  });

  const asking = (tools: { readonly [name: string]: readonly string[] }) => {
    const read = readTools(
      Object.entries(tools).map(([name, params]): JsonObject => {
        const properties = Object.fromEntries(params.map((param) => [param, { type: "string" }]));
        return { name, inputSchema: { type: "object", properties } };
      }),
    );
    if ("problem" in read) throw new Error(read.problem);
    return read.catalog.tools;
  };
  type Asking = Parameters<typeof asking>[0];
  test.each<[string, Asking, Asking, readonly string[]]>([
    [
      "a word in several names, of tools that ask for something else",
      { browser_list: ["status"], browser_make: ["ttl"] },
      { monitor_list: ["limit"], monitor_make: ["page"] },
      [],
    ],
    [
      "a word more, and all params",
      { run_code: ["code"] },
      { run_code_unsafe: ["code", "file"] },
      ["run_code → run_code_unsafe"],
    ],
    ["a word more, and other params", { run_code: ["code"] }, { run_code_unsafe: ["file"] }, []],
    ["a word more in two names", { run_code: ["code"] }, { run_code_now: ["code"], run_code_soon: ["code"] }, []],
  ])("%s", (_, was, is, expected) => {
    const found = matchesByName(asking(was), asking(is));
    expect([...found].map(([old, { tool }]) => `${old} → ${tool.name}`)).toEqual(expected);
  });
});

test("the same param of several tools is one rename", () => {
  const list = (properties: JsonObject, names: readonly string[]): JsonObject => ({
    tools: names.map((name) => ({ name: `read_${name}`, inputSchema: { type: "object", properties } })),
  });
  const text = { type: "string" };
  // Neither the name nor the type shows it.
  const longer = { type: "string", maxLength: 500 };
  const ids = (head: JsonObject, names = ["a", "b", "c"]) => {
    const report = diffLists(list({ user: text }, names), list(head, names));
    return "problem" in report ? [report.problem] : report.changes.map(({ id }) => id);
  };
  expect(ids({ account: longer })).toEqual(Array(3).fill("param-renamed-without-alias"));
  // A word within another name is the same pattern.
  const within = (name: string) => ({ name: "drag", inputSchema: { type: "object", properties: { [name]: text } } });
  const both = (param: string, inner: string): JsonObject => ({
    tools: [
      ...["a", "b"].map((name) => ({ name, inputSchema: { type: "object", properties: { [param]: text } } })),
      within(inner),
    ],
  });
  const report = diffLists(both("user", "startUser"), both("account", "startAccount"));
  if ("problem" in report) throw new Error(report.problem);
  expect(report.changes.map(({ id }) => id)).toEqual(Array(3).fill("param-renamed-without-alias"));
  // In one tool alone it is a guess.
  expect(ids({ account: longer }, ["a"])).toContain("param-removed");
  // Which of the two it is can't be seen.
  expect(ids({ account: longer, team: longer })).toContain("param-removed");
});
