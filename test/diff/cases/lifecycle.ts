import { changed, future, type Pair, param } from "./build.ts";

export const lifecycleCases: { readonly [rule: string]: Pair } = {
  "deprecated-added": param({}, { deprecated: future }),
  undeprecated: param({ deprecated: future }, {}),
  "deprecated-without-sunset": param({}, { deprecated: { since: "1.0.0" } }),
  "sunset-too-soon": param({}, { deprecated: { since: "1.0.0", sunset: "2026-07-01" } }),
  "sunset-brought-forward": param({ deprecated: future }, { deprecated: { since: "0.9.0", sunset: "2098-01-01" } }),
  "sunset-postponed": param({ deprecated: { since: "0.9.0", sunset: "2098-01-01" } }, { deprecated: future }),
  "sunset-removed": param({ deprecated: future }, { deprecated: { since: "0.9.0" } }),
  "replacement-changed": param({ deprecated: future }, { deprecated: { ...future, replacedBy: "body" } }),
  "stability-decreased": changed({ stability: "stable" }, { stability: "beta" }),
  "stability-increased": changed({ stability: "beta" }, { stability: "stable" }),
  "since-version-changed": changed({ since: "0.1.0" }, { since: "0.2.0" }),
};
