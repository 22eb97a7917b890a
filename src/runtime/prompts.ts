import { describeFound } from "../contract/found.ts";
import { givenMembers } from "../contract/given-members.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { limits } from "../contract/limits.ts";
import { nearMiss } from "../contract/near-miss.ts";
import { ownValue } from "../contract/own-property.ts";
import { clip } from "../contract/utf8.ts";
import { withFacts } from "./call-log.ts";
import type { Asked } from "./call-state.ts";
import { fittingValues, type Typed } from "./completion.ts";
import type { ContentBlock } from "./content.ts";
import { contentIssues } from "./content-issues.ts";
import type { TextFilter } from "./denied-names.ts";
import { type Lacking, lackingOf } from "./errors.ts";
import type {
  OfferRequest,
  PromptAnswer,
  PromptArgumentEntry,
  PromptEntry,
  PromptMessage,
  PromptTable,
} from "./offers.ts";
import type { Log } from "./ports.ts";
import { elicitOf, rootsOf, sampleOf } from "./questioning.ts";

/** The answers to `prompts/…` and to completions of their arguments. A method rejects only with an error of the host or a handler. */
export interface Prompts {
  list(): readonly PromptFacts[];
  /** @param asked what the client can be asked meanwhile; default: nothing */
  get(name: string, given: Readonly<Record<string, string>>, call: OfferRequest, asked?: Asked): Promise<GivenPrompt>;
  /** The values that fit what was typed for an argument; undefined: there is no such prompt. */
  complete(name: string, argument: string, typed: Typed): Promise<readonly string[] | undefined>;
}

/** As `prompts/list` carries it. */
export interface PromptFacts extends Pick<PromptEntry<never>, "title" | "description"> {
  readonly name: string;
  /** With what their authors list further. */
  readonly arguments?: readonly Pick<PromptArgumentEntry, "name" | "title" | "description" | "required">[];
}

export type GivenPrompt =
  | {
      readonly kind: "found";
      readonly description: string;
      readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: ContentBlock }[];
      readonly meta?: JsonObject;
    }
  /** One sentence; with the number of another server's error, in that server's words. */
  | { readonly kind: "refused"; readonly message: string; readonly code?: number }
  /** The handler needs what the client does not offer, or has not sent yet. */
  | { readonly kind: "lacks"; readonly message: string; readonly lacking: Lacking };

export interface PromptSources<Deps> {
  /** Opens the host. */
  readonly deps: () => Promise<Deps>;
  readonly filter: TextFilter;
  /** The server's own. */
  readonly log: Log;
}

export function createPrompts<Deps>(table: PromptTable<Deps>, { deps, filter, log }: PromptSources<Deps>): Prompts {
  const logOf = (prompt: string) => withFacts(log, { prompt });
  return {
    list: () =>
      Object.entries(table).map(([name, { title, description, arguments: args, verbatim }]) => ({
        ...verbatim,
        name,
        ...(title === undefined ? {} : { title }),
        description: filter.text(description),
        ...(args.length === 0 ? {} : { arguments: args.map(factsOf) }),
      })),
    async complete(name, argument, typed) {
      const prompt = ownValue(table, name);
      return (
        prompt &&
        fittingValues(prompt.arguments, argument, typed, { deps, log: logOf(name), complete: prompt.complete })
      );
    },
    async get(name, given, call, asked = {}) {
      const prompt = ownValue(table, name);
      if (prompt === undefined) return refused(unknownPrompt(name, Object.keys(table)));
      const takesBlank = (await prompt.load?.())?.takesBlank === true;
      const isThere = (value: string | undefined) => value !== undefined && (takesBlank || value.trim() !== "");
      const missing = prompt.arguments.find((one) => one.required && !isThere(ownValue(given, one.name)));
      if (missing !== undefined) {
        const about = missing.description === undefined ? "" : `: ${filter.text(missing.description)}`;
        return refused(`the prompt '${name}' needs the argument '${missing.name}'${about}`);
      }
      const known = prompt.arguments.flatMap((one) => {
        const value = ownValue(given, one.name);
        return value === undefined ? [] : [[one.own ?? one.name, value] as const];
      });
      const args = Object.fromEntries(known);
      let answer: PromptAnswer;
      try {
        answer = await messagesOf(prompt, args, { deps, filter, log: logOf(name), call, asked });
      } catch (error) {
        const lacking = lackingOf(error, asked);
        if (lacking === undefined || !(error instanceof Error)) throw error;
        return { kind: "lacks", message: error.message, lacking };
      }
      assertAnswer(name, answer);
      if ("refused" in answer) return refused(clip(answer.refused, limits.errorLength), answer.code);
      const described = "messages" in answer ? answer : { messages: answer };
      const messages = described.messages.map((message) => ({ role: message.role, content: contentOf(message) }));
      // What another server gives is passed on as it is.
      if (messages.length === 0 && !takesBlank) throw noMessages(name);
      assertRight(name, messages);
      const description = described.description ?? filter.text(prompt.description);
      return { kind: "found", description, messages, ...givenMembers({ meta: described.meta }) };
    },
  };
}

