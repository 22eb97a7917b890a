import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequestAuthorizer } from "../../server/http/authorize-request.ts";
import { within } from "../../server/within.ts";
import type { Audit, CallPolicy } from "../policy.ts";
import type { ToolProvider } from "../provider.ts";
import { createErrorFormatter, exchange, type OnError } from "./exchange.ts";
import { runningRequests } from "./running-requests.ts";

export interface BridgeServerOptions {
  /** Default: 0, any that is free. */
  readonly port?: number;
  /** What may run. Default: everything; the provider is yours, and so is the law. */
  readonly policy?: CallPolicy;
  /** Gets every decision of the policy. */
  readonly audit?: Audit;
  /** Milliseconds that a call may take. Default: 300,000. */
  readonly callMs?: number;
  /** Milliseconds for a list or a resource. Default: 30,000. */
  readonly listMs?: number;
  /** Requests that are worked on at once for one server; more are refused. Of all servers, four times as many. Default: 64. */
  readonly maxRequests?: number;
  /** Milliseconds that a request may take to arrive, headers and body. Default: 30,000. */
  readonly arrivalMs?: number;
  /** Milliseconds that running requests get when the bridge stops; then they are cancelled. Default: 2,000. */
  readonly stopMs?: number;
  /** Host names by which the bridge may be asked for beyond loopback's, such as `host.docker.internal`. */
  readonly hosts?: readonly string[];
  /** Gets errors of which callers get the id only. Default: written to stderr. */
  readonly onError?: OnError;
}

/** What a client needs; for child processes as TOOL_CLI_PORT and TOOL_CLI_TOKEN. */
export interface StartResult {
  readonly port: number;
  /** 32 random bytes in hexadecimal, new with each start. */
  readonly token: string;
}

interface Running extends StartResult {
  readonly server: Server;
  readonly stop: AbortController;
  readonly requests: ReadonlySet<Promise<unknown>>;
}

/**
 * Serves the tools of a provider over JSON-RPC 2.0 and HTTP at 127.0.0.1, to programs that have the token. Names of servers and
 * tools and arguments are checked before the provider is called; who may call what is the provider's business, unless a
 * policy is given.
 *
 *     const bridge = new BridgeServer(provider);
 *     const { port, token } = await bridge.start();
 */
export class BridgeServer {
  readonly #provider: ToolProvider;
  readonly #options: BridgeServerOptions;
  #running: Promise<Running> | undefined;
  #port = 0;

  constructor(provider: ToolProvider, options: BridgeServerOptions = {}) {
    this.#provider = provider;
    this.#options = options;
  }

  /**
   * Started already: gives the same pair.
   * @param log gets one line that says where it listens
   * @throws when the port can't be had
   */
  async start(log?: (message: string) => void): Promise<StartResult> {
    this.#running ??= this.#open(log);
    const { port, token } = await this.#running;
    return { port, token };
  }

  /** The port that it listens at; 0 when it does not. */
  getPort(): number {
    return this.#port;
  }

  /** Takes nothing more in, lets running requests finish for a bounded time, and cancels the rest. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#port = 0;
    if (running === undefined) return;
    const { server, stop, requests } = await running;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const isDone = await within(this.#options.stopMs ?? 2_000, Promise.allSettled([...requests]));
    stop.abort();
    // Cancelled requests are answered.
    if (!isDone) await within(cancelledMs, Promise.allSettled([...requests]));
    // An answer that was just written is on its way.
    await within(cancelledMs, closed);
    server.closeAllConnections();
    await closed;
  }

  async #open(log: ((message: string) => void) | undefined): Promise<Running> {
    const options = this.#options;
    const { arrivalMs = 30_000 } = options;
    const token = randomBytes(32).toString("hex");
    const stop = new AbortController();
    // Every request that is under way listens to it: Node would take that for a leak.
    setMaxListeners(0, stop.signal);
    const requests = runningRequests(options.maxRequests ?? 64);
    const onError = options.onError ?? writeError;
    const world = {
      provider: this.#provider,
      policy: options.policy,
      audit: options.audit,
      callMs: options.callMs ?? 300_000,
      listMs: options.listMs ?? 30_000,
      judge: createRequestAuthorizer({ hosts: [...loopback, ...(options.hosts ?? [])], origins: [], token }),
      stop: stop.signal,
      running: requests,
      formatError: createErrorFormatter(onError),
    };
    // How often Node looks who is late.
    const connectionsCheckingInterval = Math.max(50, Math.min(5_000, arrivalMs / 4));
    const server = createServer({ connectionsCheckingInterval }, (request, response) => {
      // At the end nothing more may come over this connection, which would else be kept for some seconds.
      response.once("close", () => {
        if (this.#port === 0) setImmediate(() => server.closeIdleConnections());
      });
      exchange(request, response, world).catch((error: unknown) => {
        onError({ id: "none", doing: "an exchange", error });
        response.destroy();
      });
    });
    server.requestTimeout = arrivalMs;
    server.headersTimeout = Math.min(arrivalMs, 10_000);
    // Longer than clients keep a connection: who sends into one that is just being closed loses the request.
    server.keepAliveTimeout = 65_000;
    server.maxConnections = 512;
    try {
      this.#port = await listen(server, options.port ?? 0);
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
    log?.(`[bridge] listening at 127.0.0.1:${this.#port}`);
    return { port: this.#port, token, server, stop, requests: requests.all };
  }
}

const loopback = ["127.0.0.1", "localhost", "[::1]"];
const cancelledMs = 250;

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: "127.0.0.1", port }, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

const writeError: OnError = ({ id, doing, error }) => {
  process.stderr.write(`bridge: ${doing} failed (id ${id}): ${error instanceof Error ? error.stack : String(error)}\n`);
};
