import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Connections that have not sent a request yet: clients open some for later, and Node waits for them as for requests that run.
 * @returns ends those that still have sent nothing
 */
export function watchSilentConnections(server: Server): () => void {
  const silent = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  // Over TLS it is about another object than the connection, which has sent something by then.
  server.on("request", ({ socket }) => silent.delete(socket));
  return () => {
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  };
}
