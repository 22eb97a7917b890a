import { toolWith } from "../../schema/arbitraries.ts";
import { catalogOf, changed, field, future, other, type Pair, param, past, root, tools } from "./build.ts";

const grace = { stable: 180, beta: 30, experimental: 0 };
const at = (version: string, ...fields: readonly string[]) =>
  catalogOf([toolWith(fields.map((name) => field(name)))], { server: { name: "test", version } });

export const lifecycleCases: { readonly [rule: string]: Pair } = {
  "deprecated-added": param({}, { deprecated: future }),
  undeprecated: param({ deprecated: future }, {}),
  "deprecated-without-sunset": param({}, { deprecated: { since: "1.0.0" } }),
  "deprecated-without-replacement": param({}, { deprecated: future }),
  "deprecated-replacement-missing": tools(
    [toolWith([]), { ...other, deprecated: future }],
    [toolWith([], { deprecated: { ...future, replacedBy: "note_list" } }), { ...other, deprecated: future }],
  ),
  "replacement-changed": param({ deprecated: future }, { deprecated: { ...future, replacedBy: "body" } }),
  "sunset-too-soon": param({}, { deprecated: { since: "1.0.0", sunset: "2026-07-01" } }),
  "sunset-brought-forward": param({ deprecated: future }, { deprecated: { since: "0.9.0", sunset: "2098-01-01" } }),
  "sunset-postponed": param({ deprecated: { since: "0.9.0", sunset: "2098-01-01" } }, { deprecated: future }),
  "sunset-removed": param({ deprecated: future }, { deprecated: { since: "0.9.0" } }),
  "sunset-set": param({ deprecated: { since: "0.9.0" } }, { deprecated: future }),
  "sunset-passed-still-present": tools([toolWith([])], [toolWith([]), { ...other, deprecated: past }]),
  "stability-decreased": changed({ stability: "stable" }, { stability: "beta" }),
  "stability-increased": changed({ stability: "beta" }, { stability: "stable" }),
  "since-version-changed": changed({ since: "0.1.0" }, { since: "0.2.0" }),
  "grace-shortened": root({ grace }, { grace: { ...grace, stable: 90 } }),
  "grace-lengthened": root({ grace }, { grace: { ...grace, stable: 365 } }),
  "catalog-version-not-bumped": [at("1.2.3", "title"), at("1.2.3", "body")],
  "catalog-version-decreased": [at("1.2.3", "title"), at("1.2.2")],
  "catalog-version-bump-too-small": [at("1.2.3", "title"), at("1.2.4")],
};

export const lifecycleSilentCases: { readonly [rule: string]: Pair } = {
  "replacement-changed": param(
    { deprecated: { ...future, replacedBy: "body" } },
    { deprecated: { ...future, replacedBy: "body", reason: "one text for all" } },
  ),
  "since-version-changed": changed({ title: "Create" }, { title: "Make" }),
  // It only grows, so the version may wait for the release.
  "catalog-version-not-bumped": [at("1.2.3"), at("1.2.3", "title")],
};
