import { PassThrough } from "node:stream";
import type { HttpResponse } from "../../src/server/http/exchange.ts";

/** The response to a request, as far as it is written. */
export class WrittenResponse extends PassThrough implements HttpResponse {
  headersSent = false;
  text = "";
  constructor() {
    super();
    this.setEncoding("utf8").on("data", (text: string) => {
      this.text += text;
    });
  }
  setHeader(): void {}
  appendHeader(): void {}
  flushHeaders(): void {}
  writeHead() {
    this.headersSent = true;
    return this;
  }
}
