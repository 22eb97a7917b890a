// The limit of a Node process: answers that are written by hand, with text and structured content as ours have them, and no check of
// anything. `node plain-responder.mjs LIST_FILE [http]`; over HTTP the port is printed.
import { readFileSync } from "node:fs";
import { answerOf } from "./order-calls.mjs";

const list = readFileSync(process.argv[2], "utf8");

if (process.argv[3] === "http") await serveHttp();
else serveStdio();

function answer({ id, method, params }) {
  const head = `{"jsonrpc":"2.0","id":${id},"result":`;
  if (method === "tools/call") return `${head}${called(answerOf(params.name, params.arguments))}}`;
  if (method === "tools/list") return `${head}${list}}`;
  if (method === "initialize") return `${head}${initialized}}`;
  return `${head}{}}`;
}

function called(text) {
  const json = JSON.stringify({ text });
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`;
}

function serveStdio() {
  let rest;
  process.stdin.on("data", (chunk) => {
    const bytes = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    let out = "";
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      const message = JSON.parse(bytes.utf8Slice(from, end));
      from = end + 1;
      if (message.id !== undefined) out += `${answer(message)}\n`;
    }
    rest = from < bytes.length ? bytes.subarray(from) : undefined;
    if (out !== "") process.stdout.write(out);
  });
}

async function serveHttp() {
  const { createServer } = await import("node:http");
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const text = answer(JSON.parse(Buffer.concat(chunks).toString("utf8")));
      response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
      response.end(text);
    });
  });
  server.listen(0, "127.0.0.1", () => console.error(`http://127.0.0.1:${server.address().port}/mcp`));
}

const initialized =
  '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"plain","version":"1.0.0"}}';
