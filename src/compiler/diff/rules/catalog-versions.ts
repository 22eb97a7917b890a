import { isLaterVersion } from "../../catalog/version-order.ts";
import { askers } from "../askers.ts";
import type { Bump } from "../change.ts";
import { type DiffRule, rule } from "../rule.ts";
import { bumpBetween, bumped } from "../version.ts";

/**
 * Rules about the version in catalog.yaml, beside a release. They are never graver than what was changed: between releases a
 * catalog that only grows stays green without a new version, and `pegboard baseline --release` asks for it in the end.
 */
export const catalogVersionRules: readonly DiffRule[] = [
  rule("catalog-version-not-bumped", "version-declared", "ERR", ["LIFE"], {
    mirror: "catalog-version-not-bumped",
    message: ({ from, to, required, counts }) =>
      from === to && required !== "none" && counts.ERR + counts.WARN > 0
        ? `version '${to}' is released already; ${askers(counts)} ${bumped(from, required)}`
        : undefined,
    eases: ({ counts }) =>
      counts.ERR > 0 ? undefined : "nothing is proved to break, so it can wait until the release",
    help: ({ from, required }) => `in catalog.yaml: version: ${bumped(from, required)}`,
    explain: {
      why: "Callers see by the version whether they can go on as before. Additions alone are not reported: between releases they may wait; `baseline --release` refuses a version that is too small.",
      bad: "server: {name: notes, version: 1.4.0}   # 1.4.0 was released, and a param is required now",
      good: "server: {name: notes, version: 2.0.0}",
    },
  }),
  rule("catalog-version-decreased", "version-declared", "ERR", ["LIFE"], {
    mirror: "catalog-version-bump-too-small",
    message: ({ from, to }) =>
      isLaterVersion(from, to) ? `version '${to}' is before '${from}', which is released already` : undefined,
    help: ({ from, required }) => `in catalog.yaml: version: ${bumped(from, required === "none" ? "patch" : required)}`,
    explain: {
      why: "What is newer looks older; clients do not update to it.",
      bad: "server: {name: notes, version: 1.3.9}   # 1.4.0 was released",
      good: "server: {name: notes, version: 1.4.1}",
    },
  }),
  rule("catalog-version-bump-too-small", "version-declared", "WARN", ["LIFE"], {
    mirror: "catalog-version-decreased",
    message: ({ from, to, required, counts }) => {
      const declared = bumpBetween(from, to);
      return declared !== "none" && rank[declared] < rank[required]
        ? `from '${from}' to '${to}' is too small a step; ${askers(counts)} ${bumped(from, required)}`
        : undefined;
    },
    help: ({ from, required }) => `in catalog.yaml: version: ${bumped(from, required)}`,
    explain: {
      why: "The version promises that callers can go on as before, and the changes break that.",
      bad: "server: {name: notes, version: 1.4.1}   # 1.4.0 was released, and a tool was added",
      good: "server: {name: notes, version: 1.5.0}",
    },
  }),
];

const rank: { readonly [B in Bump]: number } = { none: 0, patch: 1, minor: 2, major: 3 };
