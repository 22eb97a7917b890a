import { type Client, clientLimits, clientPatterns, clientWords } from "./client-facts.ts";

// Asks the dated facts of `client-facts.ts` what they mean for a rule.

export type LimitId = keyof typeof clientLimits;
export type PatternId = keyof typeof clientPatterns;
export type WordsId = keyof typeof clientWords;

/** The number of a limit. */
export function limitOf(id: LimitId): number {
  return clientLimits[id].limit;
}

/** Longest name of a tool beside a server's name, in characters: what fits through every client, not only today's targets. */
export function nameBudget(server: string): number {
  return Math.max(
    1,
    Math.min(
      limitOf("vscode-name") - limitOf("vscode-name-prefix"),
      limitOf("cursor-name-with-server") - server.length,
      limitOf("prefixed-name") - `mcp__${server}__`.length,
    ),
  );
}

/** Longest property key, in characters. */
export const paramNameLimit = limitOf("param-key");

/** Most tokens of a summary: it travels with every request of a client. */
export const summaryTokens = 50;

/** Does a fact about a client concern a catalog: it holds for every client, or the client is among the targets? */
export function concerns(client: Client, targets: readonly string[]): boolean {
  return client === "any" || targets.includes(client);
}

/** Every client that a fact is known of, in the order of the data. */
export const knownClients: readonly string[] = [
  ...new Set(
    [...Object.values(clientLimits), ...Object.values(clientPatterns), ...Object.values(clientWords)].map(
      ({ client }) => client,
    ),
  ),
].filter((client) => client !== "any");
