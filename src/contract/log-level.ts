/** A log contains everything from its level up. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** As the protocol names them, the least first. @see MCP 2025-11-25, server/utilities/logging */
export const clientLevels = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;
export type ClientLevel = (typeof clientLevels)[number];

/** A message of a server's log, as the protocol carries it. */
export interface LogMessage {
  readonly level: ClientLevel;
  readonly logger?: string;
  /** Any JSON. */
  readonly data: unknown;
}

export function isBelow(level: ClientLevel, least: ClientLevel): boolean {
  return clientLevels.indexOf(level) < clientLevels.indexOf(least);
}
