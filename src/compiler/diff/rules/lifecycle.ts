import type { Deprecation } from "../../../contract/deprecation.ts";
import type { Stability } from "../../catalog/catalog.ts";
import type { DiffRule } from "../rule.ts";
import { daysBetween } from "../today.ts";

/** Rules about promises: deprecation, sunset, stability. */
export const lifecycleRules: readonly DiffRule[] = [
  {
    id: "deprecated-added",
    on: "deprecation-kept",
    severity: "INFO",
    categories: ["LIFE"],
    mirror: "undeprecated",
    says: ({ at, base, head }) =>
      base === undefined && head !== undefined ? `'${at.subject}' is deprecated${until(head)}` : undefined,
    explain: { why: "An announcement breaks nothing." },
  },
  {
    id: "undeprecated",
    on: "deprecation-kept",
    severity: "INFO",
    categories: ["LIFE"],
    mirror: "deprecated-added",
    says: ({ at, base, head }) =>
      base !== undefined && head === undefined ? `'${at.subject}' is no longer deprecated` : undefined,
    explain: { why: "It stays; the time of notice starts anew if it is deprecated again." },
  },
  {
    id: "deprecated-without-sunset",
    on: "deprecation-kept",
    severity: "WARN",
    categories: ["LIFE"],
    says: ({ at, base, head }) =>
      base === undefined && head !== undefined && head.sunset === undefined
        ? `'${at.subject}' is deprecated without a sunset`
        : undefined,
    explain: { why: "Callers can't plan without a date.", good: "deprecated: {since: 1.4.0, sunset: 2027-12-01}" },
  },
  {
    id: "sunset-too-soon",
    on: "deprecation-kept",
    severity: "ERR",
    categories: ["LIFE"],
    says: ({ at, base, head }, { today, head: catalog }) => {
      const days = catalog.grace[at.stability ?? "stable"];
      const soon = today !== undefined && head?.sunset !== undefined && daysBetween(today, head.sunset) < days;
      return soon && base === undefined
        ? `'${at.subject}' is deprecated with less than ${days} days' notice`
        : undefined;
    },
    explain: { why: "catalog.yaml promises more notice for this stability (deprecation.grace)." },
  },
  {
    id: "sunset-brought-forward",
    on: "deprecation-kept",
    severity: "ERR",
    categories: ["LIFE"],
    mirror: "sunset-postponed",
    says: ({ at, base, head }) =>
      base?.sunset !== undefined && head?.sunset !== undefined && head.sunset < base.sunset
        ? `the sunset of '${at.subject}' moved from ${base.sunset} forward to ${head.sunset}`
        : undefined,
    explain: { why: "Callers planned with the date that they were told." },
  },
  {
    id: "sunset-postponed",
    on: "deprecation-kept",
    severity: "INFO",
    categories: ["LIFE"],
    mirror: "sunset-brought-forward",
    says: ({ at, base, head }) =>
      base?.sunset !== undefined && head?.sunset !== undefined && head.sunset > base.sunset
        ? `the sunset of '${at.subject}' moved from ${base.sunset} back to ${head.sunset}`
        : undefined,
    explain: { why: "More time for callers." },
  },
  {
    id: "sunset-removed",
    on: "deprecation-kept",
    severity: "ERR",
    categories: ["LIFE"],
    says: ({ at, base, head }) =>
      base?.sunset !== undefined && head !== undefined && head.sunset === undefined
        ? `'${at.subject}' is still deprecated and its sunset ${base.sunset} is gone`
        : undefined,
    explain: { why: "A promise was withdrawn: the removal may come any day." },
  },
  {
    id: "replacement-changed",
    on: "deprecation-kept",
    severity: "WARN",
    categories: ["LIFE", "PROMPT"],
    mirror: "replacement-changed",
    says: ({ at, base, head }) =>
      base !== undefined && head !== undefined && base.replacedBy !== head.replacedBy
        ? `'${at.subject}' is replaced by ${quoted(head.replacedBy)} instead of ${quoted(base.replacedBy)}`
        : undefined,
    explain: { why: "Callers who moved already moved to the other one." },
  },
  {
    id: "stability-decreased",
    on: "tool-kept",
    severity: "ERR",
    categories: ["LIFE"],
    mirror: "stability-increased",
    says: ({ base, head }) =>
      rank[head.stability] < rank[base.stability]
        ? `'${head.name}' was ${base.stability} and is ${head.stability} now`
        : undefined,
    explain: { why: "Guarantees that callers rely on were withdrawn." },
  },
  {
    id: "stability-increased",
    on: "tool-kept",
    severity: "INFO",
    categories: ["LIFE"],
    mirror: "stability-decreased",
    says: ({ base, head }) =>
      rank[head.stability] > rank[base.stability]
        ? `'${head.name}' was ${base.stability} and is ${head.stability} now`
        : undefined,
    explain: { why: "More is promised." },
  },
  {
    id: "since-version-changed",
    on: "tool-kept",
    severity: "WARN",
    categories: ["LIFE"],
    mirror: "since-version-changed",
    says: ({ base, head }) =>
      base.since === head.since
        ? undefined
        : `'${head.name}' is said to exist since ${head.since} instead of ${base.since}`,
    explain: { why: "History does not change; one of the two is a mistake." },
  },
];

const rank: { readonly [S in Stability]: number } = { experimental: 0, beta: 1, stable: 2 };

function until(deprecation: Deprecation): string {
  return deprecation.sunset === undefined ? "" : ` until ${deprecation.sunset}`;
}

function quoted(name: string | undefined): string {
  return name === undefined ? "nothing" : `'${name}'`;
}
