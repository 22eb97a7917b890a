import { gzipSync } from "node:zlib";
import { message } from "../messages.mjs";

// What only HTTP has. A header of `null` is left out, a list stands several times. A status of 0 is a connection that is closed.

const ping = message({ id: 1, method: "ping" });
const one = (group, rows) =>
  rows.map(([name, sent, status, why]) => ({ group, name, why, http: sent, status, transports: ["http"] }));

const methods = "MCP, transports: messages are sent by POST; GET is a stream of events or 405";
const rebinding = "MCP, transports, security: Host and Origin are checked, a page of another origin gets 403";
const types = "MCP, transports: the body is JSON (RFC 9110, 15.5.16: other types are 415)";
const simple = `${types}; browsers send this without asking first`;
const syntax = "RFC 9112: the message can't be read, or not without doubt (request smuggling)";
const size = "RFC 9110, 15.5.14 and RFC 6585, 5: what is too large is refused, not read";
const revision = "MCP, transports: an MCP-Protocol-Version that is not served MUST be answered 400";
const paths = "RFC 9110, 15.5.5: nothing is there";

const refusedWord = [400, 405, 501, 0];
const elsewhere = [400, 404, 405];

export const httpOnly = [
  ...one("HTTP methods", [
    ["GET without Accept", { method: "GET", headers: { accept: null }, body: "" }, [400, 404, 405, 406], methods],
    [
      "GET that accepts HTML",
      { method: "GET", headers: { accept: "text/html" }, body: "" },
      [400, 404, 405, 406],
      methods,
    ],
    ["PUT", { method: "PUT" }, [404, 405, 501], methods],
    ["PATCH", { method: "PATCH" }, [404, 405, 501], methods],
    ["HEAD", { method: "HEAD", body: "" }, [400, 404, 405, 406], methods],
    ["TRACE", { method: "TRACE", body: "" }, [400, 404, 405, 501], methods],
    ["a method that does not exist", { method: "BREW" }, refusedWord, methods],
    ["a method in small letters", { method: "post" }, refusedWord, methods],
    ["CONNECT", { method: "CONNECT", target: "127.0.0.1:1", body: "" }, [400, 404, 405, 501, 0], methods],
    ["another path", { target: "/" }, elsewhere, paths],
    ["a path above the root", { target: "/../../etc/passwd" }, elsewhere, paths],
    ["a path with a second slash", { target: "//mcp" }, elsewhere, paths],
    ["a path with a NUL", { target: "/mcp%00" }, elsewhere, paths],
  ]),
  ...one("HTTP hosts", [
    ["a host of somebody else", { headers: { host: "evil.example" } }, [400, 403, 421], rebinding],
    ["a host that ends like ours", { headers: { host: "127.0.0.1.evil.example" } }, [400, 403, 421], rebinding],
    ["an empty host", { headers: { host: "" } }, [400, 403, 421], rebinding],
    ["no host", { headers: { host: null } }, [400], "RFC 9112, 3.2: 400"],
    ["two hosts", { headers: { host: ["127.0.0.1", "evil.example"] } }, [400], "RFC 9112, 3.2: 400"],
    [
      "the address of another server",
      { target: "http://evil.example/mcp" },
      [400, 403, 404, 421],
      "RFC 9112, 3.2.2: the target's host counts",
    ],
    ["a page of another origin", { headers: { origin: "https://evil.example" } }, [403], rebinding],
    ["a page without an origin of its own", { headers: { origin: "null" } }, [403], rebinding],
    ["an origin that begins like ours", { headers: { origin: "http://127.0.0.1.evil.example" } }, [403], rebinding],
    ["an origin that is none", { headers: { origin: "::::" } }, [400, 403], rebinding],
    [
      "two origins, the first one ours",
      { headers: { origin: ["http://127.0.0.1", "https://evil.example"] } },
      [400, 403],
      rebinding,
    ],
  ]),
  ...one("HTTP types", [
    ["a body of text/plain", { headers: { "content-type": "text/plain" } }, [400, 415], simple],
    ["a body of a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, [400, 415], simple],
    [
      "a body of a form in parts",
      { headers: { "content-type": "multipart/form-data; boundary=x" } },
      [400, 415],
      simple,
    ],
    ["a body without a type", { headers: { "content-type": null } }, [400, 415], types],
    ["a type that begins like JSON", { headers: { "content-type": "application/jsonx" } }, [400, 415], types],
    [
      "JSON as a parameter of another type",
      { headers: { "content-type": "text/plain; a=application/json" } },
      [400, 415],
      simple,
    ],
    [
      "a client that accepts HTML",
      { headers: { accept: "text/html" } },
      [400, 406],
      "MCP, transports: clients accept JSON and events",
    ],
    ["a coding that does not exist", { headers: { "content-encoding": "x-what" } }, [400, 415], types],
    ["gzip that is none", { headers: { "content-encoding": "gzip" } }, [400, 415], types],
    [
      "50 MB in 50 kB",
      { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(50_000_000, 0x20)) },
      [400, 413, 415, 0],
      size,
    ],
  ]),
  ...one("HTTP messages", [
    ["no body", { body: "" }, [400], "MCP, transports: the body is a message"],
    ["a body of blanks", { body: "  \n " }, [400], "MCP, transports: the body is a message"],
    ["two lengths", { headers: { "content-length": ["5", "6"] } }, [400, 0], syntax],
    ["a length that is a word", { headers: { "content-length": "many" } }, [400, 0], syntax],
    ["a negative length", { headers: { "content-length": "-5" } }, [400, 0], syntax],
    ["a length beside chunks", { headers: { "transfer-encoding": "chunked" }, body: "0\r\n\r\n" }, [400, 0], syntax],
    [
      "a chunk of no size",
      { headers: { "content-length": null, "transfer-encoding": "chunked" }, body: "what\r\n" },
      [400, 0],
      syntax,
    ],
    [
      "chunks of another coding",
      { headers: { "content-length": null, "transfer-encoding": "gzip" } },
      [400, 411, 415, 501, 0],
      syntax,
    ],
    ["a header over two lines", { lines: ["X-Long: a", " b"] }, [400, 0], "RFC 9112, 5.2: obsolete folding is 400"],
    ["a header without a colon", { lines: ["X-Bare"] }, [400, 0], syntax],
    ["a blank before the colon", { lines: ["Content-Length : 5"] }, [400, 0], "RFC 9112, 5.1: 400"],
    ["a NUL in a header", { lines: ["X-Nul: a\u0000b"] }, [400, 0], syntax],
    ["a version that does not exist", { version: "HTTP/9.9" }, [400, 505, 0], syntax],
    ["words that are not HTTP", { raw: "hello there\r\n\r\n" }, [400, 0], syntax],
    ["headers of 100 kB", { headers: { "x-long": "x".repeat(100_000) } }, [400, 413, 431, 0], size],
    ["a target of 100 kB", { target: `/mcp?${"x".repeat(100_000)}` }, [400, 404, 413, 414, 431, 0], size],
    ["a length of 100 GB", { headers: { "content-length": "99999999999" } }, [400, 413, 0], size],
    ["20 MB of blanks", { body: " ".repeat(20_000_000) }, [400, 413, 0], size],
    [
      "an expectation that does not exist",
      { headers: { expect: "the unexpected" } },
      [200, 417],
      "RFC 9110, 10.1.1: 417",
    ],
    [
      "a change to WebSocket",
      { headers: { connection: "Upgrade", upgrade: "websocket" } },
      [200, 400, 404, 426, 0],
      "RFC 9110, 7.8: not 101",
    ],
  ]),
  ...one("HTTP revisions", [
    ["a revision that does not exist", { headers: { "mcp-protocol-version": "1999-01-01" } }, [400], revision],
    ["a revision that is a word", { headers: { "mcp-protocol-version": "latest" } }, [400], revision],
    ["a revision of 5,000 characters", { headers: { "mcp-protocol-version": "9".repeat(5_000) } }, [400], revision],
    ["two revisions", { headers: { "mcp-protocol-version": ["2025-11-25", "2025-06-18"] } }, [400], revision],
    [
      "a session that does not exist",
      { headers: { "mcp-session-id": "../../etc/passwd" } },
      [200, 400, 404],
      "MCP, transports, sessions: 404; a server without sessions pays no attention",
    ],
  ]),
  ...one("HTTP connections", [
    [
      "a client that leaves inside its body",
      { body: ping.slice(0, 10), headers: { "content-length": "1000" }, leaves: true },
      "any",
      "RFC 9112, 8: an incomplete message is not acted upon",
    ],
    [
      "a client that leaves before its answer",
      { leaves: true },
      "any",
      "MCP, transports: a connection may be lost at any time",
    ],
  ]),
  {
    group: "HTTP connections",
    name: "two requests, one behind the other",
    why: "RFC 9112, 9.3.2: they are answered in their order",
    http: { twice: true },
    status: [200],
    wants: [
      [1, "result"],
      [2, "result"],
    ],
    transports: ["http"],
  },
];
