/** One thing that was looked at. */
export interface Check {
  readonly id: OfStart | OfAnswers;
  /** A problem keeps the client from using the server, or a part of it; a warning may. */
  readonly status: "fine" | "warning" | "problem";
  /** One line; said of the server: "starts in 0.3 s". */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
}

type OfStart = "entry" | "program" | "node" | "generated" | "start" | "handshake" | "version";
type OfAnswers = "tools" | "limits" | "call" | "stdout";

/** All that was found of one server. */
export interface Examined {
  /** Undefined for a file that belongs to none. */
  readonly client: string | undefined;
  readonly name: string;
  /** `file:line:column`, or the file alone. */
  readonly place: string;
  readonly checks: readonly Check[];
}

export function fine(id: Check["id"], message: string): Check {
  return { id, status: "fine", message };
}

export function warning(id: Check["id"], message: string, hint: string): Check {
  return { id, status: "warning", message, hint };
}

export function problem(id: Check["id"], message: string, hint: string): Check {
  return { id, status: "problem", message, hint };
}
