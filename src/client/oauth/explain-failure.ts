import {
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from "@modelcontextprotocol/client";
import { isJsonObject, jsonIn } from "../../contract/json.ts";
import { maskOf } from "../mask-secrets.ts";
import { LoginFailed } from "./login.ts";

/** Characters of another program's text that a message repeats. */
const maxReported = 200;

export interface Step {
  /** What was done, in words: "the registration". */
  readonly title: string;
  /** The authorization server that was asked. Absent: the server itself. */
  readonly at?: string;
  readonly secrets?: readonly string[];
  readonly signal: AbortSignal;
}

/** Does one step of a login. @throws LoginFailed with its failure in our words, or the signal's reason */
export async function carryOut<Result>(step: Step, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, step);
  }
}

function explain(error: unknown, { title, at, secrets = [], signal }: Step): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof LoginFailed) return error;
  const shown = (text: string) => shortened(maskOf(secrets)(text));
  const asked = at === undefined ? "" : `names the authorization server ${at}, which `;
  // What was received is the attacker's text, if there is one.
  if (IssuerMismatchError.isInstance(error)) {
    const why = error.kind === "metadata" ? "publishes the metadata of another issuer" : "is not the one that answered";
    return new LoginFailed(`${asked}${why}`, { cause: error });
  }
  if (InsecureTokenEndpointError.isInstance(error)) {
    return new LoginFailed(`${asked}takes tokens without TLS`, { cause: error });
  }
  if (RegistrationRejectedError.isInstance(error)) {
    return new LoginFailed(`${asked}refused ${title}: ${shown(rejection(error))}`, { cause: error });
  }
  if (OAuthError.isInstance(error)) {
    return new LoginFailed(`${asked}refused ${title}: ${shown(`${error.code}: ${error.message}`)}`, { cause: error });
  }
  const reason = networkReason(error);
  const failure =
    reason === undefined ? `failed at ${title}: ${shown(messageOf(error))}` : `can't be reached: ${reason}`;
  return new LoginFailed(`${asked}${failure}`, { kind: "unreachable", cause: error });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function rejection({ status, body }: RegistrationRejectedError): string {
  const answer = jsonIn(body);
  // Of a page for people its status says enough.
  if (!isJsonObject(answer) || typeof answer.error !== "string") return `HTTP ${status}`;
  const { error, error_description: description } = answer;
  return typeof description === "string" ? `${error}: ${description}` : error;
}

/** `fetch` reports no reason itself; its cause does. */
function networkReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "TimeoutError") return "no answer in time";
  const { cause } = error;
  if (!(error instanceof TypeError) || !(cause instanceof Error)) return undefined;
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}

/** On one line: a schema library reports its findings as many lines of JSON. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > maxReported ? `${line.slice(0, maxReported)}…` : line;
}
