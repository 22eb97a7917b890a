import type { Stability } from "../../catalog/catalog.ts";
import { type DiffRule, type RuleContext, rule } from "../rule.ts";

/** Rules about how much is promised, and about history. */
export const stabilityRules: readonly DiffRule[] = [
  rule("stability-decreased", "tool-kept", "ERR", ["LIFE"], {
    reads: ["stability"],
    mirror: "stability-increased",
    points: ["stability"],
    message: ({ base, head }) =>
      rank[head.stability] < rank[base.stability]
        ? `'${head.name}' was ${base.stability} and is ${head.stability} now`
        : undefined,
    help: ({ base }) => `keep stability: ${base.stability}`,
    values: ({ base, head }) => [base.stability, head.stability],
    explain: {
      why: "Guarantees that callers rely on were withdrawn.",
      bad: "stability: beta   # was stable",
      good: "stability: stable   # was beta",
    },
  }),
  rule("stability-increased", "tool-kept", "INFO", ["LIFE"], {
    reads: ["stability"],
    mirror: "stability-decreased",
    points: ["stability"],
    message: ({ base, head }) =>
      rank[head.stability] > rank[base.stability]
        ? `'${head.name}' was ${base.stability} and is ${head.stability} now`
        : undefined,
    values: ({ base, head }) => [base.stability, head.stability],
    explain: {
      why: "More is promised.",
      bad: "stability: stable   # was beta",
      good: "stability: beta   # was stable: that is a decrease",
    },
  }),
  rule("since-version-changed", "tool-kept", "WARN", ["LIFE"], {
    reads: ["since"],
    mirror: "since-version-changed",
    points: ["since"],
    message: ({ base, head }) =>
      base.since === head.since
        ? undefined
        : `'${head.name}' is declared to exist since ${head.since} instead of ${base.since}`,
    help: ({ base }) => `write since: ${base.since}`,
    explain: {
      why: "History does not change; one of the two is a mistake.",
      bad: "since: 1.4.0   # was 1.2.0",
      good: "since: 1.2.0   # was the same, in a catalog of version 1.4.0",
    },
  }),
  rule("grace-shortened", "catalog-kept", "WARN", ["LIFE"], {
    mirror: "grace-lengthened",
    points: ["grace"],
    message: (_, context) => graceChange(context, (was, is) => is < was),
    help: () => "what is deprecated in the same release still gets the longer notice",
    explain: {
      why: "Callers were promised more notice than they will get from now on.",
      bad: "deprecation: {grace: {stable: 90d}}   # was {stable: 180d}",
      good: "deprecation: {grace: {stable: 365d}}   # was {stable: 180d}",
    },
  }),
  rule("grace-lengthened", "catalog-kept", "INFO", ["LIFE"], {
    mirror: "grace-shortened",
    points: ["grace"],
    message: (_, context) => graceChange(context, (was, is) => is > was),
    explain: {
      why: "Callers get more notice.",
      bad: "deprecation: {grace: {stable: 365d}}   # was {stable: 180d}",
      good: "deprecation: {grace: {stable: 90d}}   # was {stable: 180d}: that is shorter",
    },
  }),
];

const rank: { readonly [S in Stability]: number } = { experimental: 0, beta: 1, stable: 2 };

function graceChange({ base, head }: RuleContext, counts: (was: number, is: number) => boolean): string | undefined {
  if (base.listed === true || head.listed === true) return undefined;
  const changed = (["stable", "beta", "experimental"] as const).filter((one) =>
    counts(base.grace[one], head.grace[one]),
  );
  const reported = changed.map(
    (one) => `${one} tools get ${head.grace[one]} days' notice instead of ${base.grace[one]}`,
  );
  return reported.length === 0 ? undefined : reported.join(", ");
}
