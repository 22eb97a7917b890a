import { pointer } from "../../catalog/origins.ts";
import { knownClients } from "../../clients/client-limits.ts";
import { tooManyTools } from "../../lint/list-length.ts";
import type { ComparedCatalog } from "../compared.ts";
import type { Place } from "../event.ts";
import { type Consequence, consequence, type Sides } from "./consequence.ts";

/** Lists that grew past what a client takes or a model can choose from: of each profile, or of a whole foreign server. */
export function toolCountConsequences({ base, head }: Sides): readonly Consequence[] {
  // Who serves a foreign list named no clients: all that are known are meant.
  const targets = head.listed === undefined ? head.targets : knownClients;
  const before = new Map(listsOf(base).map(({ name, count }) => [name, count]));
  return listsOf(head).flatMap(({ name, count, at }) => {
    const excess = tooManyTools(count, targets);
    const earlier = before.get(name) ?? 0;
    if (excess === undefined || earlier > excess.limit) return [];
    const { client, limit, beyond } = excess;
    const message = `${name} lists ${count} tools instead of ${earlier}; beyond ${limit}, with ${client}, ${beyond}`;
    return [consequence("tool-count-crossed-client-limit", at, message, "show fewer of them at once")];
  });
}

interface ToolList {
  readonly name: string;
  readonly count: number;
  readonly at: Place;
}

function listsOf(catalog: ComparedCatalog): readonly ToolList[] {
  if (catalog.listed === true) {
    const at = { subject: "server", basePointer: "/tools", headPointer: "/tools" };
    return [{ name: "the server", count: catalog.tools.length, at }];
  }
  return catalog.profiles.map(({ name, tools }, index) => {
    const at = { subject: `profile ${name}`, headPointer: pointer("/profiles", index) };
    return { name: `profile '${name}'`, count: tools.length, at };
  });
}
