import type { JsonObject } from "../../contract/json.ts";

// What a server offers beside its tools.

/** A text for the model that the user chooses, with arguments that the user fills in. */
export interface Prompt {
  /** As callers see it. */
  readonly name: string;
  /** In YAML, files and types, where callers see another name. */
  readonly own?: string;
  readonly title?: string;
  readonly description: string;
  /** In the order of the YAML. */
  readonly arguments: readonly PromptArgument[];
  /** Absent: a handler makes them. */
  readonly messages?: readonly PromptText[];
  /** Further members that clients are shown. */
  readonly verbatim?: JsonObject;
}

export interface PromptArgument {
  readonly name: string;
  readonly own?: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  readonly completion?: OfferedValues;
  /** Further members that clients are shown. */
  readonly verbatim?: JsonObject;
}

/** Written in the YAML, or given by a handler. */
export type OfferedValues = readonly string[] | "computed";

export interface PromptText {
  readonly role: "user" | "assistant";
  /** `{{name}}` stands for the argument of that name; no other double braces. */
  readonly text: string;
}

/** Contents that clients can read: under one URI, or under every URI of a template. */
export interface Resource {
  readonly name: string;
  readonly own?: string;
  readonly title?: string;
  readonly description: string;
  /** Either this or `uriTemplate`. */
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly mimeType?: string;
  /** Absent: a handler makes the contents. */
  readonly text?: string;
  /** Of the template, in its order. */
  readonly variables?: readonly TemplateVariable[];
  /** Further members that clients are shown. */
  readonly verbatim?: JsonObject;
}

export interface TemplateVariable {
  readonly name: string;
  readonly description?: string;
  readonly completion?: OfferedValues;
}
