import type { JsonObject } from "../contract/json.ts";
import type { UriTemplate } from "../contract/uri-template.ts";
import type { ContentBlock, ResourceContents } from "./content.ts";
import type { Questioning } from "./elicit-types.ts";
import type { Caller, Log } from "./ports.ts";

// What a catalog offers beside its tools: the types of its handlers, and of the tables that the compiler writes.

/** Who asks for a prompt or a resource, and what ends it. */
export interface OfferRequest {
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
  /** Who asks. What a client says of itself is not checked; `identity` is. */
  readonly caller: Caller;
}

/** What a handler of a prompt or a resource gets beside its values. */
export interface OfferCall extends OfferRequest {
  /** The server's log; each line names the prompt or the resource. */
  readonly log: Log;
}

/** One message of a prompt: a text, or any other content. */
export type PromptMessage = { readonly role: "user" | "assistant" } & (
  | { readonly text: string }
  | { readonly content: ContentBlock }
);

/** The request can't be answered with these values: one sentence for the user, such as "there is no note 'Milk'". */
export interface Refused {
  readonly refused: string;
  /** The error's number for the client, where it is another server's; absent: -32602, invalid params. */
  readonly code?: number;
}

/** What the handler of a prompt gets beside its arguments. Where it has asked and got no reply, it must end: it runs again with the reply. */
export type PromptCall = OfferCall & Questioning;

/** A hand-written prompt: `src/prompts/<prompt>.ts`. Required arguments are there and not blank. */
export interface PromptHandler<Arguments, Deps> {
  (args: Arguments, deps: Deps, call: PromptCall): PromptAnswer | Promise<PromptAnswer>;
  /** It gets blank values of required arguments too, and answers to them itself. */
  readonly takesBlank?: true;
}

/** Messages, or messages with what goes with them. */
export type PromptAnswer = readonly PromptMessage[] | DescribedMessages | Refused;

export interface DescribedMessages {
  readonly messages: readonly PromptMessage[];
  /** Absent: the one of the list. */
  readonly description?: string;
  /** Sent as `_meta`. */
  readonly meta?: JsonObject;
}

/**
 * A hand-written resource: `src/resources/<resource>.ts`. Values of variables are decoded and hold whatever a client sent.
 * undefined: there is no such resource.
 */
export type ResourceHandler<Variables, Deps> = (
  variables: Variables,
  deps: Deps,
  call: OfferCall,
) => ResourceAnswer | Promise<ResourceAnswer>;

/** Text, bytes, or whole contents with URIs of their own. */
export type ResourceAnswer = string | Uint8Array | readonly ResourceContents[] | undefined;

/**
 * Values that a user is offered while typing, of the arguments or variables with `completion: computed`:
 * `export const invoiceCompletions: Completions<"id", InvoiceVariables, Deps> = {id: (typed, given, deps) => […]}`, beside the handler.
 */
export type Completions<Name extends string, Given, Deps> = { readonly [name in Name]: Completion<Given, Deps> };

/**
 * @param typed what the user has typed so far; it may be empty
 * @param given what is filled in already
 * @returns values in the order in which they are shown; clients get the first 100
 */
export type Completion<Given, Deps> = (
  typed: string,
  given: Partial<Given>,
  deps: Deps,
  call: OfferCall,
) => readonly string[] | Promise<readonly string[]>;

/** A value that the user fills in, and the values that are offered meanwhile. */
export interface OfferedValue {
  readonly name: string;
  readonly completion?: readonly string[] | "computed";
}

export interface PromptArgumentEntry extends OfferedValue {
  /** What the handler and `{{…}}` call it, where callers say another name. */
  readonly own?: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
  /** Further members that clients are shown. */
  readonly verbatim?: JsonObject;
}

export interface PromptEntry<Deps> {
  readonly title?: string;
  readonly description: string;
  readonly arguments: readonly PromptArgumentEntry[];
  /** `{{name}}` stands for the argument of that name. */
  readonly messages?: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  /** Further members that clients are shown. */
  readonly verbatim?: JsonObject;
  /** Loads the handler, where one makes the messages. */
  readonly load?: () => Promise<PromptHandler<never, Deps>>;
  /** Loads the handlers of its arguments, where values are computed. */
  readonly complete?: () => Promise<Completions<string, never, Deps>>;
}

/** By name, sorted. */
export type PromptTable<Deps> = { readonly [name: string]: PromptEntry<Deps> };

export interface ResourceEntry<Deps> {
  /** As callers see it; absent: as in the table. */
  readonly name?: string;
  readonly title?: string;
  readonly description: string;
  readonly uri?: string;
  readonly uriTemplate?: string;
  readonly template?: UriTemplate;
  readonly mimeType?: string;
  readonly variables?: readonly OfferedValue[];
  readonly text?: string;
  /** Further members that clients are shown. */
  readonly verbatim?: JsonObject;
  /** Loads the handler, where one makes the contents. */
  readonly load?: () => Promise<ResourceHandler<never, Deps>>;
  /** Loads the handlers of its variables, where values are computed. */
  readonly complete?: () => Promise<Completions<string, never, Deps>>;
}

export type ResourceTable<Deps> = { readonly [name: string]: ResourceEntry<Deps> };
