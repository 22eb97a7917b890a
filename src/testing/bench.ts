// Calls the tools of a catalog from a test, in the same process, so that breakpoints and coverage work. Each call passes through
// the whole pipeline, from old names to the check of the result, as behind a server.
import { missingVariables } from "../contract/environment.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Connection } from "../runtime/call-state.ts";
import { callerOf } from "../runtime/caller.ts";
import type { ResourceContents } from "../runtime/content.ts";
import { createDispatcher } from "../runtime/dispatch.ts";
import type { ClientInfo, Clock, Identity, Log } from "../runtime/ports.ts";
import type { AnyOpenHost, Registry } from "../runtime/registry.ts";
import { nodeEntropy } from "../server/node-entropy.ts";
import { createQuestions } from "../server/questions.ts";
import { benchOffers, type Completed, type GivenPrompt, type OfferOptions } from "./bench-offers.ts";
import { type Answer, readAnswer } from "./read-answer.ts";

export interface BenchOptions<Deps> {
  /** From `generated/registry.ts`. */
  readonly registry: Registry<Deps>;
  /** From `src/host.ts`. */
  readonly openHost: AnyOpenHost<Deps>;
  /** Environment variables that the host sees; those of the process are not. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: Clock;
  /** Default: warnings and errors on stderr, each error with its stack, so that a test that fails by one says where. */
  readonly log?: Log;
}

export interface CallOptions {
  /** An older version of the tool. */
  readonly version?: number;
  /** The request's `_meta`. */
  readonly meta?: JsonObject;
  /** Who calls: `call.caller` of the handler. With an identity its scopes count, as behind a server. Default: unknown. */
  readonly caller?: TestCaller;
  /** Receives what the handler reports while it works. */
  readonly onProgress?: (progress: Progress) => void;
  /**
   * Answers what the handler or the catalog asks the user, or the client's model: a question's result, such as
   * `{action: "accept", content: {…}}`. Default: no client can be asked.
   */
  readonly onQuestion?: (question: Question) => JsonObject | Promise<JsonObject>;
  /** Cancels the call. */
  readonly signal?: AbortSignal;
}

export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

export interface Question {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: JsonObject;
}

export interface TestCaller {
  readonly client?: ClientInfo;
  readonly identity?: CallerIdentity;
}

/** Whom a token names; what is left out is empty. */
export interface CallerIdentity extends Partial<Identity> {
  readonly subject: string;
}

export interface Bench {
  /** Calls a tool by its name or an old one. Calls of one bench share one session, as those of one client do; each identity has its own. */
  call(name: string, args?: JsonObject, options?: CallOptions): Promise<Answer>;
  /** The messages of a prompt, or the sentence by which it is refused. */
  prompt(name: string, args?: Readonly<Record<string, string>>, options?: OfferOptions): Promise<GivenPrompt>;
  /** What is under a URI; undefined where there is nothing. */
  read(uri: string, options?: OfferOptions): Promise<readonly ResourceContents[] | undefined>;
  /** The values that a user is offered while typing; undefined for an unknown prompt or template. */
  complete(asked: Completed, options?: OfferOptions): Promise<readonly string[] | undefined>;
  /** Closes the host; to be called at the end of every test that opened a bench. */
  close(): Promise<void>;
}

/**
 * The host is opened by the first call that needs it.
 * @throws Error where `env` lacks a variable that the catalog requires
 */
export function openBench<Deps>(options: BenchOptions<Deps>): Bench {
  const { registry, openHost, env = {}, clock = Date.now } = options;
  const { log, loggedUnder } = keptErrors(options.log ?? onStderr);
  refuseMissing(registry, env);
  const dispatcher = createDispatcher({ registry, openHost, entropy: nodeEntropy, hostEnv: { env, clock, log } });
  const connectionOf = connections();
  return {
    async call(name, args = {}, { version, meta, caller, onProgress, onQuestion, signal = never() } = {}) {
      const about = { name, given: args };
      const questions =
        onQuestion && createQuestions(about, { replyTo: () => undefined, state: undefined }, everything);
      const call = {
        name,
        arguments: args,
        meta: version === undefined ? meta : { ...meta, "pegboard/version": version },
        connection: connectionOf(caller?.identity),
        client: caller?.client,
        signal: () => signal,
        ...(onProgress && { progress: progressOf(onProgress) }),
        ...(questions && {
          ask: questions.ask,
          form: questions.form,
          url: questions.url,
          sample: questions.sample,
          roots: questions.roots,
        }),
      };
      let answer = await dispatcher(call);
      for (let open = questions?.open(); open !== undefined; open = questions?.open()) {
        const replies = new Map<string, JsonObject>();
        for (const { key, method, params } of open.questions) {
          replies.set(key, (await onQuestion?.({ method, params })) ?? {});
        }
        questions?.reply(replies);
        answer = await dispatcher(call);
      }
      return readAnswer(answer, loggedUnder);
    },
    ...benchOffers(registry, dispatcher.sources, ({ caller, signal = never() }) => ({
      signal,
      caller: callerOf(caller?.client, connectionOf(caller?.identity)),
    })),
    close: () => dispatcher.close(),
  };
}

/** One for each identity, and one for callers who are unknown. */
function connections(): (identity: CallerIdentity | undefined) => Connection {
  const opened = new Map<string, Connection>();
  return (given) => {
    const identity = given && { issuer: undefined, clientId: undefined, scopes: [], ...given };
    const key = identity === undefined ? "" : JSON.stringify([identity.issuer, identity.subject, identity.scopes]);
    const connection = opened.get(key) ?? { sessionHandle: undefined, identity };
    opened.set(key, connection);
    return connection;
  };
}

const everything = { by: "request", forms: true, urls: true, samples: true, roots: true } as const;

function never(): AbortSignal {
  return new AbortController().signal;
}

function progressOf(onProgress: (progress: Progress) => void) {
  return (done: number, total?: number, message?: string) =>
    onProgress({ done, ...(total === undefined ? {} : { total }), ...(message === undefined ? {} : { message }) });
}

/** A variable that is given as undefined is left out on purpose. */
function refuseMissing<Deps>({ environment = [] }: Registry<Deps>, env: BenchOptions<Deps>["env"] & object): void {
  const missing = missingVariables(environment, env).filter(({ name }) => !Object.hasOwn(env, name));
  if (missing.length === 0) return;
  const said = missing.map(({ name }) => `${name}: "…"`).join(", ");
  throw new Error(`the catalog requires variables, which the bench takes from its options: env: { ${said} }`);
}

/** What is logged under the id of an internal error is kept, so that a test that fails by it can say more than the id. */
function keptErrors(log: Log) {
  const kept = new Map<string, string>();
  const keeping: Log = {
    ...(log.debug && { debug: (...said) => log.debug?.(...said) }),
    ...(log.isQuiet === undefined ? {} : { isQuiet: log.isQuiet }),
    info: (...said) => log.info(...said),
    warn: (...said) => log.warn(...said),
    error: (message, fields = {}) => {
      const { id, error, ...others } = fields;
      if (typeof id === "string")
        kept.set(id, error === undefined ? `${message} ${JSON.stringify(others)}` : String(error));
      log.error(message, fields);
    },
  };
  return { log: keeping, loggedUnder: (id: string) => kept.get(id) };
}

const onStderr: Log = {
  info: () => undefined,
  warn: printed("warning: "),
  error: printed(""),
};

function printed(prefix: string): Log["error"] {
  return (message, { error, ...fields } = {}) => {
    const facts = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`;
    console.error(`${prefix}${message}${facts}${error === undefined ? "" : `\n${String(error)}`}`);
  };
}
