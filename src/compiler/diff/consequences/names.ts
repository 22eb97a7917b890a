import { nameBudget } from "../../clients/client-limits.ts";
import { foldName } from "../../lint/name-words.ts";
import { type ComparedCatalog, currentComparedTools } from "../compared.ts";
import type { Place } from "../event.ts";
import { type Consequence, consequence, type Sides, type TouchedTool } from "./consequence.ts";

/** Names beside each other, and beside the server's: what no tool shows alone. */
export function nameConsequences(touched: readonly TouchedTool[], sides: Sides): readonly Consequence[] {
  const places = new Map(touched.map(({ at, head }) => [head.name, at]));
  const before = namesOf(sides.base);
  const now = namesOf(sides.head);
  return [...tooLong(now, before, places, sides), ...collisions(now, before, places)];
}

/** Name → the tool that answers to it, aliases included. */
function namesOf(catalog: ComparedCatalog): ReadonlyMap<string, string> {
  return new Map(
    currentComparedTools(catalog).flatMap((tool) =>
      [tool, ...tool.aliases].map(({ name }): [string, string] => [name, tool.name]),
    ),
  );
}

function tooLong(
  now: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Place>,
  { base, head }: Sides,
): readonly Consequence[] {
  const limit = nameBudget(head.server.name);
  const earlier = nameBudget(base.server.name);
  return [...now].flatMap(([name, tool]) => {
    if (name.length <= limit || (before.has(name) && name.length > earlier)) return [];
    const server = head.server.name === "" ? "the name of a server" : `the server's name '${head.server.name}'`;
    const message = `'${name}' has ${name.length} characters; ${limit} fit beside ${server}`;
    const found = consequence("tool-name-over-client-limit", places.get(tool) ?? placeOf(tool), message, "shorten it");
    return [head.listed === true ? { ...found, eased: "a list does not name its server" } : found];
  });
}

function collisions(
  now: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Place>,
): readonly Consequence[] {
  const claimed = new Map<string, string>();
  return [...now].flatMap(([name, tool]) => {
    const folded = foldName(name);
    const other = claimed.get(folded);
    claimed.set(folded, name);
    if (other === undefined || (before.has(name) && before.has(other))) return [];
    const message = `'${name}' and '${other}' are one name to clients that replace signs and fold letter case`;
    return [
      consequence("tool-name-sanitised-collision", places.get(tool) ?? placeOf(tool), message, "rename one of them"),
    ];
  });
}

function placeOf(tool: string): Place {
  return { tool, subject: tool, headPointer: "/tools" };
}
