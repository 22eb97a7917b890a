import { logLevels } from "../../contract/log-level.ts";
import { details, hintWords, surfaces } from "../listing-flags.ts";
import { errorForms } from "../settings/config-grammar.ts";

/** Words that an option or an argument takes and that its command does not list as choices. */
export const optionWords: { readonly [name: string]: readonly string[] | undefined } = {
  "--surface": [...surfaces, "auto"],
  "--detail": details,
  "--hints": hintWords,
  "--errors": errorForms,
  "--log-level": logLevels,
  // Of `doctor`.
  client: ["claude-code", "cursor", "vscode"],
};
