import type { Catalog, Profile } from "../../catalog/catalog.ts";
import { currentTool } from "../../catalog/versions.ts";
import { tooManyTools } from "../list-length.ts";
import { finding, type LintRule } from "../rule.ts";

/** What one client is shown: neither more than it can carry, nor names of the past. */
export const profileRules: readonly LintRule[] = [
  {
    on: "profile",
    about: "value",
    says: ({ profile, at }, catalog) => {
      // A handful of tools finds and calls the others.
      if (profile.surface === "meta") return [];
      const excess = tooManyTools(listedCount(profile, catalog), catalog.targets);
      if (excess === undefined) return [];
      const { severity, ...params } = excess;
      return [
        finding("profile-tool-count", { list: `the profile '${profile.name}'`, ...params }, at, {
          // `auto` is meant to take care of this itself: a warning while it does not.
          severity: isDirect(profile) ? severity : "warning",
          help: "select fewer, or write surface: meta",
        }),
      ];
    },
  },
  {
    on: "profile",
    about: "value",
    says: ({ profile, at }, catalog) =>
      profile.listAs !== undefined && profile.name === catalog.defaultProfile
        ? [
            finding("alias-listed", { profile: profile.name, system: profile.listAs }, at, {
              help: "make another profile the default",
            }),
          ]
        : [],
  },
];

function isDirect({ surface }: Profile): boolean {
  return surface === "direct" || surface === "folded";
}

/** A profile of old names lists each of them, and nothing else. */
function listedCount({ tools, listAs }: Profile, catalog: Catalog): number {
  if (listAs === undefined) return tools.length;
  const aliases = tools.flatMap((name) => currentTool(name, catalog)?.aliases ?? []);
  return aliases.filter((alias) => alias.of === listAs).length;
}
