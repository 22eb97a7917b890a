import { createServer } from "node:net";

/** The lowest port of the range that nothing listens to and no place has. */
export async function freePort(from: number, to: number, taken: ReadonlySet<number>): Promise<number | undefined> {
  for (let port = from; port <= to; port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  return undefined;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}
