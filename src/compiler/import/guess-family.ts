import { cutName, snakeCase } from "./fold-name.ts";

/**
 * Families by the first word of the tools' names, where that is not a verb and two tools or more share it; all others belong
 * to the family of the server.
 * @param names ours, one for each tool
 */
export function guessFamilies(names: readonly string[], server: string): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(firstWord(name), (counts.get(firstWord(name)) ?? 0) + 1);
  const rest = familyName(server);
  return new Map(
    names.map((name) => {
      const word = firstWord(name);
      const isNoun = !verbs.has(word) && name !== word;
      return [name, isNoun && (counts.get(word) ?? 0) > 1 ? word : rest];
    }),
  );
}

/** The server's name as a family. */
export function familyName(server: string): string {
  const name = cutName(snakeCase(server), 30);
  return name === "" ? "tools" : name;
}

function firstWord(name: string): string {
  return name.split("_")[0] ?? name;
}

const verbs = new Set(
  (
    "add append apply archive ask assign browse build call cancel check clear close compute convert copy count crawl create " +
    "delete deploy describe disable download drop edit enable echo execute export extract fetch find fork format generate get " +
    "gzip import insert install invoke launch link list load lock log look make map merge move open parse patch ping poll post " +
    "print publish pull push put query read record refresh register reject remove rename render replace reply request reset " +
    "resolve restart retrieve revert run save scan schedule search select send set show simulate sort start stop store submit " +
    "subscribe summarize sync tail test toggle trace track transfer translate trigger undo unlock unsubscribe update upload " +
    "upsert use validate verify view wait watch write"
  ).split(" "),
);
