import { describe, expect, test } from "vitest";
import { registry } from "../../generated/registry.ts";
import { createMemoryResults } from "../../src/runtime/kept-results.ts";
import type { OfferRequest } from "../../src/runtime/offers.ts";
import { createPolicy } from "../../src/runtime/policy.ts";
import type { Registry } from "../../src/runtime/registry.ts";
import type { ResourceProvider } from "../../src/runtime/resource-provider.ts";
import {
  createResources,
  type ReadResource,
  type ResourceSources,
  type Resources,
} from "../../src/runtime/resources.ts";
import { countingEntropy } from "./notes-catalog.ts";

const call: OfferRequest = {
  signal: new AbortController().signal,
  caller: { client: undefined, transport: "in-process", identity: undefined },
};

interface Given {
  readonly deny?: readonly string[];
  readonly provider?: ResourceProvider;
  readonly of?: Registry<never>;
}

const results = createMemoryResults({ clock: () => 0, entropy: countingEntropy() });

async function resourcesOf({ deny = [], provider, of = registry }: Given = {}): Promise<Resources> {
  const policy = createPolicy({ deny });
  const listingOptions = { profile: "core" };
  const sources: ResourceSources = {
    provider: async () => provider,
    results: async () => results,
    keepsResults: true,
  };
  return createResources(of, { listingOptions, policy }, sources);
}

async function allUris(resources: Resources): Promise<readonly string[]> {
  const uris: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 20; pages++) {
    const page = await resources.list(cursor);
    if (page === undefined) throw new Error(`the cursor ${cursor} is not known`);
    uris.push(...page.entries.map(({ uri }) => uri));
    cursor = page.nextCursor;
    if (cursor === undefined) return uris;
  }
  throw new Error("the list does not end");
}

function textOf(read: ReadResource): string {
  if (read.kind === "unknown") throw new Error(read.message);
  return read.contents.map((contents) => ("text" in contents ? contents.text : contents.blob)).join("\n");
}

const tools = Object.keys(registry.tools);

describe("the list", () => {
  test("holds the guide, the errors and the page of every tool, in catalog order", async () => {
    const uris = await allUris(await resourcesOf());
    expect(uris).toEqual(["pegboard://guide", ...["errors", ...tools].map((name) => `pegboard://docs/${name}`)]);
  });

  test("everything in it can be read", async () => {
    const resources = await resourcesOf();
    for (const uri of await allUris(resources)) {
      const read = await resources.read(uri, call);
      expect(read).toMatchObject({ kind: "found", isFixed: true, contents: [{ uri, mimeType: "text/markdown" }] });
      expect(textOf(read)).toMatch(/^# /);
    }
  });

  test("has pages of a hundred, then the host's own; only cursors that were given lead on", async () => {
    const [first] = Object.values(registry.tools);
    if (first === undefined) throw new Error("there are no tools");
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`t_${at}`, { ...first, name: `t_${at}` }]));
    const pages: Readonly<Record<string, { entries: { uri: string; name: string }[]; nextCursor?: string }>> = {
      first: { entries: [{ uri: "test://a", name: "a" }], nextCursor: "own:0" },
      "own:0": { entries: [{ uri: "test://b", name: "b" }] },
    };
    const provider: ResourceProvider = { list: async (at = "first") => pages[at], read: async () => undefined };
    const resources = await resourcesOf({ provider, of: { ...registry, tools: many } });
    const uris = await allUris(resources);
    expect(uris).toHaveLength(254);
    expect(uris.slice(-3)).toEqual(["pegboard://docs/t_249", "test://a", "test://b"]);
    expect((await resources.list(undefined))?.entries).toHaveLength(100);
    const bad = [
      "",
      "own:",
      "own:7",
      "own:-100",
      "own:300",
      "own:1e2",
      "host:",
      "host:c",
      "x",
      "own:100\n",
      "__proto__",
    ];
    for (const cursor of bad) expect([cursor, await resources.list(cursor)]).toEqual([cursor, undefined]);
  });

  test("what is listed without values is completed by none; the rest is unknown", async () => {
    const provider: ResourceProvider = {
      list: async (at) =>
        at === undefined ? { entries: [], nextCursor: "2" } : { entries: [{ uri: "test://b", name: "b" }] },
      templates: async () => ({ entries: [{ uriTemplate: "test://{id}", name: "t" }] }),
      read: async () => undefined,
    };
    const resources = await resourcesOf({ provider });
    const typed = { ...call, value: "", given: {} };
    for (const uri of ["pegboard://docs/{tool}", "pegboard://guide", "test://{id}", "test://b"]) {
      expect([uri, await resources.complete(uri, "id", typed)]).toEqual([uri, []]);
    }
    for (const uri of ["test://{x}", "test://c", ""])
      expect(await resources.complete(uri, "id", typed)).toBeUndefined();
    const endless: ResourceProvider = { ...provider, list: async () => ({ entries: [], nextCursor: "2" }) };
    expect(await (await resourcesOf({ provider: endless })).complete("test://c", "id", typed)).toBeUndefined();
  });

  test("templates: the pages, kept results, and the host's", async () => {
    const template = { uriTemplate: "test://{id}", name: "t" };
    const provider: ResourceProvider = {
      templates: async (at) => (at === undefined ? { entries: [template] } : undefined),
      read: async () => undefined,
    };
    const resources = await resourcesOf({ provider });
    expect((await resources.templates(undefined))?.entries.map(({ uriTemplate }) => uriTemplate)).toEqual([
      "pegboard://docs/{tool}",
      "pegboard://results/{id}",
      "test://{id}",
    ]);
    expect(await resources.templates("host:x")).toBeUndefined();
  });
});

