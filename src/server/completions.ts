import type { Server } from "@modelcontextprotocol/server";
import { limits } from "../contract/limits.ts";
import { clip } from "../contract/utf8.ts";
import type { Sdk } from "./mcp-server.ts";
import { answeringWith, type OfferOptions, offerCall } from "./resources.ts";

/** Values that one answer carries. @see MCP 2025-11-25, server/utilities/completion */
const maxValues = 100;

/** Serves `completion/complete`: the values of the catalog that fit what was typed, in its order. */
export function serveCompletions(sdk: Sdk, server: Server, options: OfferOptions): void {
  const { resources, prompts, failed } = options.served;
  const answering = answeringWith(sdk, failed, "completion");
  server.setRequestHandler("completion/complete", (request, requested) =>
    answering(async () => {
      const { ref, argument, context } = request.params;
      const typed = {
        value: argument.value,
        given: context?.arguments ?? {},
        ...offerCall(sdk, server, requested, options),
      };
      const fitting =
        ref.type === "ref/prompt"
          ? await (await prompts?.())?.complete(ref.name, argument.name, typed)
          : await resources.complete(ref.uri, argument.name, typed);
      if (fitting === undefined) {
        const what = ref.type === "ref/prompt" ? `prompt '${clip(ref.name, limits.nameLength)}'` : "resource template";
        throw new sdk.ProtocolError(-32602, `Invalid params: unknown ${what}`);
      }
      const values = fitting.slice(0, maxValues);
      return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
    }),
  );
}
