import type { ServerTarget } from "../../client/server-connection.ts";

/** Names that a text gives with one of these words near are most likely variables that are not there. */
const complaint = /missing|require|not set|unset|undefined|must|need|provide|no such|not found|invalid|expected/i;

/**
 * Which variables a server may miss that has ended: those that the last lines of its stderr name and that it did not get.
 * @param said of its end, with the last lines of its stderr
 * @param isAdHoc its command stands in the command line, so no entry has variables for it
 * @returns a hint; undefined where it names none
 */
export function missingVariables(
  said: string,
  target: ServerTarget | undefined,
  env: Readonly<Record<string, string | undefined>>,
  isAdHoc = false,
): string | undefined {
  if (target?.kind !== "stdio" || !complaint.test(said)) return undefined;
  const named = [...said.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name);
  const names = [...new Set(named)].filter((name) => !isErrorCode(name, said));
  const missed = names.filter((name) => !Object.hasOwn(target.env, name) && target.inherited?.[name] === undefined);
  // What is named first is what it stumbled over.
  const [name] = missed;
  if (name === undefined) return undefined;
  const isHere = env[name] !== undefined;
  if (isAdHoc) {
    const handOn = `--env ${name} in front of the tool hands it on`;
    return isHere ? `${name} is set here but not handed to the server: ${handOn}` : `${name} may be missing: ${handOn}`;
  }
  return isHere
    ? `${name} is set here but not handed to the server: add it to the variables of its entry`
    : `${name} may be missing: add it to the variables of the server's entry`;
}

/** As Node prints a code: `Error [CODE]: …`, and `code: 'CODE'` among the fields of an error. Those of the system have no underscore. */
function isErrorCode(name: string, said: string): boolean {
  return name.startsWith("ERR_") || said.includes(`Error [${name}]`) || said.includes(`code: '${name}'`);
}
