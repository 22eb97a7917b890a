/** Why something was not done, as the errors of the catalog name it; handlers make results of it. */
export interface FailureData {
  readonly CONFIG_MISSING: { readonly folder: string; readonly part: string };
  readonly CONFIG_INVALID: { readonly file: string; readonly problems: readonly string[] };
  readonly INVALID_NAME: { readonly name: string; readonly problem: string };
  readonly PATH_TRAVERSAL: { readonly path: string; readonly folder: string };
  readonly DB_NOT_ALLOWED: { readonly database: string; readonly allowed: readonly string[] };
  readonly DB_IS_DEFAULT: { readonly database: string };
  readonly FILE_NOT_FOUND: { readonly path: string };
  readonly DATABASE_NOT_FOUND: { readonly database: string; readonly candidates: readonly string[] };
  readonly DATABASE_EXISTS: { readonly database: string };
  readonly TABLE_NOT_FOUND: {
    readonly table: string;
    readonly database: string;
    readonly candidates: readonly string[];
  };
  readonly DATABASE_FAILED: { readonly action: string; readonly problem: string };
  /** What the file says can't be run; the same file never can, into the same database. */
  readonly IMPORT_REFUSED: { readonly problem: string };
  readonly INVALID_WORKTREE: { readonly branch: string; readonly problem: string };
  readonly HOOK_FAILED: { readonly hook: string; readonly output: string };
  readonly WORKFLOW_FAILED: {
    readonly branch: string;
    readonly step: string;
    readonly problem: string;
    readonly undone: readonly string[];
  };
}

export type FailureCode = keyof FailureData;

/** Thrown where the caller, the configuration or the world stands in the way; anything else that is thrown is a bug. */
export class ProjectFailure<Code extends FailureCode = FailureCode> extends Error {
  readonly code: Code;
  readonly data: FailureData[Code];

  constructor(code: Code, data: FailureData[Code], options?: ErrorOptions) {
    super(`${code}: ${JSON.stringify(data)}`, options);
    this.name = "ProjectFailure";
    this.code = code;
    this.data = data;
  }
}

export function isFailure<Code extends FailureCode>(error: unknown, code: Code): error is ProjectFailure<Code> {
  return error instanceof ProjectFailure && error.code === code;
}

/** One sentence of an error, for the report of a step that failed. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ProjectFailure)) return error instanceof Error ? error.message : String(error);
  const { data } = error as { readonly data: object };
  const words = Object.values(data)
    .flat()
    .map(String)
    .filter((word) => word !== "");
  return `${error.code}: ${words.join(", ")}`;
}
