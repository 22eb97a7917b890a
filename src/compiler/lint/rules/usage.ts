import type { Tool, ToolAlias } from "../../catalog/catalog.ts";
import { oncePerCatalog } from "../../catalog/lookup.ts";
import { oncePerParts } from "../../catalog/once-per-tool.ts";
import { pointer } from "../../catalog/origins.ts";
import { sessionOpener } from "../../catalog/session-opener.ts";
import { partsOf, type TypeNode } from "../../catalog/type-node.ts";
import { listedCount } from "../../tokens/surface-listing.ts";
import { finding, type LintRule, rule, ruleAcross } from "../rule.ts";

/** Declarations are used, and deprecations have a date. */
export const usageRules: readonly LintRule[] = [
  rule("deprecation", ({ deprecation, at }) =>
    deprecation.sunset === undefined
      ? [finding("deprecated-without-sunset", {}, at, { help: "add 'sunset': the first day without it" })]
      : [],
  ),
  ruleAcross("profile", ({ profile, at }, catalog) =>
    // Where there is no tool at all, the profile is not what lacks one.
    catalog.tools.length > 0 &&
    profile.tools.length === 0 &&
    (profile.listAs === undefined || listedCount(profile, catalog) === 0)
      ? [finding("profile-empty", { name: profile.name }, at, { help: "select with tiers, families or also" })]
      : [],
  ),
  ruleAcross("namedType", ({ named, at }, catalog) =>
    named.writtenOut === true || usedTypes(catalog).has(named.name)
      ? []
      : [finding("type-unused", { name: named.name }, at)],
  ),
  ruleAcross(
    "tool",
    ({ tool, at }, catalog) => {
      if (!firstWithoutOpener(catalog).includes(tool)) return [];
      const help =
        "let a tool with 'session: none' return a required text 'session', or write 'open_session: automatic' in catalog.yaml";
      return [finding("session-never-opened", { tool: tool.name }, pointer(at, "session"), { help })];
    },
    { concerns: ({ tool }) => tool.session === "required" },
  ),
  ruleAcross("error", ({ error, at }, catalog) =>
    usedErrors(catalog).has(error.name) ? [] : [finding("error-unused", { name: error.name }, at)],
  ),
];

/** The first tool that needs a session, where nothing opens one: the others have the same cause. */
const firstWithoutOpener = oncePerCatalog((catalog): readonly Tool[] => {
  const isAutomatic = catalog.profiles.some(({ openSession }) => openSession === "automatic");
  if (isAutomatic || sessionOpener(catalog) !== undefined) return [];
  return catalog.tools.filter(({ session }) => session === "required").slice(0, 1);
});

const usedErrors = oncePerParts(
  (tool) => tool.errors.join(" "),
  (catalog): ReadonlySet<string> => new Set(catalog.tools.flatMap(({ errors }) => errors)),
);

const usedTypes = oncePerParts(
  (tool) => [...typesIn(tool)].join(" "),
  (catalog): ReadonlySet<string> => {
    const names = new Set<string>();
    for (const { name, type } of catalog.types) collect(type, names, name);
    for (const tool of catalog.tools) for (const name of typesIn(tool)) names.add(name);
    for (const { aliases } of catalog.builtins ?? []) collectOldParams(aliases, names);
    for (const { data } of catalog.errors) for (const field of data) collect(field.type, names);
    return names;
  },
);

function typesIn(tool: Tool): ReadonlySet<string> {
  const names = new Set<string>();
  collect(tool.returns, names);
  for (const param of tool.params) collect(param.type, names);
  collectOldParams(tool.aliases, names);
  return names;
}

function collectOldParams(aliases: readonly ToolAlias[], names: Set<string>): void {
  for (const { params, result } of aliases) {
    if (result !== undefined) collect(result, names);
    for (const field of params) collect(field.type, names);
  }
}

/** Adds the names that a type refers to, except its own. */
function collect(type: TypeNode, names: Set<string>, own?: string): void {
  if (type.kind === "ref" && type.name !== own) names.add(type.name);
  for (const part of partsOf(type)) collect(part, names, own);
}
