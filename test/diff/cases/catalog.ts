import { catalog as empty, toolWith } from "../../schema/arbitraries.ts";
import { catalogOf, changed, effects, failure, type Pair, profile, root, tiers } from "./build.ts";

export const catalogCases: { readonly [rule: string]: Pair } = {
  "server-name-changed": root({ server: { name: "a", version: "1.0.0" } }, { server: { name: "b", version: "1.0.0" } }),
  "server-instructions-changed": root({}, { server: { ...empty.server, instructions: "Read first." } }),
  "default-profile-changed": root({ defaultProfile: "core" }, { defaultProfile: "full" }),
  "family-removed": root({ families: [...empty.families, { name: "x", title: "X", summary: "X" }] }, {}),
  "family-added": root({}, { families: [...empty.families, { name: "x", title: "X", summary: "X" }] }),
  "family-changed": changed({ family: "notes" }, { family: "lists" }),
  "tier-restricted": tiers("essential", "advanced"),
  "tier-promoted": tiers("advanced", "essential"),
  "profile-removed": root({ profiles: [profile] }, {}),
  "profile-added": root({}, { profiles: [profile] }),
  "profile-lost-tool": root({ profiles: [profile] }, { profiles: [{ ...profile, tools: [] }] }),
  "profile-gained-tool": root({ profiles: [{ ...profile, tools: [] }] }, { profiles: [profile] }),
  "profile-gained-destructive-tool": [
    catalogOf([], { profiles: [{ ...profile, tools: [] }] }),
    catalogOf([toolWith([], { effects: { ...effects, destructive: true } })], { profiles: [profile] }),
  ],
  "error-code-added": changed({}, { errors: ["NOTE_EXISTS"] }),
  "error-code-removed": changed({ errors: ["NOTE_EXISTS"] }, {}),
  "error-code-retryability-changed": root({ errors: [failure] }, { errors: [{ ...failure, retry: "later" }] }),
  "error-code-number-changed": root({ errors: [failure] }, { errors: [{ ...failure, code: -31002 }] }),
  "title-changed": changed({ title: "Create" }, { title: "Make" }),
  "tool-description-changed": changed({ summary: "Create a note." }, { summary: "Make a note." }),
};
