// How a tool is a request, as its handler is written.

import type { ParamForm } from "./read-form.ts";

/** Where a param goes; `body` is a member of it, `whole-body` is all of it, `file-name` stands beside a member that is a file. */
export type ParamPlace = "path" | "query" | "header" | "cookie" | "body" | "whole-body" | "file-name";

/** How a param is written. */
export interface SentForm extends ParamForm {
  /** The value is base64 of what is sent, or a list of such values. */
  readonly bytes?: true;
}

/** How a member of a form is written. */
export interface MemberForm extends ParamForm {
  /** Media type of its part. */
  readonly contentType?: string;
}

export interface ApiOperation {
  /** Name of its tool in the list. */
  readonly tool: string;
  /** In capitals. */
  readonly method: string;
  /** Such as `/pets/{petId}`. */
  readonly path: string;
  /** By param of the tool in the list: where it goes, its name there, and how it is written where that is not the default of its place. */
  readonly params: Readonly<Record<string, { readonly in: ParamPlace; readonly name: string } & SentForm>>;
  /** Media type of the body. */
  readonly bodyType?: string;
  /** A body is sent even where no member of it is given. */
  readonly bodyRequired?: true;
  /** How members of a form are written that the document says it of. */
  readonly encoding?: Readonly<Record<string, MemberForm>>;
}
