// A tool and a field may be spelt otherwise on the wire than in this project. `name` is the spelling that callers see;
// the project's own is kept beside it, for YAML, files and types.

export interface Named {
  readonly name: string;
  /** Its name in YAML, in files and in types. Absent where callers see the same. */
  readonly own?: string;
}

/** How YAML, files and types spell it. */
export function ownName({ name, own }: Named): string {
  return own ?? name;
}

/** The one that YAML calls so. */
export function findOwned<N extends Named>(all: readonly N[], own: string): N | undefined {
  return all.find((one) => ownName(one) === own);
}
