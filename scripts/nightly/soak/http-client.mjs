// A client over Streamable HTTP: one POST per message, over connections that are kept.
import { Agent, request } from "node:http";
import { messageOf, modernRevision, paramsIn } from "./wire.mjs";

export function openHttpClient({ era, url, ledger }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const running = new Map();

  function post(id, body, headers) {
    const asked = request(url, { method: "POST", agent, headers: { ...basic, ...headers } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("error", (error) => failed(id, error));
      response.on("end", () => {
        running.delete(id);
        for (const message of messagesIn(text)) ledger.receive(message);
      });
    });
    running.set(id, asked);
    asked.on("error", (error) => failed(id, error));
    asked.end(body);
  }

  function failed(id, error) {
    // What was cancelled is not there any more, and may fail as it likes.
    if (!running.delete(id)) return;
    ledger.fault(`${id} over HTTP: ${error.message}`);
  }

  return {
    era,
    canSend: () => running.size < 4,
    async greet() {},
    send(id, call, meta) {
      ledger.expect(id, call.tool ?? call.method, call.wanted);
      const message = messageOf(era, id, call, meta);
      post(id, JSON.stringify(message), headersOf(era, message));
    },
    sendMalformed(id, kind, make) {
      const { id: named, line, wanted } = make(id, paramsIn(era));
      if (named === undefined) ledger.expectUnnamed(wanted.code);
      else ledger.expect(named, kind, wanted);
      post(id, line, headersOf(era, parsed(line)));
    },
    /** Closing the stream of its answer is how a call over HTTP is cancelled. */
    cancel(id) {
      ledger.cancel(id);
      const asked = running.get(id);
      running.delete(id);
      asked?.destroy();
    },
    async close() {
      agent.destroy();
    },
  };
}

const basic = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** What a modern request says in headers too. */
function headersOf(era, message) {
  if (era === "legacy") return { "mcp-protocol-version": "2025-06-18" };
  const { method = "tools/call", params } = message ?? {};
  const name = typeof params?.name === "string" ? { "mcp-name": params.name } : {};
  return { "mcp-protocol-version": modernRevision, "mcp-method": method, ...name };
}

function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The body, or the data of each of its events. */
function messagesIn(text) {
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data);
  return events.length > 0 ? events : [text];
}
