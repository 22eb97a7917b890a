import { Agent, request } from "node:http";

/**
 * Calls of a number of clients, each with a connection that it keeps.
 * @param session where the server keeps sessions
 * @returns milliseconds, and the text of the last answer
 */
export async function callOverHttp(url, { clients, count, params, session }) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-11-25",
    ...(session === undefined ? {} : { "mcp-session-id": session }),
  };
  let [left, number] = [count, 0];
  let last = "";
  const one = async () => {
    while (left-- > 0) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: ++number, method: "tools/call", params });
      last = await post(url, { agent, headers: { ...headers, "content-length": Buffer.byteLength(body) } }, body);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: clients }, one));
  const ms = performance.now() - from;
  agent.destroy();
  return { ms, last };
}

/** @throws Error when the answer is not a success */
function post(url, options, body) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, method: "POST" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("end", () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`status ${response.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