describe("reading", () => {
  test("an old name leads to the page of its tool, with links to other pages", async () => {
    const resources = await resourcesOf();
    const page = textOf(await resources.read("pegboard://docs/recall", call));
    expect(page).toBe(textOf(await resources.read("pegboard://docs/memory_recall", call)));
    expect(page).toMatch(/^# `memory_recall`\n/);
    expect(page).toContain("- [`memory_store`](pegboard://docs/memory_store)\n");
    expect(textOf(await resources.read("pegboard://docs/errors", call))).toContain("](pegboard://docs/memory_store)");
    expect(page).not.toMatch(/\]\((?!pegboard:|#)/);
  });

  test("a name with a slash is read as it is listed, and as the template encodes it", async () => {
    const [first] = Object.values(registry.tools);
    if (first === undefined) throw new Error("there are no tools");
    const name = "act/on";
    const docs = async () => ({ default: { tools: { [name]: "# The page" } } });
    const of = { ...registry, docs, tools: { [name]: { ...first, name } } };
    const resources = await resourcesOf({ of });
    for (const uri of ["pegboard://docs/act/on", "pegboard://docs/act%2Fon"]) {
      expect(await resources.read(uri, call)).toMatchObject({ kind: "found", contents: [{ uri }] });
    }
    expect(await resources.read("pegboard://docs/act%2", call)).toMatchObject({ kind: "unknown" });
  });

  test("an unknown resource is reported by its name, a removed one by its replacement", async () => {
    const retired = { note_burn: { removed: "1.0.0", replacedBy: "memory_store" } };
    const resources = await resourcesOf({ of: { ...registry, retired } });
    const messages: string[] = [];
    for (const about of ["nothing", "__proto__", "constructor", "", "note_burn", "tool_search", "x".repeat(300)]) {
      const read = await resources.read(`pegboard://docs/${about}`, call);
      messages.push(read.kind === "unknown" ? read.message : "found");
    }
    expect(messages).toEqual([
      "Resource not found: pegboard://docs/nothing",
      "Resource not found: pegboard://docs/__proto__",
      "Resource not found: pegboard://docs/constructor",
      "Resource not found: pegboard://docs/",
      "Resource not found: pegboard://docs/note_burn; see pegboard://docs/memory_store",
      "Resource not found: pegboard://docs/tool_search",
      `Resource not found: pegboard://docs/${"x".repeat(183)}…`,
    ]);
  });

  test("a kept result comes in whole, part by part", async () => {
    const resources = await resourcesOf();
    await results.put("abc", [
      { mimeType: "application/json", text: "{}" },
      { mimeType: "image/png", blob: "AA==" },
    ]);
    expect(await resources.read("pegboard://results/abc", call)).toEqual({
      kind: "found",
      isFixed: false,
      contents: [
        { uri: "pegboard://results/abc", mimeType: "application/json", text: "{}" },
        { uri: "pegboard://results/abc#1", mimeType: "image/png", blob: "AA==" },
      ],
    });
    expect(await resources.read("pegboard://results/abd", call)).toMatchObject({ kind: "unknown" });
  });

  test("the host is asked for everything that is not ours, and for nothing else", async () => {
    const asked: string[] = [];
    const provider: ResourceProvider = {
      async read(uri) {
        asked.push(uri);
        return uri === "test://a" ? { uri, text: "a" } : undefined;
      },
    };
    const resources = await resourcesOf({ provider });
    const contents = [{ uri: "test://a", text: "a" }];
    expect(await resources.read("test://a", call)).toEqual({ kind: "found", contents, isFixed: false });
    for (const uri of [
      "test://b",
      "pegboard://x",
      "pegboard:",
      "pegboard://docs/x",
      "pegboard://results/x",
      "PEGBOARD://guide",
    ]) {
      expect((await resources.read(uri, call)).kind).toBe("unknown");
    }
    expect(asked).toEqual(["test://a", "test://b", "PEGBOARD://guide"]);
  });
});

describe("what policy denies", () => {
  test.each(tools)("%s is on no page when it is denied", async (denied) => {
    const resources = await resourcesOf({ deny: [denied] });
    const uris = await allUris(resources);
    expect(uris).toHaveLength(tools.length + 1);
    expect((await resources.read(`pegboard://docs/${denied}`, call)).kind).toBe("unknown");
    for (const uri of uris) {
      const page = textOf(await resources.read(uri, call));
      expect(page.match(new RegExp(`\\b${denied}\\b`, "g")) ?? [], `${uri} names ${denied}`).toEqual([]);
    }
  });

  test("the search for names would find them: where nothing is denied, every tool is named somewhere else too", async () => {
    const resources = await resourcesOf();
    const guide = textOf(await resources.read("pegboard://guide", call));
    const errors = textOf(await resources.read("pegboard://docs/errors", call));
    expect(tools.filter((name) => !new RegExp(`\\b${name}\\b`).test(guide))).toEqual([]);
    expect(tools.filter((name) => new RegExp(`\\b${name}\\b`).test(errors)).length).toBeGreaterThan(8);
  });

  test("pages stay whole but for that: tables keep their columns, lists their heads", async () => {
    const all = textOf(await (await resourcesOf()).read("pegboard://docs/memory_recall", call));
    const page = textOf(
      await (await resourcesOf({ deny: ["memory_store"] })).read("pegboard://docs/memory_recall", call),
    );
    expect(linesOnlyIn(all, page)).toEqual([
      "Usually before:",
      "- [`memory_store`](pegboard://docs/memory_store)",
      "### Find what was stored",
      "After these calls:",
      '1. `session_open` `{"agent":"claude"}`',
      '2. `project_create` `{"name":"Atlas"}`',
      '3. `memory_store` `{"project":"Atlas","title":"Ports","content":"The bridge listens on 7179."}`',
      "the arguments",
      '  "project": "Atlas"',
      '  "count": 1,',
      '  "more": false',
    ]);
    expect(linesOnlyIn(page, all)).toEqual([]);
    const errors = textOf(await (await resourcesOf({ deny: ["project_*"] })).read("pegboard://docs/errors", call));
    for (const row of errors.split("\n").filter((line) => line.startsWith("|"))) {
      expect(row.split(/(?<!\\)\|/)).toHaveLength(8);
    }
  });
});

function linesOnlyIn(one: string, other: string): readonly string[] {
  const known = new Set(other.split("\n"));
  return one.split("\n").filter((line) => !known.has(line));
}
