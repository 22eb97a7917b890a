import type { ConfiguredServer, ConfigWorld, ReadConfig } from "../../../src/shell/servers/configured-server.ts";
import { readServerConfig } from "../../../src/shell/servers/read-server-config.ts";

export const world: ConfigWorld = {
  env: { TOKEN: "tok-1", EMPTY: "", PEGBOARD_INPUT_GITHUB_TOKEN: "gh-1" },
  home: "/home/ann",
  cwd: "/code/shop",
  startIn: "/home/ann",
  platform: "linux",
  readFile: (path) => (path === "/code/shop/.env" ? "A=from file\nB='x # y'\n" : undefined),
};

export function read(text: string, given: Partial<ConfigWorld> = {}): ReadConfig {
  return readServerConfig({ path: "servers.json", text }, { ...world, ...given });
}

/** All that a file says, one line for each thing. */
export function described(text: string, given: Partial<ConfigWorld> = {}): readonly string[] {
  const { servers, problems } = read(text, given);
  return [
    ...servers.map(lineOf),
    ...problems.map(({ line, column, message }) => `${line}:${column} the file ${message}`),
  ];
}

function lineOf({ name, line, column, origin, isEnabled, problem, target }: ConfiguredServer): string {
  const place = `${line}:${column} ${name}${isEnabled ? "" : " (off)"}${origin === "servers.json" ? "" : ` [${origin}]`}`;
  if (target === undefined) return `${place} ${problem}`;
  const secrets = target.secrets === undefined ? "" : ` secrets ${JSON.stringify(target.secrets)}`;
  if (target.kind === "http") return `${place} → ${target.url.href} ${JSON.stringify(target.headers)}${secrets}`;
  const { command, args, env, cwd } = target;
  return `${place} → ${JSON.stringify([command, ...args])} ${JSON.stringify(env)} in ${cwd}${secrets}`;
}
