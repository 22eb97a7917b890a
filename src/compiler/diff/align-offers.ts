import { sameJson } from "../../contract/alias.ts";
import type { Resource } from "../catalog/offers.ts";
import { pointer } from "../catalog/origins.ts";
import type { ComparedCatalog } from "./compared.ts";
import type { DiffEvent, Place } from "./event.ts";
import { indexPairs } from "./index-pairs.ts";

/** Prompts by their names, and resources by what clients know them by: URI or template. */
export function alignOffers(base: ComparedCatalog, head: ComparedCatalog): DiffEvent[] {
  return [...alignPrompts(base, head), ...alignResources(base, head)];
}

function alignPrompts({ prompts: base = [] }: ComparedCatalog, { prompts: head = [] }: ComparedCatalog): DiffEvent[] {
  return indexPairs(base, head).flatMap(([baseAt = -1, headAt = -1]): DiffEvent[] => {
    const [was, is] = [base[baseAt], head[headAt]];
    const at = placeOf(`prompt ${(is ?? was)?.name}`, "/prompts", { baseAt, headAt });
    if (was === undefined) return is === undefined ? [] : [{ kind: "prompt-added", at, prompt: is }];
    if (is === undefined) return [{ kind: "prompt-removed", at, prompt: was }];
    return sameJson(was, is) ? [] : [{ kind: "prompt-kept", at, base: was, head: is }];
  });
}

function alignResources(
  { resources: base = [] }: ComparedCatalog,
  { resources: head = [] }: ComparedCatalog,
): DiffEvent[] {
  return indexPairs(base.map(known), head.map(known)).flatMap(([baseAt = -1, headAt = -1]): DiffEvent[] => {
    const [was, is] = [base[baseAt], head[headAt]];
    const one = is ?? was;
    if (one === undefined) return [];
    const at = placeOf(`resource ${known(one).name}`, "/resources", { baseAt, headAt });
    if (was === undefined) return [{ kind: "resource-added", at, resource: one }];
    if (is === undefined) return [{ kind: "resource-removed", at, resource: was }];
    return sameJson(was, is) ? [] : [{ kind: "resource-kept", at, base: was, head: is }];
  });
}

function known({ uri, uriTemplate }: Resource): { readonly name: string } {
  return { name: uri ?? uriTemplate ?? "" };
}

function placeOf(
  subject: string,
  list: string,
  { baseAt, headAt }: { readonly baseAt: number; readonly headAt: number },
): Place {
  return {
    subject,
    ...(baseAt === -1 ? {} : { basePointer: pointer(list, baseAt) }),
    ...(headAt === -1 ? {} : { headPointer: pointer(list, headAt) }),
  };
}
