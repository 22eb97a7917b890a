import { expect, it } from "vitest";
import { type ExistingCatalog, importList } from "../../src/compiler/import/import-list.ts";

const list = { tools: [{ name: "note_add", description: "Add a note.", inputSchema: { type: "object" } }] };

/** What the file of the tool says of tier and version. */
function written(existing?: Partial<ExistingCatalog>) {
  const here = {
    server: "shop",
    version: "0.2.0",
    unknownParams: "warn",
    tiers: ["core", "common"],
    ...existing,
  } as const;
  const lists = { families: ["note"], tools: [], types: [], toolDefaults: undefined, offers: [] };
  const imported = importList(list, { server: "notes", ...(existing && { existing: { ...lists, ...here } }) });
  const drafts = imported?.drafts ?? [];
  const { tier, since } = drafts.find(({ path }) => path.includes("/tools/"))?.value ?? {};
  const catalog = drafts.find(({ path }) => path.endsWith("catalog.yaml"))?.value;
  return { tier, since, defaults: catalog?.defaults };
}

it("a catalog that begins with an import says once what all its tools share", () => {
  expect(written()).toEqual({ tier: undefined, since: undefined, defaults: { tier: "common", since: "0.1.0" } });
});

it.each<[string, ExistingCatalog["toolDefaults"], object]>([
  ["no defaults", undefined, { tier: "common", since: "0.2.0" }],
  ["an older version", { tier: "core", since: "0.1.0" }, { tier: undefined, since: "0.2.0" }],
  ["this version alone", { since: "0.2.0" }, { tier: "common", since: undefined }],
  ["both", { tier: "core", since: "0.2.0" }, { tier: undefined, since: undefined }],
])("a catalog that is there is asked what it gives: %s", (_title, toolDefaults, said) => {
  expect(written({ toolDefaults })).toEqual({ ...said, defaults: undefined });
});

it("what a server offers beside tools is reported where the catalog that is there does not say it", () => {
  const existing = {
    ...{ server: "shop", version: "0.2.0", unknownParams: "warn", toolDefaults: undefined, types: [] },
    ...{ tiers: ["core"], families: ["note"], tools: [], offers: ["completions"] },
  } as const;
  const capabilities = { logging: {}, completions: {}, resources: { subscribe: true } };
  const lost = (more: object) =>
    importList({ ...list, resources: [] }, { server: "notes", capabilities, ...more })?.lost;
  expect(lost({})).toEqual(lost({ existing: { ...existing, offers: ["logging", "completions", "subscriptions"] } }));
  const added = lost({ existing })?.filter((loss) => !lost({})?.some((one) => one.keyword === loss.keyword));
  expect(added?.map(({ keyword, effect, instead }) => `${keyword} ${effect}: ${instead}`)).toEqual([
    "logging dropped: nothing; write 'server: {logging: true}' into it",
    "subscriptions dropped: nothing; write 'server: {subscriptions: true}' into it",
  ]);
});
