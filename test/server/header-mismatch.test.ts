import { expect, it } from "vitest";
import { decodeLine } from "../../src/server/decode.ts";
import { refusalOverHttp } from "../../src/server/http/request-rules.ts";

// Which issue of a request over HTTP with an unsupported revision is reported.

function codeFor(revision: unknown, header: string | undefined): number | undefined {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } });
  const decoded = decodeLine(Buffer.from(body));
  if (decoded.kind !== "refused") return undefined;
  return refusalOverHttp(decoded.refusal, header === undefined ? {} : { "mcp-protocol-version": header }).code;
}

it.each([
  ["the header names one that is served", "v999", "2026-07-28", -32020],
  ["the header names a third", "v999", "v998", -32020],
  ["the header goes on where the body ends", "v999", "v9990", -32020],
  ["the header names the same", "v999", "v999", -32022],
  ["both name the same, longer than what is quoted", "v".repeat(100), "v".repeat(100), -32022],
  ["no header names any", "v999", undefined, -32022],
  ["the body's is not a text", 7, "2026-07-28", -32602],
])("%s", (_title, revision, header, code) => {
  expect(codeFor(revision, header)).toBe(code);
});
