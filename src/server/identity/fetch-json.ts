import { isJsonObject, type JsonObject, jsonIn } from "../../contract/json.ts";
import { textWithin } from "../../contract/text-within.ts";

/** What an authorization server may send: larger than any metadata or key set. */
const maxBytes = 512 * 1024;
const answerMs = 5_000;

/** The authorization server could not be asked, so nothing is known of the token. */
export class IssuerUnavailable extends Error {
  override readonly name = "IssuerUnavailable";
  /** Of its answer, where there was one. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/**
 * Fetches a JSON object from an authorization server. A redirect is refused: it could lead to a host that the operator has not named.
 * @returns undefined where there is no such document
 * @throws IssuerUnavailable
 */
export async function fetchJson(url: URL, init: RequestInit = {}): Promise<JsonObject | undefined> {
  let answer: Response;
  let text: string | undefined;
  try {
    answer = await fetch(url, {
      ...init,
      headers: { accept: "application/json", ...init.headers },
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    });
    if (answer.status === 404) {
      await answer.body?.cancel();
      return undefined;
    }
    text = await textWithin(answer.body ?? [], maxBytes);
  } catch (error) {
    throw new IssuerUnavailable(`${shown(url)}: ${reasonOf(error)}`);
  }
  if (text === undefined) throw new IssuerUnavailable(`${shown(url)}: more than ${maxBytes} bytes`);
  if (!answer.ok) throw new IssuerUnavailable(`${shown(url)} answers ${answer.status}`, answer.status);
  const value = jsonIn(text);
  if (!isJsonObject(value)) throw new IssuerUnavailable(`${shown(url)} answers no JSON object`);
  return value;
}

/** The reason of `fetch` stands in its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
}

function shown({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Others on the way could read or replace what comes from any other address. */
export function isTrustworthy({ protocol, hostname, username, hash }: URL): boolean {
  if (username !== "" || hash !== "") return false;
  return protocol === "https:" || (protocol === "http:" && loopbackHosts.has(hostname));
}

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
