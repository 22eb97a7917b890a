import type { DiffRule } from "./rule.ts";
import { aliasRules } from "./rules/aliases.ts";
import { catalogRules } from "./rules/catalog.ts";
import { paramRules, resultFieldRules } from "./rules/fields.ts";
import { leftoverRules } from "./rules/leftover.ts";
import { lifecycleRules } from "./rules/lifecycle.ts";
import { limitRules } from "./rules/limits.ts";
import { toolRules } from "./rules/tools.ts";
import { typeRules } from "./rules/types.ts";
import { versionRules } from "./rules/versions.ts";

/** Every rule of the catalog diff. `explain <id>` and the documentation come from this table. */
export const rules: readonly DiffRule[] = [
  ...toolRules,
  ...versionRules,
  ...aliasRules,
  ...lifecycleRules,
  ...paramRules,
  ...typeRules,
  ...limitRules,
  ...resultFieldRules,
  ...catalogRules,
  ...leftoverRules,
];
