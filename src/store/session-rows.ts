/** Where the agent of a session works, as it says. */
export interface SessionPlace {
  readonly directory: string | null;
  readonly gitRemote: string | null;
}

/** An open session as it is stored. Its handle is a secret: only the hash is kept. Times are milliseconds since 1970. */
export interface SessionRow extends SessionPlace {
  readonly id: string;
  /** SHA-256 of the handle, hexadecimal. */
  readonly handleHash: string;
  readonly agent: string;
  readonly model: string | null;
  /** Id of the organisation that it works in; null: the person's own things. */
  readonly organization: string | null;
  readonly openedAt: number;
  readonly usedAt: number;
  readonly expiresAt: number;
}

export interface SessionRows {
  /** Whatever its expiry says. */
  find(handleHash: string): Promise<SessionRow | undefined>;
  placeOf(id: string): Promise<SessionPlace | undefined>;
  insert(session: SessionRow): Promise<void>;
  /** Puts off the expiry of a session that has not expired by `usedAt`; never brings it forward. */
  extend(handleHash: string, usedAt: number, expiresAt: number): Promise<void>;
  setOrganization(id: string, organization: string | null): Promise<void>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
  /** Removes what expired at `now` or before. */
  removeExpired(now: number): Promise<void>;
}
