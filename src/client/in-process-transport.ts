import { InMemoryTransport } from "@modelcontextprotocol/client";
import type { InProcessTarget } from "./server-connection.ts";
import { NotStarted, type Transport } from "./stdio-transport.ts";

/** Both sides in memory. Messages pass as JSON, as on a wire: neither side gets objects of the other, nor what JSON can't hold. */
export function inProcessTransport({ create }: InProcessTarget): Transport {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  for (const side of [ours, theirs]) {
    const send = side.send.bind(side);
    side.send = (message, options) => send(JSON.parse(JSON.stringify(message)), options);
  }
  const start = ours.start.bind(ours);
  ours.start = async () => {
    try {
      const server = await create();
      await server.connect(theirs);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new NotStarted(`the server in this process can't be started: ${reason}`, { cause: error });
    }
    await start();
  };
  return ours;
}
