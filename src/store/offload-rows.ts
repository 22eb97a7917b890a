/** A long text that is kept aside: no recall and no list shows it. */
export interface OffloadedText {
  readonly id: string;
  readonly namespace: string;
  readonly content: string;
  /** Of its UTF-8 bytes when it was stored, in hexadecimal digits. */
  readonly sha256: string;
  readonly agent: string;
  /** Id of the session. */
  readonly session: string;
  readonly storedAt: number;
  /** null: never. */
  readonly expiresAt: number | null;
}

export interface OffloadRows {
  find(id: string, now: number): Promise<OffloadedText | undefined>;
  insert(text: OffloadedText): Promise<void>;
  /** Deletes those whose time is over. */
  removeExpired(now: number): Promise<void>;
}
