import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { ownValue } from "../contract/own-property.ts";
import type { Ask, FormPort, Put, Reply } from "../runtime/call-state.ts";
import type { Asking } from "./asking.ts";

export type QuestionMethod = "elicitation/create" | "sampling/createMessage" | "roots/list";

/** A question to the user, or to the client, without a reply yet. */
export interface OpenQuestion {
  /** Identifies the question and the call that it is about, or is the name that the handler gives it. */
  readonly key: string;
  readonly method: QuestionMethod;
  readonly params: JsonObject;
  /** The reply where none can come. Absent: the call keeps the answer that it had without one. */
  readonly unanswered?: JsonObject;
}

/** What is asked in one round. */
export interface OpenRound {
  readonly questions: readonly OpenQuestion[];
  /** What the next request must bring again; undefined where nothing has to be. */
  readonly state: QuestionState | undefined;
}

/** What goes out with questions, signed, and comes back with their replies. */
export interface QuestionState {
  /** By key: the replies to earlier questions of the same call. */
  readonly replies: JsonObject;
  /** By the name of a question: a digest of what was asked. */
  readonly asked: JsonObject;
}

/** What a request brings along. */
export interface Brought {
  /** The reply to a question, where it came and is of the question's kind. */
  readonly replyTo: (key: string, method: QuestionMethod) => JsonObject | undefined;
  /** As it was sent out; its signature was checked. */
  readonly state: QuestionState | undefined;
}

/** The questions of one call, over any number of rounds. A member is absent where the client can't be asked that. */
export interface Questions {
  readonly ask: Ask | undefined;
  readonly form: FormPort | undefined;
  readonly url: Put | undefined;
  readonly sample: Put | undefined;
  readonly roots: Put | undefined;
  /** Records the replies of a round, for when the questions are asked again: the results of their methods. */
  reply(replies: ReadonlyMap<string, JsonObject>): void;
  /** The questions that have no reply yet. */
  open(): OpenRound | undefined;
}

/**
 * No call waits for a person: a question without a reply ends the round, and the call is dispatched again with the reply.
 * Meanwhile it holds no place in `limit`, and no deadline runs.
 *
 * A reply belongs to one question about one call: its key is a digest of both, so a reply to another question has no effect, in
 * any process, without a secret and without state. That is enough: a client that would invent the user's consent could as well
 * send `confirm: true`. A question with a name has the digest in the state that goes out with it.
 * @param about the call as it came
 */
export function createQuestions(
  about: { readonly name: string; readonly given: unknown },
  brought: Brought,
  asking: Asking,
): Questions {
  let replies: Map<string, JsonObject> | undefined;
  const known: { [key: string]: JsonObject } = {};
  const asked = new Map<string, string>();
  const open = new Map<string, OpenQuestion>();
  // Questions that are put before the first one ends are put at once; one that follows comes too early.
  let hasEnded = false;

  async function put(
    kind: Kind,
    question: unknown,
    params: JsonObject,
    name?: string,
    unanswered?: JsonObject,
  ): Promise<JsonObject | undefined> {
    const comesTooEarly = hasEnded;
    const method = methods[kind];
    const digest = await keyOf(kind, about.name, about.given, question);
    if (name !== undefined) keepName(name, digest);
    const key = name ?? digest;
    const reply = replyOf(key, method, name === undefined ? undefined : digest);
    if (reply !== undefined) return reply;
    if (!comesTooEarly) open.set(key, { key, method, params, ...(unanswered && { unanswered }) });
    hasEnded = true;
    return undefined;
  }

  function keepName(name: string, digest: string): void {
    if (!namePattern.test(name))
      throw new TypeError(`the key of a question is not a name of 1 to 64 characters: '${name}'`);
    if ((asked.get(name) ?? digest) !== digest) throw new TypeError(`two questions of one call have the key '${name}'`);
    asked.set(name, digest);
  }

  function replyOf(key: string, method: QuestionMethod, digest?: string): JsonObject | undefined {
    const reply = replies?.get(key) ?? broughtReply(key, method, digest);
    if (reply !== undefined) known[key] = reply;
    return reply;
  }

  function broughtReply(key: string, method: QuestionMethod, digest: string | undefined): JsonObject | undefined {
    const { state } = brought;
    if (digest !== undefined && state !== undefined && ownValue(state.asked, key) !== digest) return undefined;
    const earlier = state && ownValue(state.replies, key);
    return brought.replyTo(key, method) ?? (isJsonObject(earlier) ? earlier : undefined);
  }

  const ask: Ask = async ({ message }) => {
    const reply = await put("confirm", message, { message, requestedSchema: noFields });
    return reply === undefined ? "unavailable" : (actions[String(reply.action)] ?? "cancelled");
  };
  const form: FormPort = {
    endsRequest: asking.by === "result",
    async replyTo(params) {
      return replyOf(await keyOf("form", about.name, about.given, params), methods.form);
    },
    ask: (params, name) => put("form", params, params, name),
    passOn: (params) => put("form", params, params, undefined, { action: "cancel" }),
  };
  return {
    ask: asking.forms ? ask : undefined,
    form: asking.forms ? form : undefined,
    url: asking.urls ? (params, name) => put("url", params, { mode: "url", ...params }, name) : undefined,
    sample: asking.samples ? (params, name) => put("sample", params, params, name) : undefined,
    roots: asking.roots ? (params, name) => put("roots", params, params, name) : undefined,
    reply(round) {
      replies = new Map([...(replies ?? []), ...round]);
      open.clear();
      asked.clear();
      hasEnded = false;
    },
    open() {
      if (open.size === 0) return undefined;
      const isBare = asked.size === 0 && Object.keys(known).length === 0;
      const state = isBare ? undefined : { replies: { ...known }, asked: Object.fromEntries(asked) };
      return { questions: [...open.values()], state };
    },
  };
}

type Kind = "confirm" | "form" | "url" | "sample" | "roots";

const methods: { readonly [kind in Kind]: QuestionMethod } = {
  confirm: "elicitation/create",
  form: "elicitation/create",
  url: "elicitation/create",
  sample: "sampling/createMessage",
  roots: "roots/list",
};

/** Not `__proto__`, which is none of an object's own keys. */
const namePattern = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

const noFields = { type: "object", properties: {} };
const actions: { readonly [action: string]: Reply } = { accept: "accepted", decline: "declined", cancel: "cancelled" };

async function keyOf(kind: Kind, ...parts: readonly unknown[]): Promise<string> {
  // Most servers never ask.
  const { createHash } = await import("node:crypto");
  return `${kind}-${createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22)}`;
}
