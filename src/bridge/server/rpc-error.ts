import type { JsonObject } from "../../contract/json.ts";

/** The codes that a bridge answers with. */
export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** What is behind the bridge failed; `data.reason` says how, where that is known. */
  failed: -32_603,
  cancelled: -32_000,
  refused: -32_001,
} as const;

/** An answer that is an error. */
export class RpcMethodError extends Error {
  override readonly name = "RpcMethodError";
  readonly code: number;
  readonly data: JsonObject | undefined;

  constructor(code: number, message: string, data?: JsonObject, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.data = data;
  }
}
