import { randomBytes } from "node:crypto";
import type { ServerContext } from "@modelcontextprotocol/server";
import { isJsonObject } from "../contract/json.ts";
import type { Identity } from "../runtime/ports.ts";
import type { Sdk } from "./mcp-server.ts";
import { ownerOf } from "./owner.ts";
import type { QuestionState } from "./questions.ts";

// The state that a client keeps between the rounds of a call. It is signed, so that no client can change it; it expires, and is
// good for one call of one caller only. It is not encrypted: it holds what the client itself replied.

/** For one process; several need one that they share. */
export function newStateKey(): Uint8Array {
  return randomBytes(minKeyBytes);
}

/** @param text a secret of the operator's @returns undefined where there is none, or it is too short */
export function stateKeyOf(text = ""): Uint8Array | undefined {
  const key = Buffer.from(text, "utf8");
  return key.length < minKeyBytes ? undefined : key;
}

export const shortStateKey = "PEGBOARD_STATE_KEY has fewer than 32 bytes";

/** Of the SDK's codec. */
const minKeyBytes = 32;

/** A call, and who makes it. */
export interface StateOwner {
  readonly method: "tools/call" | "prompts/get";
  readonly name: string;
  /** The arguments, exactly as they came. */
  readonly given: unknown;
  readonly identity: Identity | undefined;
}

interface Signing {
  readonly sdk: Sdk;
  readonly context: ServerContext;
  readonly key: Uint8Array;
  readonly owner: StateOwner;
}

export function sealState(state: QuestionState, { sdk, context, ...signing }: Signing): Promise<string> {
  return codecOf(sdk, signing).mint(state, context);
}

/** @returns what came back; undefined where nothing did. @throws ProtocolError it is not what was sent with this call */
export async function openState({ sdk, context, ...signing }: Signing): Promise<QuestionState | undefined> {
  const sealed: unknown = context.mcpReq.requestState();
  if (typeof sealed !== "string") return undefined;
  const state = await codecOf(sdk, signing).verify(sealed, context).catch(ignoredReason);
  if (state !== undefined && isJsonObject(state.replies) && isJsonObject(state.asked)) return state;
  const message =
    'Invalid params: "requestState" is not what this server sent with this call, or has expired; send the call again without it';
  throw new sdk.ProtocolError(-32602, message);
}

/** Which check failed is of use only to somebody who tries out changes. */
function ignoredReason(): undefined {
  return undefined;
}

function codecOf(sdk: Sdk, { key, owner }: Pick<Signing, "key" | "owner">) {
  const { method, name, given = null, identity } = owner;
  const bound = JSON.stringify([method, name, given, ownerOf(identity)]);
  return sdk.createRequestStateCodec<QuestionState>({ key, ttlSeconds, bind: () => bound });
}

/** A person may be away for a while. */
const ttlSeconds = 60 * 60;
