import type { openWire } from "./wire.ts";

/** A client transport onto a server on streams in memory. Fits the SDK's 1.x and 2.x clients alike. */
export class ClientStreams {
  onmessage?: (message: never) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** What the client sent, in order. */
  readonly sent: object[] = [];
  readonly #wire: ReturnType<typeof openWire>;
  #rest = "";

  constructor(wire: ReturnType<typeof openWire>) {
    this.#wire = wire;
  }

  async start(): Promise<void> {
    this.#wire.stdout.on("data", (chunk: string) => {
      const lines = (this.#rest + chunk).split("\n");
      this.#rest = lines.pop() ?? "";
      // The clients' own message types can't be named here; they validate what they get.
      for (const line of lines) this.onmessage?.(JSON.parse(line) as never);
    });
  }

  async send(message: object): Promise<void> {
    this.sent.push(message);
    this.#wire.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends the server's input and waits until it has ended by itself. */
  async close(): Promise<void> {
    this.#wire.stdin.end();
    await this.#wire.exit;
    this.onclose?.();
  }
}
