import type { ServerPrograms } from "./find-programs.mjs";

export type ServerEngine = "postgresql" | "mariadb";

export interface RunningServer {
  readonly engine: ServerEngine;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** In place of host and port. */
  readonly socket?: string;
  /** What its client programs need. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export function startServer(
  engine: ServerEngine,
  programs: ServerPrograms,
  settings?: readonly string[],
): Promise<RunningServer>;
export function runSql(server: Omit<RunningServer, "stop">, sql: string, database?: string): Promise<string>;
