import type { JsonObject } from "../contract/json.ts";
import { type AnswerForm, serverMeta } from "./answer-text.ts";
import { listsResults } from "./error-in-meta.ts";
import { listTtlMs, modernRevisions } from "./revision.ts";

/** The results that are the same for every request, as JSON. */
export interface PlainAnswers {
  readonly handshake: (revision: string) => string;
  readonly discovery: string;
  readonly olderList: () => string;
  readonly modernList: () => string;
  readonly olderForm: AnswerForm;
  readonly modernForm: AnswerForm;
}

export interface AnswerFacts {
  readonly serverInfo: object;
  /** Until 2025-11-25. */
  readonly capabilities: object;
  readonly modernCapabilities: object;
  readonly instructions: string;
  /** Since 2026-07-28. Default: the same. */
  readonly modernInstructions?: string;
  readonly tools: readonly JsonObject[];
  /** "private": others are shown other tools. */
  readonly cacheScope: CacheScope;
}

export type CacheScope = "public" | "private";

export function createPlainAnswers({
  serverInfo,
  capabilities,
  modernCapabilities,
  instructions,
  modernInstructions = instructions,
  tools,
  cacheScope,
}: AnswerFacts): PlainAnswers {
  const server = JSON.stringify(serverInfo);
  const modernForm: AnswerForm = { kind: "complete", serverInfo: server, errors: "structured" };
  const meta = serverMeta(modernForm);
  // An empty text is left out, as by the SDK.
  const adviceOf = (text: string) => (text === "" ? {} : { instructions: text });
  const advice = adviceOf(instructions);
  const known = JSON.stringify({
    ...{ supportedVersions: modernRevisions, capabilities: modernCapabilities },
    ...adviceOf(modernInstructions),
  });
  let list: string | undefined;
  const olderList = () => {
    list ??= JSON.stringify({ tools });
    return list;
  };
  // Since 2026-07-28 the server decides which calls are tasks; its lists say nothing of it.
  const withoutExecution = () =>
    tools.some((tool) => "execution" in tool)
      ? JSON.stringify({ tools: tools.map(({ execution: _, ...tool }) => tool) })
      : olderList();
  let modernList: string | undefined;
  return {
    handshake: (protocolVersion) => JSON.stringify({ protocolVersion, capabilities, serverInfo, ...advice }),
    discovery: `${known.slice(0, -1)},"resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":${meta}}`,
    olderList,
    modernList: () => {
      modernList ??= `${withoutExecution().slice(0, -1)},"resultType":"complete","ttlMs":${listTtlMs},"cacheScope":"${cacheScope}","_meta":${meta}}`;
      return modernList;
    },
    olderForm: { kind: "bare", serverInfo: server, errors: listsResults(tools) ? "in meta" : "structured" },
    modernForm,
  };
}
