import { catalogCodes } from "./codes/catalog-codes.ts";
import { lintCodes } from "./codes/lint-codes.ts";
import { projectCodes } from "./codes/project-codes.ts";
import { yamlCodes } from "./codes/yaml-codes.ts";

/**
 * Every finding that Pegboard can report about a project, in one table: code → severity, message, and what
 * `pegboard explain` prints. (The catalog diff has a table of its own: its rules.)
 */
export const codes = { ...yamlCodes, ...catalogCodes, ...lintCodes, ...projectCodes } as const;

export type Code = keyof typeof codes;
export type ParamsOf<C extends Code> = Parameters<(typeof codes)[C]["message"]>[0];
