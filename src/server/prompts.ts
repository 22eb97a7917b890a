import type { Server } from "@modelcontextprotocol/server";
import { undeclaredError } from "../runtime/errors.ts";
import { askingOfClient, repliesIn } from "./elicit.ts";
import type { Sdk } from "./mcp-server.ts";
import { openState } from "./question-state.ts";
import { createQuestions } from "./questions.ts";
import { answeringWith, type OfferOptions, offerCall } from "./resources.ts";
import { cacheFor, modernRevisions, revisionOf } from "./revision.ts";
import { inRounds, type RoundsOptions } from "./rounds.ts";
import { wireContent } from "./wire-content.ts";

interface PromptOptions extends RoundsOptions, OfferOptions {}

/** Serves `prompts/…`. The list does not change while the server runs. */
export function servePrompts(sdk: Sdk, server: Server, options: PromptOptions): void {
  const { prompts: open, failed } = options.served;
  const answering = answeringWith(sdk, failed, "prompt");
  const prompts = async () => {
    const opened = await open?.();
    if (opened === undefined) throw new Error("invariant: the dispatcher offers the prompts of its registry");
    return opened;
  };
  server.setRequestHandler("prompts/list", (request, context) =>
    answering(async () => {
      if (request.params?.cursor !== undefined) {
        throw new sdk.ProtocolError(-32602, "Invalid params: unknown cursor; the list has one page");
      }
      const list = (await prompts()).list().map((prompt) => ({ ...prompt, arguments: mutable(prompt.arguments) }));
      return { prompts: list, ...cacheFor(true, revisionOf(server, context)) };
    }),
  );
  server.setRequestHandler("prompts/get", (request, context) =>
    answering(async () => {
      const { name, arguments: given = {} } = request.params;
      const { identity } = options.connection;
      const owner = { method: "prompts/get", name, given, identity } as const;
      const state = await openState({ sdk, context, key: options.stateKey, owner });
      const asking = askingOfClient(sdk, server, context);
      const brought = { replyTo: repliesIn(sdk, context, asking), state };
      const about = { name: `prompts/get ${name}`, given };
      const revision = revisionOf(server, context);
      const questions = asking && createQuestions(about, brought, asking);
      const run = async () => (await prompts()).get(name, given, offerCall(sdk, server, context, options), questions);
      const outcome = await inRounds(sdk, context, { questions, asking, revision, owner, run }, options);
      if ("asks" in outcome) return outcome.asks;
      const { answer } = outcome;
      if (answer.kind === "lacks" && modernRevisions.includes(revision) && answer.lacking.isUndeclared) {
        const { code, message, data } = undeclaredError(answer.lacking.capability);
        throw new sdk.ProtocolError(code, message, data);
      }
      if (answer.kind === "lacks") throw new sdk.ProtocolError(-32602, `Invalid params: ${answer.message}`);
      if (answer.kind === "refused") {
        const { code, message } = answer;
        throw new sdk.ProtocolError(code ?? -32602, code === undefined ? `Invalid params: ${message}` : message);
      }
      const messages = answer.messages.flatMap(({ role, content }) =>
        wireContent([content], revision).map((block) => ({ role, content: block })),
      );
      return {
        description: answer.description,
        messages,
        ...(answer.meta === undefined ? {} : { _meta: answer.meta }),
      };
    }),
  );
}

/** The SDK's lists are mutable. */
function mutable<Item>(items: readonly Item[] = []): Item[] {
  return [...items];
}
