import { listedCount } from "../../tokens/surface-listing.ts";
import { tooManyTools } from "../list-length.ts";
import { finding, type LintRule, rule } from "../rule.ts";

/** The list of one client: within its limits, and without old names by default. */
export const profileRules: readonly LintRule[] = [
  rule("profile", ({ profile, at }, catalog) => {
    const count = listedCount(profile, catalog);
    const excess = tooManyTools(count, catalog.targets);
    if (excess === undefined) return [];
    const { severity, ...params } = excess;
    return [
      finding("profile-tool-count", { list: `the profile '${profile.name}'`, ...params }, at, {
        severity,
        help: "select fewer, or write surface: meta",
      }),
    ];
  }),
  rule("profile", ({ profile, at }, catalog) =>
    profile.listAs !== undefined && profile.name === catalog.defaultProfile
      ? [
          finding("alias-listed", { profile: profile.name, system: profile.listAs }, at, {
            help: "make another profile the default",
          }),
        ]
      : [],
  ),
];
