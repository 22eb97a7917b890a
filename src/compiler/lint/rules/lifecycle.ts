import type { Catalog } from "../../catalog/catalog.ts";
import { pointer } from "../../catalog/origins.ts";
import { isLaterVersion } from "../../catalog/version-order.ts";
import { currentTool } from "../../catalog/versions.ts";
import { type Finding, finding, type LintRule, rule, ruleAcross } from "../rule.ts";

/**
 * Versions and replacements of deprecations. The minimum time before a sunset (`deprecation.grace`) depends on the day of
 * the deprecation, so the diff checks it, which knows what was released: its rule `sunset-too-soon`.
 */
export const lifecycleRules: readonly LintRule[] = [
  ruleAcross("deprecation", ({ deprecation, at, replacements }, catalog) => {
    const { replacedBy = "" } = deprecation;
    const replacement =
      replacements === "tools"
        ? currentTool(replacedBy, catalog)
        : replacements.find(({ name }) => name === replacedBy);
    if (replacement?.deprecated === undefined) return [];
    const next = replacement.deprecated.replacedBy;
    const help =
      next === undefined || next === replacement.name
        ? "name a tool that is not deprecated"
        : `its own replacement is '${next}'`;
    return [finding("replacement-deprecated", { name: replacement.name }, pointer(at, "replacedBy"), { help })];
  }),
  rule("tool", ({ tool, at }) => {
    const { deprecated } = tool;
    if (deprecated === undefined || !isLaterVersion(tool.since, deprecated.since)) return [];
    const params = { tool: tool.name, notice: deprecated.since, since: tool.since };
    return [finding("deprecated-before-since", params, pointer(at, "deprecated", "since"))];
  }),
  rule("tool", ({ tool, at }, catalog) => inFuture("since", tool.since, pointer(at, "since"), catalog)),
  rule("deprecation", ({ deprecation, at }, catalog) =>
    inFuture("since", deprecation.since, pointer(at, "since"), catalog),
  ),
  // A release of another system is later or earlier than none of ours.
  rule("retired", ({ retired, at }, catalog) =>
    retired.of === undefined && retired.removed !== undefined
      ? inFuture("removed", retired.removed, pointer(at, "removed"), catalog)
      : [],
  ),
];

function inFuture(key: string, version: string, at: string, { server }: Catalog): readonly Finding[] {
  if (!isLaterVersion(version, server.version)) return [];
  const help = `write ${server.version}, or raise the version in catalog.yaml`;
  return [finding("version-in-future", { key, version, current: server.version }, at, { help })];
}
