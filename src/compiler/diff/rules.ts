import type { DiffRule } from "./rule.ts";
import { aliasRules } from "./rules/aliases.ts";
import { asWrittenRules } from "./rules/as-written.ts";
import { catalogRules } from "./rules/catalog.ts";
import { catalogVersionRules } from "./rules/catalog-versions.ts";
import { consentRules } from "./rules/consent.ts";
import { consequenceRules } from "./rules/consequences.ts";
import { deadlineRules } from "./rules/deadlines.ts";
import { defaultRules } from "./rules/defaults.ts";
import { dialectRules } from "./rules/dialects.ts";
import { environmentRules } from "./rules/environment.ts";
import { errorRules } from "./rules/errors.ts";
import { fieldFactRules } from "./rules/field-facts.ts";
import { formatRules } from "./rules/formats.ts";
import { groupRules } from "./rules/groups.ts";
import { introducedRules } from "./rules/introduced.ts";
import { leftoverRules } from "./rules/leftover.ts";
import { lifecycleRules } from "./rules/lifecycle.ts";
import { listEntryRules } from "./rules/list-entries.ts";
import { listingRules } from "./rules/listings.ts";
import { offerRules } from "./rules/offers.ts";
import { paramAliasRules } from "./rules/param-aliases.ts";
import { paramTextRules } from "./rules/param-texts.ts";
import { paramRules } from "./rules/params.ts";
import { policyRules } from "./rules/policy.ts";
import { profileFormRules } from "./rules/profile-forms.ts";
import { referenceRules } from "./rules/references.ts";
import { regroupingRules } from "./rules/regrouping.ts";
import { resultFieldRules } from "./rules/result-fields.ts";
import { rootRules } from "./rules/roots.ts";
import { scopeRules } from "./rules/scopes.ts";
import { sourceRules } from "./rules/source.ts";
import { stabilityRules } from "./rules/stability.ts";
import { sunsetRules } from "./rules/sunsets.ts";
import { textRules } from "./rules/texts.ts";
import { toolNameRules } from "./rules/tool-names.ts";
import { toolRules } from "./rules/tools.ts";
import { typeRules } from "./rules/types.ts";
import { valueRules } from "./rules/values.ts";
import { versionRules } from "./rules/versions.ts";

/** Every rule of the catalog diff. `explain <id>` and the documentation come from this table. */
export const rules: readonly DiffRule[] = [
  ...toolNameRules,
  ...regroupingRules,
  ...toolRules,
  ...versionRules,
  ...aliasRules,
  ...paramAliasRules,
  ...lifecycleRules,
  ...sunsetRules,
  ...stabilityRules,
  ...catalogVersionRules,
  ...paramRules,
  ...fieldFactRules,
  ...defaultRules,
  ...rootRules,
  ...dialectRules,
  ...formatRules,
  ...valueRules,
  ...typeRules,
  ...referenceRules,
  ...resultFieldRules,
  ...errorRules,
  ...catalogRules,
  ...offerRules,
  ...environmentRules,
  ...scopeRules,
  ...groupRules,
  ...listingRules,
  ...profileFormRules,
  ...consentRules,
  ...deadlineRules,
  ...policyRules,
  ...textRules,
  ...paramTextRules,
  ...asWrittenRules,
  ...listEntryRules,
  ...introducedRules,
  ...consequenceRules,
  ...sourceRules,
  ...leftoverRules,
];
