// Calls the tools of a catalog from a test, in the same process, so that breakpoints and coverage work. Each call passes through
// the whole pipeline, from old names to the check of the result, as behind a server.
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import type { Connection } from "../runtime/call-state.ts";
import type { ContentBlock } from "../runtime/content.ts";
import { createDispatcher } from "../runtime/dispatch.ts";
import type { Clock, Log } from "../runtime/ports.ts";
import { readResult } from "../runtime/read-result.ts";
import type { AnyOpenHost, Registry } from "../runtime/registry.ts";
import type { CallAnswer } from "../runtime/result.ts";
import { nodeEntropy } from "../server/node-entropy.ts";

export interface BenchOptions<Deps> {
  /** From `generated/registry.ts`. */
  readonly registry: Registry<Deps>;
  /** From `src/host.ts`. */
  readonly openHost: AnyOpenHost<Deps>;
  /** Environment variables that the host sees. Default: none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly clock?: Clock;
  /** Default: errors on stderr, each with its stack, so that a test that fails by one says where; nothing else. */
  readonly log?: Log;
}

export interface Bench {
  /** Calls a tool by its name or an old one. Calls of one bench share one session, as those of one client do. */
  call(name: string, args?: JsonObject): Promise<Answer>;
  /** Closes the host; to be called at the end of every test that opened a bench. */
  close(): Promise<void>;
}

/** What a caller gets: exactly one of `result` and `error`. */
export interface Answer {
  readonly result?: JsonObject;
  readonly error?: RaisedAnswer;
  /** Blocks that the handler returned beside the value: images, links and others. */
  readonly content?: readonly ContentBlock[];
  /** Notices beside the result, such as "'x' is deprecated". */
  readonly notices: readonly string[];
}

export interface RaisedAnswer {
  /** Name of a declared error, or of one of the runtime such as INVALID_ARGUMENTS; UNKNOWN_TOOL for unknown names. */
  readonly code: string;
  readonly message: string;
  readonly data?: JsonObject;
}

/** The host is opened by the first call that needs it. */
export function openBench<Deps>(options: BenchOptions<Deps>): Bench {
  const { registry, openHost, env = {}, clock = Date.now, log = errorsOnly } = options;
  const dispatcher = createDispatcher({ registry, openHost, entropy: nodeEntropy, hostEnv: { env, clock, log } });
  const connection: Connection = { sessionHandle: undefined };
  return {
    async call(name, args = {}) {
      const { signal } = new AbortController();
      return readAnswer(await dispatcher({ name, arguments: args, connection, signal: () => signal }));
    },
    close: () => dispatcher.close(),
  };
}

const nothing = () => undefined;
const errorsOnly: Log = {
  info: nothing,
  warn: nothing,
  error(message, { error, ...fields } = {}) {
    const facts = Object.keys(fields).length === 0 ? "" : ` ${JSON.stringify(fields)}`;
    console.error(`${message}${facts}${error === undefined ? "" : `\n${String(error)}`}`);
  },
};

function readAnswer(answer: CallAnswer): Answer {
  if (answer.kind === "protocol-error") {
    return { error: { code: "UNKNOWN_TOOL", message: answer.message }, notices: [] };
  }
  const { structuredContent, isError } = answer.result;
  const { text, content, notices: lines } = readResult(answer.result);
  const notices = lines === "" ? [] : [lines];
  if (isError === true) return { error: raised(structuredContent, text), notices };
  return { result: structuredContent ?? {}, notices, ...(content.length === 0 ? {} : { content }) };
}

function raised(content: JsonObject | undefined, text: string): RaisedAnswer {
  const error = isJsonObject(content?.error) ? content.error : {};
  return {
    code: typeof error.code === "string" ? error.code : "UNKNOWN",
    message: typeof error.message === "string" ? error.message : text,
    ...(isJsonObject(error.data) ? { data: error.data } : {}),
  };
}
