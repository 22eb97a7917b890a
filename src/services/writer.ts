/** On whose behalf something is written: every row says so. */
export interface Writer {
  readonly sessionId: string;
  readonly agent: string;
}
