import type { IncomingMessage } from "node:http";
import { StringDecoder } from "node:string_decoder";

export type ReadText =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "too-large" }
  /** The sender went away before it had sent everything. */
  | { readonly kind: "broken" };

/**
 * The body of a request, as far as the limit, in characters as a JavaScript text counts them. What comes beyond it is read
 * and forgotten, so that the sender gets to the answer.
 */
export function readText(request: IncomingMessage, longest: number): Promise<ReadText> {
  return new Promise((resolve) => {
    const decoder = new StringDecoder("utf8");
    let text = "";
    request.on("data", (bytes: Buffer) => {
      if (text.length > longest) return;
      text += decoder.write(bytes);
      if (text.length > longest) resolve({ kind: "too-large" });
    });
    request.on("end", () => {
      text += decoder.end();
      resolve(text.length > longest ? { kind: "too-large" } : { kind: "read", text });
    });
    // A client that went away gets no answer.
    request.on("error", () => resolve({ kind: "broken" }));
    request.on("close", () => resolve({ kind: "broken" }));
  });
}
