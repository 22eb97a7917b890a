import { setTimeout } from "node:timers/promises";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type Client,
  LOG_LEVEL_META_KEY,
  METHOD_NOT_FOUND,
  ProtocolError,
  type StandardSchemaV1,
} from "@modelcontextprotocol/client";
import { givenMembers } from "../contract/given-members.ts";
import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { answerQuestions, asJson } from "./answer-questions.ts";
import { type Deadline, maxTimerMs, startDeadline } from "./deadline.ts";
import { errorInBody, formatError, mayBeLost } from "./format-error.ts";
import { lastLines } from "./last-lines.ts";
import { listPages } from "./list-pages.ts";
import { openServerLog } from "./log-messages.ts";
import type { Mask } from "./mask-secrets.ts";
import { capabilitiesOf, type Offers } from "./offers.ts";
import { headerMismatch, paramHeaders } from "./param-headers.ts";
import type { RelatedCall } from "./related-call.ts";
import { watchResources } from "./resource-changes.ts";
import {
  type CallOptions,
  type Ending,
  type InProcessTarget,
  InvalidAnswer,
  type RequestOptions,
  type ResourceChange,
  type ServerConnection,
  type ServerTarget,
} from "./server-connection.ts";
import { isStdio, type StdioTransport, type Transport } from "./stdio-transport.ts";
import { callAsTask, takesTasks, taskSupportOf } from "./task-call.ts";

interface Opened {
  readonly client: Client;
  readonly transport: Transport;
  readonly target: ServerTarget | InProcessTarget;
  readonly mask: Mask;
  readonly offers: Offers;
  readonly onResourceChange: ((change: ResourceChange) => void) | undefined;
}

const defaultTimeoutMs = 60_000;
/** Most times that one call may ask something before it answers. */
const maxRounds = 20;
/** Before a call is sent again to a server that was busy, in milliseconds. */
const againMs = 250;

/** What one request is sent with, for as long as it takes. */
interface Asking {
  readonly deadline: Pick<Deadline, "signal">;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: CallOptions["onProgress"];
}

