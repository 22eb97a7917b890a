import type { JsonObject } from "../../../../src/contract/json.ts";
import { clientOfList } from "../../profiles/client-of-list.ts";
import { notices, type Result, type ServedWorkbench } from "../../served-workbench.ts";

/** Params of one tool, and the calls that show what they do. */
export interface ParamRow {
  readonly tool: string;
  /** What each of them does. */
  readonly params: Readonly<Record<string, string>>;
  readonly shown: (client: ParamClient) => Promise<void>;
}

/** A client that knows only what is listed, and remembers which params it has sent to which tool. */
export interface ParamClient {
  /** A call that must succeed, with params that are listed and allowed. */
  call(tool: string, given?: JsonObject): Promise<JsonObject>;
  answer(tool: string, given?: JsonObject): Promise<Result>;
  /** The structured error of a call that must fail. */
  error(tool: string, given: JsonObject): Promise<JsonObject>;
  /** A call of an old client that sends more than is listed. @returns the names that were ignored, each with a notice */
  unlisted(
    tool: string,
    given: JsonObject,
  ): Promise<{ readonly ignored: readonly unknown[]; readonly value: JsonObject }>;
  /** Stores a memory. @returns its id */
  store(given: JsonObject): Promise<string>;
  readonly sent: ReadonlyMap<string, ReadonlySet<string>>;
}

export async function paramClient(workbench: ServedWorkbench): Promise<ParamClient> {
  const listed = await clientOfList(workbench);
  const sent = new Map<string, Set<string>>();
  const note = (tool: string, given: JsonObject) => {
    const names = sent.get(tool) ?? new Set();
    for (const name of Object.keys(given)) names.add(name);
    sent.set(tool, names);
  };
  const client: ParamClient = {
    sent,
    call(tool, given = {}) {
      note(tool, given);
      return listed.call(tool, given);
    },
    answer(tool, given = {}) {
      note(tool, given);
      return listed.answer(tool, given);
    },
    error(tool, given) {
      note(tool, given);
      return workbench.error(tool, given);
    },
    async unlisted(tool, given) {
      note(tool, given);
      const answer = await workbench.result(tool, given);
      if (answer.isError) throw new Error(`${tool}: ${answer.texts.join("\n")}`);
      const ignored = notices(answer).flatMap(({ kind, text }) =>
        kind === "ignored" ? [/'([^']+)'/.exec(String(text))?.[1]] : [],
      );
      return { ignored, value: answer.structuredContent ?? {} };
    },
    async store(given) {
      const { id } = await client.call("memory_store", given);
      if (typeof id !== "string") throw new Error(`nothing was stored of ${JSON.stringify(given)}`);
      return id;
    },
  };
  return client;
}
