import type { Server, ServerContext } from "@modelcontextprotocol/server";
import { limits } from "../contract/limits.ts";
import { clip } from "../contract/utf8.ts";
import type { Connection } from "../runtime/call-state.ts";
import { callerOf } from "../runtime/caller.ts";
import { contentsIssues, factsIssues } from "../runtime/content-issues.ts";
import type { OfferRequest } from "../runtime/offers.ts";
import type { Prompts } from "../runtime/prompts.ts";
import type { ListedPage, Resources } from "../runtime/resources.ts";
import { clientInfo } from "./client-info.ts";
import type { Sdk } from "./mcp-server.ts";
import { cacheFor, revisionOf } from "./revision.ts";

/** For the log: what could not be answered. */
export type Offer = "resource" | "prompt" | "completion" | "subscription";

export interface ServedResources {
  readonly resources: Resources;
  /** Loads the prompts, where the catalog has some. */
  readonly prompts?: () => Promise<Prompts>;
  /** Logs an error under an id; returns the message for the client. */
  readonly failed: (error: unknown, what: Offer) => string;
}

export interface OfferOptions {
  readonly served: ServedResources;
  readonly connection: Connection;
}

/** What the handlers of resources, prompts and completions get beside their values. */
export function offerCall(
  sdk: Sdk,
  server: Server,
  context: ServerContext,
  { connection }: Pick<OfferOptions, "connection">,
): OfferRequest {
  return { signal: context.mcpReq.signal, caller: callerOf(clientInfo(sdk, server, context), connection) };
}

/** Serves `resources/…`, but for subscriptions. */
export function serveResources(sdk: Sdk, server: Server, options: OfferOptions): void {
  const { resources, failed } = options.served;
  const answering = answeringWith(sdk, failed, "resource");
  function pageOf<Facts>(page: ListedPage<Facts> | undefined, revision: string) {
    if (page === undefined) throw new sdk.ProtocolError(-32602, "Invalid params: unknown cursor");
    const { entries, nextCursor, isFixed } = page;
    assertNone(entries.flatMap((entry, at) => factsIssues(entry).map((issue) => `entries[${at}]${issue}`)));
    // The SDK's type is a mutable list; it does not change ours.
    return {
      entries: entries as never,
      ...cacheFor(isFixed, revision),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }
  server.setRequestHandler("resources/list", (request, context) =>
    answering(async () => {
      const { entries, ...rest } = pageOf(await resources.list(request.params?.cursor), revisionOf(server, context));
      return { resources: entries, ...rest };
    }),
  );
  server.setRequestHandler("resources/templates/list", (request, context) =>
    answering(async () => {
      const page = await resources.templates(request.params?.cursor);
      const { entries, ...rest } = pageOf(page, revisionOf(server, context));
      return { resourceTemplates: entries, ...rest };
    }),
  );
  server.setRequestHandler("resources/read", (request, context) =>
    answering(async () => {
      const { uri } = request.params;
      const read = await resources.read(uri, offerCall(sdk, server, context, options));
      // A client that sends megabytes does not need them back.
      if (read.kind === "unknown") throw new sdk.ResourceNotFoundError(clip(uri, limits.uriLength), read.message);
      const issues = read.contents.flatMap((contents, at) =>
        contentsIssues(contents).map((issue) => `contents[${at}]${issue}`),
      );
      assertNone(issues);
      // As above.
      return {
        contents: read.contents as never,
        ...cacheFor(read.isFixed, revisionOf(server, context)),
        ...(read.meta === undefined ? {} : { _meta: read.meta }),
      };
    }),
  );
}

/** Any error but one of the protocol is logged, and the client gets the message that `failed` makes of it. */
export function answeringWith(sdk: Sdk, failed: ServedResources["failed"], what: Offer) {
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof sdk.ProtocolError) throw error;
      throw new sdk.ProtocolError(-32603, failed(error, what));
    }
  };
}

/** The contents of a host are checked against the protocol, like those of a handler: clients reject a wrong answer whole. */
function assertNone(issues: readonly string[]): void {
  if (issues.length > 0) throw new Error(`a resource breaks the protocol: ${issues.slice(0, maxIssues).join("; ")}`);
}

const maxIssues = 20;