/** A connected client as the plain values of `ServerConnection`. */
export function openConnection(opened: Opened): ServerConnection {
  const { client, transport, target, mask, offers, onResourceChange } = opened;
  const isModern = client.getProtocolEra() === "modern";
  const capabilities = asJson(client.getServerCapabilities() ?? {});
  const questions = answerQuestions(client, offers);
  const log = openServerLog(client, mask, isModern || capabilities.logging === undefined ? undefined : setLevel);
  // A revision since 2026-07-28 has no such capability.
  const hasTasks = takesTasks(capabilities);
  const asTasks = new Set<RelatedCall>();
  if (hasTasks) {
    client.setNotificationHandler(
      "notifications/tasks/status",
      { params: wholeAnswer },
      ({ taskId, statusMessage }) => {
        if (typeof statusMessage !== "string") return;
        for (const { task } of asTasks) if (task !== undefined && task.id === taskId) task.onStatus(statusMessage);
      },
    );
  }
  const watched =
    onResourceChange &&
    watchResources(client, {
      isModern,
      request: (method, params, deadline) => request(method, params, { deadline }),
      onChange: onResourceChange,
      listChanges: isJsonObject(capabilities.resources) && capabilities.resources.listChanged === true,
    });
  /** As last listed: what the headers of calls are made from. */
  let listed: ReadonlyMap<unknown, JsonObject> = new Map();
  let isClosed = false;

  const ended = new Promise<Ending>((resolve) => {
    client.onclose = () => {
      watched?.close();
      if (isClosed || !isStdio(transport)) resolve({ reason: "closed" });
      else void endOf(transport).then(({ ending = "gone", stderrTail }) => resolve(endingOf(ending, stderrTail, mask)));
    };
  });

  function hasSession(): boolean {
    return "sessionId" in transport && transport.sessionId !== undefined;
  }

  /** Runs one piece of work, of one or more requests, within its time, and describes its failure in our words. */
  async function within<Result>(
    options: RequestOptions | undefined,
    work: (deadline: Deadline) => Promise<Result>,
  ): Promise<Result> {
    const signal = options?.signal;
    const deadline = startDeadline(options?.timeoutMs ?? defaultTimeoutMs, signal);
    try {
      deadline.signal.throwIfAborted();
      return await work(deadline);
    } catch (error) {
      const scene = isStdio(transport) && mayBeLost(error) && !deadline.signal.aborted ? await endOf(transport) : {};
      throw formatError(error, { deadline, signal, mask, hasSession: hasSession(), ...scene });
    } finally {
      deadline.clear();
    }
  }

  async function request(
    method: string,
    params: JsonObject,
    { deadline, headers, onProgress }: Asking,
  ): Promise<JsonObject> {
    const sent = client.request({ method, params }, wholeAnswer, {
      signal: deadline.signal,
      // Our own deadline ends it, which stands still while the user is asked.
      timeout: maxTimerMs,
      allowInputRequired: true,
      ...(headers && { headers: { ...headers } }),
      ...(onProgress && {
        onprogress: ({ progress: done, total, message }) => onProgress(givenMembers({ done, total, message })),
      }),
    });
    return sent.catch((error: unknown) => {
      throw errorInBody(error, { mask, hasSession: hasSession() });
    });
  }

  async function setLevel(level: string, deadline: Deadline): Promise<void> {
    try {
      await request("logging/setLevel", { level }, { deadline });
    } catch (error) {
      // A server that refuses the level goes on with its own.
      if (!ProtocolError.isInstance(error)) throw error;
    }
  }

  function listAll(method: string, member: string, deadline: Deadline): Promise<readonly JsonObject[]> {
    return listPages((params) => request(method, params, { deadline }), member);
  }

  async function listTools(deadline: Deadline): Promise<readonly JsonObject[]> {
    if (capabilities.tools === undefined) return [];
    const tools = await listAll("tools/list", "tools", deadline);
    listed = new Map(tools.map((tool) => [tool.name, tool]));
    return tools;
  }

  /** What its list says, where that matters. */
  async function mayBeTask(name: string, { onStatus }: CallOptions, deadline: Deadline): Promise<boolean> {
    if (!listed.has(name)) await listTools(deadline);
    const support = taskSupportOf(listed.get(name));
    return support === "required" || (support === "optional" && onStatus !== undefined);
  }

  async function callAs(
    related: RelatedCall,
    name: string,
    given: JsonObject,
    options: CallOptions,
    deadline: Deadline,
  ): Promise<JsonObject> {
    // Without a pause: a call that is given up at once was sent, and is cancelled at the server.
    if (!hasTasks || !(await mayBeTask(name, options, deadline))) return call(name, given, options, deadline);
    const { meta, onProgress, onStatus = () => undefined } = options;
    const params = { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) };
    asTasks.add(related);
    try {
      return await callAsTask(
        params,
        {
          signal: deadline.signal,
          request: (method, one, signal = deadline.signal) =>
            request(method, one, {
              deadline: { signal },
              ...(method === "tools/call" && onProgress && { onProgress }),
            }),
        },
        related,
        onStatus,
      );
    } finally {
      asTasks.delete(related);
    }
  }

  async function call(name: string, given: JsonObject, options: CallOptions, deadline: Deadline): Promise<JsonObject> {
    const { answer, logs, meta, onProgress } = options;
    // That there is no user to ask is said with the call itself, which the newer revisions allow.
    const asked = asJson(capabilitiesOf(offers, answer !== undefined));
    const level = logs === undefined || capabilities.logging === undefined ? {} : { [LOG_LEVEL_META_KEY]: logs.least };
    const fullMeta = isModern ? { [CLIENT_CAPABILITIES_META_KEY]: asked, ...level, ...meta } : meta;
    const first: JsonObject = { name, arguments: given, ...(fullMeta === undefined ? {} : { _meta: fullMeta }) };
    let params = first;
    const tool = isModern && target.kind === "http" ? listed.get(name) : undefined;
    const headers = tool === undefined ? {} : paramHeaders(tool, given);
    for (let round = 0; round < maxRounds; round++) {
      const sent = request("tools/call", params, { deadline, headers, onProgress });
      const result = await sent.catch(async (error: unknown) => {
        if (await questions.followAddresses(error, answer, deadline)) return undefined;
        throw error;
      });
      if (result === undefined) continue;
      if (result.resultType !== "input_required") return result;
      const { inputRequests, requestState } = result;
      const inputResponses = await questions.answerAll(inputRequests, answer, deadline);
      // A server that asks nothing wants to be asked again, later.
      if (Object.keys(inputResponses).length === 0) await setTimeout(againMs, undefined, { signal: deadline.signal });
      params = { ...first, inputResponses, ...(requestState === undefined ? {} : { requestState }) };
    }
    throw new InvalidAnswer(`asked ${maxRounds} times and never answered`);
  }

  return {
    server: identity(client),
    serverInfo: asJson(client.getServerVersion() ?? {}),
    revision: client.getNegotiatedProtocolVersion() ?? "",
    instructions: client.getInstructions(),
    capabilities,
    pid: isStdio(transport) ? (transport.pid ?? undefined) : undefined,
    listTools: (options) => within(options, listTools),
    callTool: (name, given, options = {}) =>
      within(options, (deadline) => {
        const { answer, logs } = options;
        const related: RelatedCall = {};
        const run = () => log.during(logs, related, deadline, () => callAs(related, name, given, options, deadline));
        return questions.during({ answer, deadline, related }, async () => {
          try {
            return await run();
          } catch (error) {
            // The tool wants headers that its definition declares: it was not run, so it may be asked again.
            if (!isHeaderMismatch(error) || !isModern) throw error;
            await listTools(deadline);
            return run();
          }
        });
      }),
    listResources: (options) =>
      within(options, async (deadline) =>
        capabilities.resources === undefined ? [] : listAll("resources/list", "resources", deadline),
      ),
    listResourceTemplates: (options) =>
      within(options, async (deadline) => {
        if (capabilities.resources === undefined) return [];
        try {
          return await listAll("resources/templates/list", "resourceTemplates", deadline);
        } catch (error) {
          // Resources without templates: many servers leave the method out.
          if (isUnknownMethod(error)) return [];
          throw error;
        }
      }),
    readResource: (uri, options) => within(options, (deadline) => request("resources/read", { uri }, { deadline })),
    subscribe: (uri, options) =>
      within(options, async (deadline) => (await watched?.subscribe(uri, deadline)) ?? false),
    unsubscribe: (uri, options) => within(options, async (deadline) => watched?.unsubscribe(uri, deadline)),
    listPrompts: (options) =>
      within(options, async (deadline) =>
        capabilities.prompts === undefined ? [] : listAll("prompts/list", "prompts", deadline),
      ),
    getPrompt: (name, given, options) =>
      within(options, (deadline) => request("prompts/get", { name, arguments: given }, { deadline })),
    complete: (params, options) =>
      within(options, async (deadline) =>
        capabilities.completions === undefined
          ? { completion: { values: [] } }
          : request("completion/complete", params, { deadline }),
      ),
    ended,
    close: async () => {
      isClosed = true;
      watched?.close();
      await Promise.allSettled([client.close(), transport.close()]);
    },
  };
}

