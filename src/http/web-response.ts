import { PassThrough } from "node:stream";
import type { HttpResponse } from "../server/http/exchange.ts";

/** A response that is written as one of Node's and read as one of `fetch`. */
export class WebResponse extends PassThrough implements HttpResponse {
  #status = 200;
  #isBegun = false;
  readonly #headers = new Headers();

  get headersSent(): boolean {
    return this.#isBegun;
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  appendHeader(name: string, value: string): void {
    this.#headers.append(name, value);
  }

  writeHead(status: number, headers: Readonly<Record<string, string>> | string[] = {}): this {
    for (const [name, value] of Array.isArray(headers) ? pairsOf(headers) : Object.entries(headers)) {
      // A connection is a matter of the server around this.
      if (name !== "connection") this.#headers.set(name, value);
    }
    this.#status = status;
    this.#isBegun = true;
    this.emit("begun");
    return this;
  }

  /** They are on their way as soon as the response is given back. */
  flushHeaders(): void {}

  /** @returns resolves when status and headers are known; the body follows as it is written */
  answered(): Promise<Response> {
    const response = () => {
      const status = this.#status;
      const headers = this.#headers;
      if (!bodiless.has(status)) return new Response(bodyOf(this), { status, headers });
      this.resume();
      return new Response(null, { status, headers });
    };
    if (this.#isBegun) return Promise.resolve(response());
    return new Promise((resolve) => {
      this.once("begun", () => resolve(response()));
      // It was given up before it began, so the one who asked has gone.
      this.once("close", () => resolve(new Response(null, { status: 400 })));
    });
  }
}

/** `Readable.toWeb` of Node 20 throws, where none can catch it, when something is written after the reader has cancelled. */
function bodyOf(stream: PassThrough): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await chunks.next();
        if (chunk.done === true) controller.close();
        else controller.enqueue(chunk.value);
      },
      cancel: () => void stream.destroy(),
    },
    { highWaterMark: 0 },
  );
}

/** Statuses whose responses can have no body. @see Fetch, "null body status" */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

function pairsOf(headers: readonly string[]): [string, string][] {
  return Array.from({ length: headers.length / 2 }, (_, index) => [
    headers[2 * index] ?? "",
    headers[2 * index + 1] ?? "",
  ]);
}
