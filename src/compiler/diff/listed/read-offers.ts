// What a saved list holds beside tools, in the form in which our own prompts and resources are compared.

import { givenMembers } from "../../../contract/given-members.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../contract/json.ts";
import { childPath } from "../../../contract/json-pointer.ts";
import type { Prompt, PromptArgument, Resource } from "../../catalog/offers.ts";
import { maxTools } from "../../schema/tools-list.ts";
import type { ComparedCatalog } from "../compared.ts";

/** Members of a list beside `tools`, as servers name them. */
const offerKinds = ["prompts", "resources", "resourceTemplates"] as const;

export type OfferKind = (typeof offerKinds)[number];

/** Those that both lists have: one that was saved without its prompts does not say that there are none. */
export function sharedOffers(base: Json, head: Json): readonly OfferKind[] {
  const [was, is] = [answerIn(base).answer, answerIn(head).answer];
  return offerKinds.filter((kind) => Array.isArray(was[kind]) && Array.isArray(is[kind]));
}

/**
 * @param places receives where each of them stands in the list
 * @throws never: an entry without a name, or without a URI, is left out, and so is the second one of the same name
 */
export function readOffers(
  list: Json,
  kinds: readonly OfferKind[],
  places: WeakMap<object, string>,
): Pick<ComparedCatalog, "prompts" | "resources"> {
  const { answer, at } = answerIn(list);
  const entries = <Offer extends object>(
    kind: OfferKind,
    read: (raw: JsonObject) => Offer | undefined,
    key: KeyOf<Offer>,
  ) => {
    const all = kinds.includes(kind) ? answer[kind] : undefined;
    const found = new Map<string, Offer>();
    for (const [index, raw] of (Array.isArray(all) ? all : []).slice(0, maxTools).entries()) {
      const offer = isJsonObject(raw) ? read(raw) : undefined;
      if (offer === undefined || found.has(key(offer))) continue;
      places.set(offer, childPath(childPath(at, kind), index));
      found.set(key(offer), offer);
    }
    return [...found.values()];
  };
  return {
    prompts: entries("prompts", promptIn, ({ name }) => name),
    resources: [
      ...entries(
        "resources",
        (raw) => resourceIn(raw, "uri"),
        ({ uri = "" }) => uri,
      ),
      ...entries(
        "resourceTemplates",
        (raw) => resourceIn(raw, "uriTemplate"),
        ({ uriTemplate = "" }) => uriTemplate,
      ),
    ],
  };
}

type KeyOf<Offer> = (offer: Offer) => string;

function answerIn(list: Json): { readonly answer: JsonObject; readonly at: string } {
  if (!isJsonObject(list)) return { answer: {}, at: "" };
  return isJsonObject(list.result) ? { answer: list.result, at: "/result" } : { answer: list, at: "" };
}

function promptIn(raw: JsonObject): Prompt | undefined {
  const { name, title, description, arguments: args } = raw;
  if (typeof name !== "string" || name === "") return undefined;
  const read = (Array.isArray(args) ? args : []).flatMap(argumentIn);
  return { name, ...givenMembers({ title: textIn(title) }), description: textIn(description) ?? "", arguments: read };
}

function argumentIn(raw: Json): readonly PromptArgument[] {
  if (!isJsonObject(raw) || typeof raw.name !== "string") return [];
  const { name, title, description, required } = raw;
  return [
    { name, ...givenMembers({ title: textIn(title), description: textIn(description) }), required: required === true },
  ];
}

function resourceIn(raw: JsonObject, key: "uri" | "uriTemplate"): Resource | undefined {
  const { name, title, description, mimeType } = raw;
  const known = raw[key];
  if (typeof known !== "string" || known === "") return undefined;
  const given = givenMembers({ title: textIn(title), mimeType: textIn(mimeType) });
  return { name: textIn(name) ?? "", ...given, description: textIn(description) ?? "", [key]: known };
}

function textIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