function factsOf({ completion: _completion, own: _own, verbatim, ...facts }: PromptArgumentEntry) {
  return verbatim === undefined ? facts : { ...verbatim, ...facts };
}

async function messagesOf<Deps>(
  { load, messages = [] }: PromptEntry<Deps>,
  args: Readonly<Record<string, string>>,
  { deps, filter, log, call, asked }: PromptSources<Deps> & { readonly call: OfferRequest; readonly asked: Asked },
): Promise<PromptAnswer> {
  if (load === undefined) return messages.map(({ role, text }) => ({ role, text: filledIn(filter.text(text), args) }));
  const [handler, own] = await Promise.all([load(), deps()]);
  // Erased handlers take `never`: `generated/.cache/prompts.ts` checked this one's type against these arguments.
  return handler(args as never, own, {
    ...call,
    log,
    elicit: elicitOf(asked),
    sample: sampleOf(asked),
    roots: rootsOf(asked),
  });
}

/** Double braces in a value stay as they are: the text is read once. */
export function filledIn(text: string, args: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{([A-Za-z_][\w-]*)\}\}/g, (_, name: string) => ownValue(args, name) ?? "");
}

function contentOf(message: PromptMessage): ContentBlock {
  return "content" in message ? message.content : { type: "text", text: message.text };
}

/** A handler may be of JavaScript. */
function assertAnswer(name: string, answer: unknown): void {
  if (Array.isArray(answer)) return;
  if (isJsonObject(answer) && (typeof answer.refused === "string" || Array.isArray(answer.messages))) return;
  const found = describeFound(answer, true);
  throw new Error(
    `the handler of the prompt '${name}' must return a list of messages, { messages } or { refused: "why" }; it returned ${found}`,
  );
}

/** Hosts show nothing then, or fail, without a reason. */
function noMessages(name: string): Error {
  return new Error(
    `the handler of the prompt '${name}' returned no message; it must return at least one, or { refused: "why" }`,
  );
}

/** As above; clients reject a wrong answer whole. */
function assertRight(name: string, messages: readonly { readonly role: unknown; readonly content: unknown }[]): void {
  const issues = messages.flatMap(({ role, content }, at) => [
    ...(role === "user" || role === "assistant" ? [] : [`messages[${at}].role: expected user or assistant`]),
    ...contentIssues([content]).map((issue) => `messages[${at}].${issue}`),
  ]);
  if (issues.length > 0) throw new Error(`the prompt '${name}' breaks the protocol: ${issues.slice(0, 20).join("; ")}`);
}

function refused(message: string, code?: number): GivenPrompt {
  return { kind: "refused", message, ...givenMembers({ code }) };
}

function unknownPrompt(name: string, known: readonly string[]): string {
  const near = nearMiss(name, known);
  const quoted = clip(name, limits.nameLength);
  return `unknown prompt '${quoted}'${near === undefined ? "" : `; did you mean '${near}'?`}`;
}
