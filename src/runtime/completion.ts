import { ownValue } from "../contract/own-property.ts";
import type { Completions, OfferCall, OfferedValue, OfferRequest } from "./offers.ts";

/** What a user has typed for one argument of a prompt, or one variable of a template. */
export interface Typed extends OfferRequest {
  readonly value: string;
  /** What is filled in already, by the names of callers. */
  readonly given: Readonly<Record<string, string>>;
}

export interface CompletionSources<Deps> {
  /** Opens the host. */
  readonly deps: () => Promise<Deps>;
  readonly log: OfferCall["log"];
  /** Loads the handlers, where some values are computed. */
  readonly complete?: (() => Promise<Completions<string, never, Deps>>) | undefined;
}

/** Values of the catalog that begin with what was typed, in its order; those of a handler as it gives them. */
export async function fittingValues<Deps>(
  names: readonly (OfferedValue & { readonly own?: string })[],
  name: string,
  { value, given, signal, caller }: Typed,
  { deps, log, complete }: CompletionSources<Deps>,
): Promise<readonly string[]> {
  const asked = names.find((one) => one.name === name);
  const { completion = [] } = asked ?? {};
  if (completion !== "computed") {
    const start = value.toLowerCase();
    return completion.filter((one) => one.toLowerCase().startsWith(start));
  }
  const handlers = await complete?.();
  const handler = handlers && ownValue(handlers, asked?.own ?? name);
  if (handler === undefined) throw new Error(`invariant: the values of '${name}' are computed by a handler`);
  const known = names.flatMap((one) => {
    const filledIn = ownValue(given, one.name);
    return filledIn === undefined ? [] : [[one.own ?? one.name, filledIn] as const];
  });
  // Erased handlers take `never`: the generated table checked this one's type against these names.
  const values = await handler(value, Object.fromEntries(known) as never, await deps(), { signal, caller, log });
  // A handler may be of JavaScript, and clients reject a wrong answer whole.
  if (Array.isArray(values) && values.every((one) => typeof one === "string")) return values;
  throw new Error(`the completion of '${name}' is not a list of texts`);
}
