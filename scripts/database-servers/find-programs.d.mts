/** Where the programs of PostgreSQL and MariaDB are. */
export interface ServerPrograms {
  /** The folder that holds `usr`; "" is this machine's own. */
  readonly root: string;
  readonly postgresql: string;
  readonly bin: string;
  readonly sbin: string;
  readonly libraries: readonly string[];
}

export function findPrograms(options?: { readonly download?: boolean }): Promise<ServerPrograms>;
