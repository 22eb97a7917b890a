import { catalogCodes } from "./codes/catalog-codes.ts";
import { clientCodes } from "./codes/client-codes.ts";
import { lintCodes } from "./codes/lint-codes.ts";
import { listCodes } from "./codes/list-codes.ts";
import { projectCodes } from "./codes/project-codes.ts";
import { suppressionCodes } from "./codes/suppression-codes.ts";
import { textCodes } from "./codes/text-codes.ts";
import { versionCodes } from "./codes/version-codes.ts";
import { yamlCodes } from "./codes/yaml-codes.ts";

/**
 * Every finding that Pegboard can report about a project, in one table: code → severity, message, and what
 * `pegboard explain` prints. (The catalog diff has a table of its own: its rules.)
 */
export const codes = {
  ...yamlCodes,
  ...catalogCodes,
  ...lintCodes,
  ...clientCodes,
  ...listCodes,
  ...textCodes,
  ...projectCodes,
  ...suppressionCodes,
  ...versionCodes,
} as const;

export type Code = keyof typeof codes;
export type ParamsOf<C extends Code> = Parameters<(typeof codes)[C]["message"]>[0];
