import { listCodes } from "../../src/diagnostics/codes/list-codes.ts";
import { projectCodes } from "../../src/diagnostics/codes/project-codes.ts";

/**
 * Where a code is proved that no golden case of a catalog can hold: the test file, what it calls the code (itself, or the
 * table that it walks), and words of the test that speaks and of the one that does not.
 */
export interface Proof {
  readonly code: string;
  readonly file: string;
  readonly names: string;
  readonly speaks: string;
  readonly silent: string;
}

/** A test checks that each file says these words. */
export const provedElsewhere: readonly Proof[] = [
  // They are about files, handlers and output, not about YAML.
  ...Object.keys(projectCodes).map((code) => ({
    code,
    file: "test/lint/project-codes.test.ts",
    names: `"${code}": {`,
    speaks: 'it("speaks"',
    silent: 'it("stays silent"',
  })),
  // Saved lists of other servers have goldens of their own.
  ...Object.keys(listCodes).map((code) => ({
    code,
    file: "test/lint/lint-list.test.ts",
    names: "Object.keys(listCodes)",
    speaks: "has a case for each kind of finding",
    silent: "nothing, once it is fixed",
  })),
  // The text for it is a megabyte.
  {
    code: "yaml-too-large",
    file: "test/syntax/read-yaml.test.ts",
    names: '"yaml-too-large"',
    speaks: "of ten megabytes",
    silent: "reads a file of just a megabyte",
  },
  // It takes more than thirty tools.
  {
    code: "profile-tool-count",
    file: "test/lint/profile-size.test.ts",
    names: "profile-tool-count",
    speaks: "it(",
    silent: "toEqual([])",
  },
];
