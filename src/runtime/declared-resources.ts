import { describeFound } from "../contract/found.ts";
import { limits } from "../contract/limits.ts";
import { matchUri } from "../contract/uri-template.ts";
import { clip } from "../contract/utf8.ts";
import { base64 } from "./base64.ts";
import { withFacts } from "./call-log.ts";
import { fittingValues, type Typed } from "./completion.ts";
import type { ResourceContents, ResourceFacts } from "./content.ts";
import type { TextFilter } from "./denied-names.ts";
import type { OfferRequest, ResourceAnswer, ResourceEntry, ResourceTable } from "./offers.ts";
import type { Log } from "./ports.ts";
import type { ResourceTemplateFacts } from "./resource-provider.ts";

/** The resources that the catalog declares: those with a text, and those of a handler. */
export interface DeclaredResources {
  readonly list: readonly ResourceFacts[];
  readonly templates: readonly ResourceTemplateFacts[];
  /** @returns undefined for a URI that is none of them, or that its handler does not know */
  read(uri: string, call: OfferRequest): Promise<DeclaredContents | undefined>;
  /** The values that fit what was typed for a variable; undefined: there is no such template. */
  complete(uriTemplate: string, variable: string, typed: Typed): Promise<readonly string[] | undefined>;
}

export interface DeclaredContents {
  readonly contents: readonly ResourceContents[];
  /** The same until the server ends. */
  readonly isFixed: boolean;
}

export interface DeclaredSources<Deps> {
  /** Opens the host. */
  readonly deps: () => Promise<Deps>;
  readonly filter: TextFilter;
  /** The server's own. */
  readonly log: Log;
}

export function createDeclaredResources<Deps>(
  table: ResourceTable<Deps>,
  { deps, filter, log }: DeclaredSources<Deps>,
): DeclaredResources {
  const entries = Object.entries(table);

  const logOf = (resource: string) => withFacts(log, { resource });

  async function contentsOf(
    [name, entry]: readonly [string, ResourceEntry<Deps>],
    values: Readonly<Record<string, string>>,
    uri: string,
    call: OfferRequest,
  ): Promise<DeclaredContents | undefined> {
    const facts = { uri, ...(entry.mimeType === undefined ? {} : { mimeType: entry.mimeType }) };
    const { text, load } = entry;
    if (text !== undefined) return { contents: [{ ...facts, text: filter.text(text) }], isFixed: true };
    if (load === undefined) throw new Error("invariant: a resource has a text or a handler");
    const [handler, own] = await Promise.all([load(), deps()]);
    // Erased handlers take `never`: `generated/.cache/resources.ts` checked this one's type against these variables.
    const answer = await handler(values as never, own, { ...call, log: logOf(name) });
    return answer === undefined ? undefined : { contents: listOf(answer, facts), isFixed: false };
  }

  return {
    list: entries.flatMap(([name, { uri, ...entry }]) =>
      uri === undefined ? [] : [{ uri, ...factsOf(name, entry, filter) }],
    ),
    templates: entries.flatMap(([name, { uriTemplate, ...entry }]) =>
      uriTemplate === undefined ? [] : [{ uriTemplate, ...factsOf(name, entry, filter) }],
    ),
    async read(uri, call) {
      const fixed = entries.find(([, entry]) => entry.uri === uri);
      if (fixed !== undefined) return contentsOf(fixed, {}, uri, call);
      for (const named of entries) {
        const [, { template }] = named;
        const values = template === undefined ? undefined : matchUri(template, uri);
        if (values !== undefined) return contentsOf(named, values, uri, call);
      }
      return undefined;
    },
    async complete(uriTemplate, variable, typed) {
      const [name, found] = entries.find(([, entry]) => entry.uriTemplate === uriTemplate) ?? [];
      if (name === undefined || found === undefined) return undefined;
      const { variables = [], complete } = found;
      return fittingValues(variables, variable, typed, { deps, log: logOf(name), complete });
    },
  };
}

function factsOf(
  key: string,
  {
    name = key,
    title,
    description,
    mimeType,
    verbatim,
  }: Pick<ResourceEntry<never>, "name" | "title" | "description" | "mimeType" | "verbatim">,
  filter: TextFilter,
) {
  return {
    ...verbatim,
    name,
    ...(title === undefined ? {} : { title }),
    description: filter.text(description),
    ...(mimeType === undefined ? {} : { mimeType }),
  };
}

function listOf(
  answer: Exclude<ResourceAnswer, undefined>,
  facts: { readonly uri: string; readonly mimeType?: string },
): readonly ResourceContents[] {
  if (typeof answer === "string") return [{ ...facts, text: answer }];
  if (answer instanceof Uint8Array) return [{ ...facts, blob: base64(answer) }];
  // A handler may be of JavaScript.
  if (Array.isArray(answer)) return answer;
  const found = describeFound(answer, true);
  throw new Error(
    `the handler of the resource '${clip(facts.uri, limits.uriLength)}' must return a text, bytes, a list of contents, or undefined; it returned ${found}`,
  );
}
