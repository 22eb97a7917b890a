// A client that writes raw lines into a server's stdin, many before the first answer, and reads every line of its stdout.
import { createInterface } from "node:readline";
import { greeting, messageOf, paramsIn } from "./wire.mjs";

export function openStdioClient({ era, server, ledger }) {
  const { stdin } = server.child;
  let canWrite = true;
  stdin.on("drain", () => {
    canWrite = true;
  });
  stdin.on("error", (error) => ledger.fault(`stdin of ${server.name}: ${error.message}`));
  createInterface({ input: server.child.stdout }).on("line", (line) => ledger.receive(line));
  const write = (text) => {
    const isTaken = stdin.write(text);
    stdin.write("\n");
    canWrite &&= isTaken;
  };
  return {
    era,
    canTakeEndless: true,
    /** False while the server is slow to read. */
    canSend: () => canWrite,
    async greet() {
      if (era === "modern") return;
      ledger.expect("hello", "the handshake", { result: ({ serverInfo }) => serverInfo.name !== undefined });
      write(JSON.stringify({ jsonrpc: "2.0", id: "hello", ...greeting }));
      write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    },
    send(id, call, meta) {
      ledger.expect(id, call.tool ?? call.method, call.wanted);
      write(JSON.stringify(messageOf(era, id, call, meta)));
    },
    sendMalformed(id, kind, make) {
      const { id: named, line, wanted } = make(id, paramsIn(era));
      if (named === undefined) ledger.expectUnnamed(wanted.code);
      else ledger.expect(named, kind, wanted);
      write(line);
    },
    cancel(id) {
      ledger.cancel(id);
      const params = paramsIn(era)({ requestId: id, reason: "soak" });
      write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
    },
    async close() {
      stdin.end();
    },
  };
}
