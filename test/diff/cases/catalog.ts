import type { JsonObject } from "../../../src/contract/json.ts";
import { catalog as empty, toolWith } from "../../schema/arbitraries.ts";
import { catalogOf, changed, effects, failure, other, type Pair, profile, root, tiers } from "./build.ts";

const family = (name: string, title = name) => ({ name, title, summary: title });
const everything = {
  name: "full",
  selects: { families: "all" as const },
  tools: ["note_create"],
  surface: "direct" as const,
};
const grouped = (names: readonly string[], of: string, name = "note_create"): Pair[0] =>
  catalogOf([toolWith([], { family: of, name })], { families: names.map((one) => family(one)) });
const opening = { ...profile, openSession: "automatic" as const };
const plain = { ...profile, texts: "plain" as const };
const withoutBuiltins = { ...profile, builtins: "off" as const };
const token = { name: "API_TOKEN", description: "Token" };
const needed = { ...token, required: true as const };
const ordered = (...names: readonly string[]): Pair[0] =>
  catalogOf([toolWith([]), other], { profiles: [{ ...profile, tools: names }] });
const shownAs = (listed: JsonObject) => ({ server: { ...empty.server, verbatim: listed } });
const surfaced = (surface: "direct" | "meta") => ({ ...profile, surface });

export const catalogCases: { readonly [rule: string]: Pair } = {
  "server-name-changed": root({ server: { name: "a", version: "1.0.0" } }, { server: { name: "b", version: "1.0.0" } }),
  "default-profile-changed": root({ defaultProfile: "core" }, { defaultProfile: "full" }),
  "targets-changed": root({ targets: ["claude", "vscode"] }, { targets: ["claude"] }),
  "tool-order-changed": [catalogOf([toolWith([]), other]), catalogOf([other, toolWith([])])],
  "family-removed": root({ families: [...empty.families, family("x")] }, {}),
  "family-added": root({}, { families: [...empty.families, family("x")] }),
  "family-renamed-without-alias": [grouped(["notes"], "notes"), grouped(["texts"], "texts")],
  "family-changed": changed({ family: "notes" }, { family: "lists" }),
  "tier-restricted": tiers("essential", "advanced"),
  "tier-promoted": tiers("advanced", "essential"),
  "profile-removed": root({ profiles: [profile] }, {}),
  "profile-added": root({}, { profiles: [profile] }),
  "profile-lost-tool": root({ profiles: [profile] }, { profiles: [{ ...profile, tools: [] }] }),
  "profile-gained-tool": root({ profiles: [{ ...profile, tools: [] }] }, { profiles: [profile] }),
  "tool-enabled-by-default-removed": root(
    { profiles: [profile], defaultProfile: "core" },
    { profiles: [{ ...profile, tools: [] }], defaultProfile: "core" },
  ),
  "profile-gained-destructive-tool": [
    catalogOf([toolWith([], { effects: { ...effects, destructive: true } })], {
      profiles: [{ ...profile, tools: [] }],
    }),
    catalogOf([toolWith([], { effects: { ...effects, destructive: true } })], { profiles: [profile] }),
  ],
  "profile-sessions-explicit": root({ profiles: [opening] }, { profiles: [profile] }),
  "profile-sessions-automatic": root({ profiles: [profile] }, { profiles: [opening] }),
  "profile-surface-changed": root({ profiles: [surfaced("direct")] }, { profiles: [surfaced("meta")] }),
  "builtins-removed": root({ profiles: [profile] }, { profiles: [withoutBuiltins], withoutBuiltins: true }),
  "builtins-added": root({ profiles: [withoutBuiltins], withoutBuiltins: true }, { profiles: [profile] }),
  "profile-lost-builtins": root({ profiles: [profile] }, { profiles: [withoutBuiltins] }),
  "profile-gained-builtins": root({ profiles: [withoutBuiltins] }, { profiles: [profile] }),
  "profile-order-changed": [ordered("note_create", "note_list"), ordered("note_list", "note_create")],
  "profile-texts-changed": root({ profiles: [profile] }, { profiles: [plain] }),
  "profile-detail-changed": root({ profiles: [profile] }, { profiles: [{ ...profile, detail: "full" }] }),
  "server-listed-changed": root(shownAs({ name: "a", title: "Notes" }), shownAs({ name: "a", title: "Notebook" })),
  "tool-unlisted": root({ profiles: [everything] }, { profiles: [{ ...profile, tools: [] }] }),
  "tool-listed": root({ profiles: [{ ...profile, tools: [] }] }, { profiles: [{ ...profile, tools: [] }, everything] }),
  "variable-required": root({}, { environment: [needed] }),
  "variable-optional": root({ environment: [needed] }, { environment: [token] }),
  "variable-added": root({}, { environment: [token] }),
  "variable-removed": root({ environment: [token] }, {}),
  "variable-default-changed": root(
    { environment: [{ ...token, default: "one" }] },
    { environment: [{ ...token, default: "two" }] },
  ),
  "error-code-added": changed({}, { errors: ["NOTE_EXISTS"] }),
  "error-code-removed": changed({ errors: ["NOTE_EXISTS"] }, {}),
  "error-code-retryability-changed": root({ errors: [failure] }, { errors: [{ ...failure, retry: "later" }] }),
  "error-code-number-changed": root({ errors: [failure] }, { errors: [{ ...failure, code: -31002 }] }),
};

export const catalogSilentCases: { readonly [rule: string]: Pair } = {
  "server-name-changed": root(
    { server: { name: "a", version: "1.0.0" } },
    { server: { name: "a", version: "1.0.0", title: "A" } },
  ),
  "default-profile-changed": root({ profiles: [profile] }, { profiles: [{ ...profile, detail: "full" }] }),
  "targets-changed": root({ targets: ["claude"] }, { targets: ["claude"], unknownParams: "ignore" }),
  "variable-required": root({}, { environment: [token] }),
  "variable-optional": root({ environment: [needed] }, { environment: [{ ...needed, description: "Key" }] }),
  "variable-added": root({ environment: [token] }, { environment: [{ ...token, secret: true }] }),
  "variable-removed": root({ environment: [token] }, { environment: [needed] }),
  "variable-default-changed": root({ environment: [token] }, { environment: [{ ...token, description: "Key" }] }),
  // One came in between.
  "tool-order-changed": [
    catalogOf([toolWith([]), other]),
    catalogOf([toolWith([]), toolWith([], { name: "note_get", summary: "Read one." }), other]),
  ],
  "family-renamed-without-alias": [grouped(["notes"], "notes"), grouped(["notes", "texts"], "notes")],
  // The family was renamed, which is reported once.
  "family-changed": [grouped(["notes"], "notes"), grouped(["texts"], "texts")],
  "profile-surface-changed": root({ profiles: [profile] }, { profiles: [{ ...profile, detail: "full" }] }),
  // Another tool came in between.
  "profile-order-changed": [ordered("note_list"), ordered("note_create", "note_list")],
  // What was meant without a word is said now.
  "profile-detail-changed": root({ profiles: [profile] }, { profiles: [{ ...profile, detail: "compact" }] }),
  "profile-texts-changed": root({ profiles: [plain] }, { profiles: [{ ...plain, detail: "full" }] }),
  // The name has a rule of its own.
  "server-listed-changed": root(shownAs({ name: "a", title: "Notes" }), shownAs({ name: "b", title: "Notes" })),
  "error-code-retryability-changed": root({ errors: [failure] }, { errors: [{ ...failure, message: "it exists" }] }),
  "error-code-number-changed": root({ errors: [failure] }, { errors: [{ ...failure, message: "it exists" }] }),
};
