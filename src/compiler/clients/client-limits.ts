import { type Client, type ClientLimit, clientLimits, clientPatterns, clientWords } from "./client-facts.ts";

// What the dated facts of `client-facts.ts` mean for rules.

export type LimitId = keyof typeof clientLimits;
export type PatternId = keyof typeof clientPatterns;
export type WordsId = keyof typeof clientWords;

/** The number of a limit. */
export function limitOf(id: LimitId): number {
  return clientLimits[id].limit;
}

/** Maximum length of a tool's name beside a server's name, in characters, within the limits of every known client. */
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

/** Maximum length of a property key, in characters. */
export const paramNameLimit = limitOf("param-key");

/** Maximum tokens of a summary: it is part of every request of a client. */
export const summaryTokens = 50;

/** True where a fact about a client concerns a catalog: it applies to every client, or the client is among the targets. */
export function concerns(client: Client, targets: readonly string[]): boolean {
  return client === "any" || targets.includes(client);
}

/** Every client with a known fact, in the order of the data. */
export const knownClients: readonly string[] = [
  ...new Set(
    [...Object.values(clientLimits), ...Object.values(clientPatterns), ...Object.values(clientWords)].map(
      ({ client }) => client,
    ),
  ),
].filter((client) => client !== "any");

export interface Excess {
  readonly severity: "error" | "warning";
  readonly count: number;
  readonly client: string;
  readonly limit: number;
  readonly beyond: string;
}

const refusing: readonly ClientLimit[] = [
  clientLimits["vscode-tools"],
  clientLimits["openai-tools"],
  clientLimits["windsurf-tools"],
];
const warning: readonly ClientLimit[] = [clientLimits["cursor-tools"], clientLimits["tools-for-choosing"]];

/** The most severe limit that a number of tools in one list exceeds, of those that concern the targets. */
export function tooManyTools(count: number, targets: readonly string[]): Excess | undefined {
  const passed = ({ client, limit }: ClientLimit) => concerns(client, targets) && count > limit;
  const error = refusing.find(passed);
  const found = error ?? warning.find(passed);
  if (found === undefined) return undefined;
  const { name, limit, beyond } = found;
  return { severity: error === undefined ? "warning" : "error", count, client: name, limit, beyond };
}