function identity(client: Client): ServerConnection["server"] {
  const { name, title, version } = client.getServerVersion() ?? { name: "" };
  return givenMembers({ name, title, version });
}

async function endOf(transport: StdioTransport): Promise<{ ending: string | undefined; stderrTail: string }> {
  const ending = await transport.ending();
  // While it runs, what it wrote is about anything.
  return { ending, stderrTail: ending === undefined ? "" : transport.stderrTail() };
}

function endingOf(reason: string, stderrTail: string, mask: Mask): Ending {
  return { reason: mask(reason), printed: stderrTail === "" ? undefined : lastLines(mask(stderrTail)) };
}

function isHeaderMismatch(error: unknown): boolean {
  return ProtocolError.isInstance(error) && error.code === headerMismatch;
}

function isUnknownMethod(error: unknown): boolean {
  return ProtocolError.isInstance(error) && error.code === METHOD_NOT_FOUND;
}

/**
 * The "schema" that answers are read with: any object, as it came. The SDK's own leave out members that they do not know,
 * and refuse results that people should see to fix their server.
 * @see Standard Schema v1
 */
const wholeAnswer: StandardSchemaV1<unknown, JsonObject> = {
  "~standard": {
    version: 1,
    vendor: "pegboard",
    validate: (value) => (isJsonObject(value) ? { value } : { issues: [{ message: "the result is not an object" }] }),
  },
};
