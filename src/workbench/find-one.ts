import type { Deps } from "../handlers/deps.ts";
import type { Lookup } from "../services/names/look-up.ts";
import { CliError } from "../terminal/cli-error.ts";

/** What a text means, or the error with what it may mean. @param what "project 'x'" */
export function foundOne<Thing>(lookup: Lookup<Thing>, what: string): Thing {
  switch (lookup.status) {
    case "found":
      return lookup.thing;
    case "ambiguous":
      throw new CliError(`${what} may mean several`, { hint: lookup.candidates.join(", ") });
    case "not_found": {
      const near = lookup.candidates ?? [];
      throw new CliError(`there is no ${what}`, near.length === 0 ? {} : { hint: `nearest: ${near.join(", ")}` });
    }
  }
}

export async function projectNamed({ projects }: Deps, name: string) {
  return foundOne(await projects.find(name), `project '${name}'`);
}
