import type { ReadRequest } from "./exchange.ts";

export interface RunningRequests {
  readonly all: ReadonlySet<Promise<unknown>>;
  /**
   * Works on a request, and counts it for its server as long as that lasts.
   * @param work gets why it is not to be carried out; undefined: it is
   */
  add<Answer>(request: ReadRequest, work: (refusal: string | undefined) => Promise<Answer>): Promise<Answer>;
}

/** How many a server always gets, however much others are asked. */
const reserved = 4;

/**
 * What is worked on, by server: one that is flooded takes nothing from the others.
 * @param maxOfServer at once; of all servers together, four times as many
 */
export function runningRequests(maxOfServer: number): RunningRequests {
  const all = new Set<Promise<unknown>>();
  const counts = new Map<string, number>();

  function refusalOf(request: ReadRequest, count: number): string | undefined {
    // What the bridge is, it says at any time: it asks no server for that.
    if ("error" in request || request.method === "getBridgeInfo") return undefined;
    if (count >= maxOfServer) return `more than ${maxOfServer} requests are running`;
    return all.size >= maxOfServer * 4 && count >= Math.min(reserved, maxOfServer)
      ? `more than ${maxOfServer * 4} requests are running`
      : undefined;
  }

  return {
    all,
    async add(request, work) {
      const server = serverIn(request);
      const count = counts.get(server) ?? 0;
      const refusal = refusalOf(request, count);
      counts.set(server, count + 1);
      const working = work(refusal);
      all.add(working);
      try {
        return await working;
      } finally {
        all.delete(working);
        const left = (counts.get(server) ?? 1) - 1;
        if (left === 0) counts.delete(server);
        else counts.set(server, left);
      }
    },
  };
}

/** Those that are about no server, or about all, are counted together. */
function serverIn(request: ReadRequest): string {
  if ("error" in request) return "";
  const { server } = request.params;
  return typeof server === "string" ? server : "";
}
