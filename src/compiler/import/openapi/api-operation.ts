// How a tool is a request, as its handler is written.

import type { ParamForm } from "./read-form.ts";

/** Where a param goes; `body` is a member of it, `whole-body` is all of it. */
export type ParamPlace = "path" | "query" | "header" | "cookie" | "body" | "whole-body";

export interface ApiOperation {
  /** Name of its tool in the list. */
  readonly tool: string;
  /** In capitals. */
  readonly method: string;
  /** Such as `/pets/{petId}`. */
  readonly path: string;
  /** By param of the tool in the list: where it goes, its name there, and how it is written where that is not the default of its place. */
  readonly params: Readonly<Record<string, { readonly in: ParamPlace; readonly name: string } & ParamForm>>;
  /** Media type of the body. */
  readonly bodyType?: string;
  /** A body is sent even where no member of it is given. */
  readonly bodyRequired?: true;
  /** How members of a form are written that the document says it of. */
  readonly encoding?: Readonly<Record<string, ParamForm>>;
}
