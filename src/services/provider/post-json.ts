import { jsonIn } from "../../contract/json.ts";
import { textWithin } from "../../contract/text-within.ts";
import { ProviderFailed } from "./provider-failed.ts";

const maxMessage = 200;
/** What says that this is not taken; any other refusal is of the provider. */
const refusals = [400, 413, 422];
const maxRetryAfterMs = 15 * 60_000;

export interface ProviderAddress {
  readonly url: URL;
  /** A secret: it is sent to the address, and stands in no message. */
  readonly key: string | undefined;
  readonly maxAnswerBytes: number;
}

/**
 * Sends JSON to an API of OpenAI's kind. Redirects are not followed.
 * @returns the body of the answer
 * @throws ProviderFailed
 */
export async function postJson(
  { url, key, maxAnswerBytes }: ProviderAddress,
  body: string,
  signal: AbortSignal,
): Promise<string> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const withoutKey = (text: string) => (key === undefined ? text : text.replaceAll(key, "…"));
  const headers = { "content-type": "application/json", accept: "application/json", ...authorization };
  const response = await fetch(url, { method: "POST", headers, body, signal, redirect: "error" }).catch((error) => {
    throw new ProviderFailed(failureOf(error, signal), { cause: error });
  });
  const text = await textWithin(response.body ?? [], maxAnswerBytes).catch((error) => {
    throw new ProviderFailed(failureOf(error, signal), { cause: error });
  });
  if (text === undefined) throw new ProviderFailed(`answered with more than ${maxAnswerBytes} bytes`);
  if (!response.ok) throw refusal(response, messageOf(withoutKey(text)));
  return text;
}

function failureOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "did not answer in time";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  return cause === "" ? "can't be reached" : `can't be reached: ${cause.slice(0, maxMessage)}`;
}

function refusal(response: Response, message: string): ProviderFailed {
  const seconds = Number(response.headers.get("retry-after") ?? "");
  const said = message === "" ? "" : `: ${message}`;
  return new ProviderFailed(`answered ${response.status}${said}`, {
    isRefused: refusals.includes(response.status),
    retryAfterMs: seconds > 0 ? Math.min(maxRetryAfterMs, seconds * 1_000) : 0,
  });
}

/** The message of an error of this API; other bodies are pages for people. */
function messageOf(text: string): string {
  const error = memberOf(jsonIn(text), "error");
  const message = typeof error === "string" ? error : memberOf(error, "message");
  return typeof message === "string"
    ? message
        .replaceAll(/[\p{C}\s]+/gu, " ")
        .trim()
        .slice(0, maxMessage)
    : "";
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
