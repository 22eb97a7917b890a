import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { mainPath, root } from "./run-pegboard.ts";

/** A JSON-RPC message as a value; both SDKs have types of their own for it. */
export type Message = { readonly jsonrpc: "2.0"; readonly [key: string]: unknown };

/**
 * A client transport that starts the built server and keeps every line of its stdout as it came. Fits the SDK's 1.x and
 * 2.x clients alike. `revision` is what an initialize request asks for, whatever the client would say.
 */
export class RecordingTransport {
  readonly lines: string[] = [];
  onmessage?: (message: never) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #revision: string | undefined;
  readonly #env: Readonly<Record<string, string>>;
  readonly #words: readonly string[];
  #child: ChildProcess | undefined;
  #ended: Promise<number | null> | undefined;

  constructor(
    options: {
      readonly revision?: string;
      readonly env?: Readonly<Record<string, string>>;
      readonly words?: readonly string[];
    } = {},
  ) {
    this.#revision = options.revision;
    this.#env = options.env ?? {};
    this.#words = options.words ?? ["serve"];
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [mainPath, ...this.#words], {
      cwd: root,
      env: { ...process.env, ...this.#env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child = child;
    this.#ended = new Promise((resolve) => child.on("close", (code) => resolve(code)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      this.lines.push(line);
      // The clients' own message types can't be named here; they validate what they get.
      this.onmessage?.(JSON.parse(line) as never);
    });
    child.on("close", () => this.onclose?.());
    child.on("error", (error) => this.onerror?.(error));
  }

  async send(message: object): Promise<void> {
    this.#child?.stdin?.write(`${JSON.stringify(this.#inRevision(message))}\n`);
  }

  /** Ends the server's input and waits until it has ended by itself. */
  async close(): Promise<void> {
    this.#child?.stdin?.end();
    await this.#ended;
  }

  /** The server's exit code, once it has ended. */
  get exitCode(): Promise<number | null> | undefined {
    return this.#ended;
  }

  #inRevision(message: object): object {
    if (this.#revision === undefined || !("method" in message) || message.method !== "initialize") return message;
    const params = "params" in message && typeof message.params === "object" ? message.params : {};
    return { ...message, params: { ...params, protocolVersion: this.#revision } };
  }
}
