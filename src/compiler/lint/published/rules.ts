import { nameRules } from "./rules/names.ts";
import { portabilityRules } from "./rules/portability.ts";
import { promiseRules } from "./rules/promises.ts";
import { sizeRules } from "./rules/size.ts";
import { structureRules } from "./rules/structure.ts";
import { listTextRules } from "./rules/texts.ts";
import { valueRules } from "./rules/values.ts";
import type { PublishedRule } from "./tool-view.ts";

/** Every rule about one published tool, by topic. */
export const publishedRules: readonly PublishedRule[] = [
  ...nameRules,
  ...structureRules,
  ...valueRules,
  ...portabilityRules,
  ...sizeRules,
  ...promiseRules,
  ...listTextRules,
];
