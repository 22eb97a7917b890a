import type { Server } from "@modelcontextprotocol/server";
import type { Sdk } from "./mcp-server.ts";
import { answeringWith, type ServedResources } from "./resources.ts";
import { cacheFor, revisionOf } from "./revision.ts";
import { wireContent } from "./wire-content.ts";

/** Serves `prompts/…`. The list does not change while the server runs. */
export function servePrompts(sdk: Sdk, server: Server, { prompts: open, failed }: ServedResources): void {
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
      const answer = await (await prompts()).get(name, given, context.mcpReq.signal);
      if (answer.kind === "refused") {
        const { code, message } = answer;
        throw new sdk.ProtocolError(code ?? -32602, code === undefined ? `Invalid params: ${message}` : message);
      }
      const revision = revisionOf(server, context);
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
