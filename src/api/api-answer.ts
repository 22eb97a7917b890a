import type { Json } from "../contract/json.ts";
import { HostUnavailable } from "../runtime/errors.ts";

/** What the API answered, whatever the status. A type and not an interface: only that is assignable to results that are open. */
export type ApiAnswer = {
  readonly status: number;
  /** JSON, a text, or bytes that are neither as `{mimeType, blob}` with `blob` in base64. */
  readonly body?: Json;
};

const maxAnswerBytes = 8 * 1024 * 1024;

/** @throws HostUnavailable where the answer is too large */
export async function answerOf(response: Response): Promise<ApiAnswer> {
  const { status } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes)
      throw new HostUnavailable(`the API answers more than ${maxAnswerBytes / 1024 / 1024} MiB`, "never");
    chunks.push(chunk);
  }
  if (size === 0) return { status };
  const type = response.headers.get("content-type") ?? "";
  const bytes = Buffer.concat(chunks);
  const text = textOf(bytes, type);
  if (text === undefined) {
    const mimeType = type.replace(/;.*/s, "").trim() || "application/octet-stream";
    return { status, body: { mimeType, blob: bytes.toString("base64") } };
  }
  if (!/\bjson\b/.test(type)) return { status, body: text };
  try {
    return { status, body: JSON.parse(text) as Json };
  } catch {
    // It says JSON and is something else: that is what the API answered.
    return { status, body: text };
  }
}

/** @returns undefined for bytes that are a text neither in the charset of their media type nor in UTF-8 */
function textOf(bytes: Uint8Array, type: string): string | undefined {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(type)?.[1] ?? "utf-8";
  return decoded(bytes, charset) ?? decoded(bytes, "utf-8");
}

function decoded(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The charset is not known, or the bytes are not a text in it: nothing else is thrown here.
    return undefined;
  }
}
