import type { Json, JsonObject } from "../../contract/json.ts";

/** One request to a server and what came back, as it stands in a recording: one line of JSON. */
export interface Exchange {
  readonly server: string;
  readonly method:
    | "tools/list"
    | "tools/call"
    | "resources/list"
    | "resources/templates/list"
    | "resources/read"
    | "prompts/list"
    | "prompts/get";
  readonly params: JsonObject;
  /** Absent where it failed. */
  readonly result?: JsonObject;
  readonly error?: RecordedError;
}

export interface RecordedError {
  /** Of JSON-RPC; absent for what failed on the way, such as a lost connection. */
  readonly code?: number;
  readonly message: string;
  readonly data?: Json;
}

/** The first line of a recording. */
export const header = { recording: 1 } as const;
