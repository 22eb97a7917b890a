import type { IncomingHttpHeaders } from "node:http";
import type { Writable } from "node:stream";
import type { Identity } from "../../runtime/ports.ts";
import type { Body } from "./read-body.ts";

// A request and its response, as little of them as is needed: those of node:http are such, and those of `fetch` are made such.

export interface HttpRequest {
  readonly method?: string | undefined;
  /** The request target: a path, or a whole URL. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
}

export interface HttpResponse extends Writable {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
  writeHead(
    status: number,
    headers?: Readonly<Record<string, string>> | string[],
  ): { end(text?: string | undefined): unknown };
  flushHeaders(): void;
}

export interface Exchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly readBody: (maxBytes: number) => Promise<Body>;
  /** Who sends it, where that is known already; then its token is not looked at. */
  readonly identity?: Identity | undefined;
}
