// What clients may read: the guide, the page of every tool that policy permits, results that were too large, the resources that
// the catalog declares, and those of the host. Each is loaded when it is first requested.
import { isBuiltinName } from "../contract/builtin-tools.ts";
import { ownValue } from "../contract/own-property.ts";
import { matchUri, parseUriTemplate } from "../contract/uri-template.ts";
import { clip } from "../contract/utf8.ts";
import { catalogDocs } from "./catalog-docs.ts";
import type { Typed } from "./completion.ts";
import type { ResourceContents, ResourceFacts } from "./content.ts";
import type { DeclaredResources } from "./declared-resources.ts";
import { createTextFilter, type TextFilter } from "./denied-names.ts";
import type { EventStore } from "./event-store.ts";
import { guideUri } from "./guide.ts";
import { type ResultStore, resultsUri } from "./kept-results.ts";
import type { OfferRequest } from "./offers.ts";
import type { Policy } from "./policy.ts";
import type { Prompts } from "./prompts.ts";
import type { Registry } from "./registry.ts";
import type { DescribedContents, ResourcePage, ResourceProvider, ResourceTemplateFacts } from "./resource-provider.ts";
import type { Shown } from "./shown-names.ts";
import type { Subscriptions } from "./subscriptions.ts";

export const docsUri = "pegboard://docs/";
const docsTemplate = parseUriTemplate(`${docsUri}{tool}`);

/** The answers to `resources/…`. A method rejects only with an error of the host. */
export interface Resources {
  /** @returns undefined for an unknown cursor */
  list(cursor: string | undefined): Promise<ListedPage<ResourceFacts> | undefined>;
  templates(cursor: string | undefined): Promise<ListedPage<ResourceTemplateFacts> | undefined>;
  read(uri: string, call: OfferRequest): Promise<ReadResource>;
  /** The values that fit what was typed for a variable; undefined: nothing is listed by that URI. */
  complete(uriTemplate: string, variable: string, typed: Typed): Promise<readonly string[] | undefined>;
}

export interface ListedPage<Facts> extends ResourcePage<Facts> {
  /** The same for every client until the server ends. */
  readonly isFixed: boolean;
}

export type ReadResource =
  | ({ readonly kind: "found"; readonly isFixed: boolean } & DescribedContents)
  /** One sentence. */
  | { readonly kind: "unknown"; readonly message: string };

/** What resources need of a dispatcher. */
export interface ResourceSources {
  /** Opens the host. */
  readonly provider: () => Promise<ResourceProvider | undefined>;
  readonly results: () => Promise<ResultStore | undefined>;
  /** Results are kept, also without a store of the host. */
  readonly keepsResults: boolean;
  /** The resources that the catalog declares, where it does. */
  readonly declared?: () => Promise<DeclaredResources>;
  /** Its prompts, where it has some. */
  readonly prompts?: () => Promise<Prompts>;
  /** What clients have subscribed to, where the catalog offers it. */
  readonly subscriptions?: Subscriptions;
  /** Opens the host. Where the messages of streams over HTTP are kept. */
  readonly events?: () => Promise<EventStore | undefined>;
}

/** Entries on one page of the catalog's own. */
const pageLength = 100;

const markdown = "text/markdown";

export function createResources<Deps>(registry: Registry<Deps>, shown: Shown, sources: ResourceSources): Resources {
  const { policy } = shown;
  const filter = createTextFilter(registry, policy);
  const own = ownResources(registry, policy, filter);
  const templates = ownTemplates(sources);
  let opening: Promise<DeclaredResources> | undefined;
  const declared = () => {
    opening ??= sources.declared?.();
    return opening;
  };

  async function readDocs(uri: string): Promise<ReadResource> {
    // Clients that fill the template encode the `/` of a name.
    const about = matchUri(docsTemplate, uri)?.tool ?? uri.slice(docsUri.length);
    const alias = ownValue(registry.aliases, about);
    const name = alias?.target ?? about;
    const isKnown = Object.hasOwn(registry.tools, name) && policy.permits(name, alias?.name);
    if (about !== errorsPage && !isKnown) return unknown(uri, movedTo(registry, shown, about));
    const [docs, { permittedPage }] = await Promise.all([catalogDocs(registry), import("./permitted-page.ts")]);
    const page = isKnown ? ownValue(docs.tools, name) : docs.errors;
    if (page === undefined) return unknown(uri);
    return found([{ uri, mimeType: markdown, text: permittedPage(page, filter.text) }], true);
  }

  async function readGuide(): Promise<ReadResource> {
    const [docs, { guidePage }] = await Promise.all([catalogDocs(registry), import("./guide-page.ts")]);
    return found([{ uri: guideUri, mimeType: markdown, text: guidePage(registry, shown, docs) }], true);
  }

  async function readResult(id: string): Promise<ReadResource> {
    const uri = `${resultsUri}${id}`;
    const parts = await (await sources.results())?.get(id);
    if (parts === undefined) return unknown(uri, "it has expired or never existed; call the tool again");
    return found(
      // Resources of one answer differ by their URIs.
      parts.map((part, at) => ({ uri: at === 0 ? uri : `${uri}#${at}`, ...part })),
      false,
    );
  }

  const list = async (cursor: string | undefined) => {
    const all = [...own, ...((await declared())?.list ?? [])];
    return listPage(all, cursor, sources, (provider, at) => provider.list?.(at));
  };
  const listTemplates = async (cursor: string | undefined) => {
    const all = [...templates, ...((await declared())?.templates ?? [])];
    return listPage(all, cursor, sources, (provider, at) => provider.templates?.(at));
  };

  return {
    list,
    templates: listTemplates,
    async read(uri, call) {
      if (uri === guideUri) return readGuide();
      if (uri.startsWith(docsUri)) return readDocs(uri);
      if (uri.startsWith(resultsUri)) return readResult(uri.slice(resultsUri.length));
      if (uri.startsWith("pegboard:")) return unknown(uri);
      const known = await (await declared())?.read(uri, call);
      if (known !== undefined) return { kind: "found", ...known };
      const contents = await (await sources.provider())?.read(uri, call);
      if (contents === undefined) return unknown(uri);
      return isDescribed(contents) ? { kind: "found", ...contents, isFixed: false } : found([contents].flat(), false);
    },
    async complete(uriTemplate, variable, typed) {
      const values = await (await declared())?.complete(uriTemplate, variable, typed);
      const found = values ?? (await (await sources.provider())?.complete?.(uriTemplate, variable, typed));
      if (found !== undefined) return found;
      const isListed = uriTemplate.includes("{")
        ? await isOnAPage(listTemplates, (entry) => entry.uriTemplate === uriTemplate)
        : await isOnAPage(list, (entry) => entry.uri === uriTemplate);
      return isListed ? [] : undefined;
    },
  };
}

async function isOnAPage<Facts>(
  pageAt: (cursor: string | undefined) => Promise<ListedPage<Facts> | undefined>,
  isIt: (entry: Facts) => boolean,
): Promise<boolean> {
  let cursor: string | undefined;
  for (let pages = 0; pages < maxSearchedPages; pages++) {
    const page = await pageAt(cursor);
    if (page?.entries.some(isIt) === true) return true;
    cursor = page?.nextCursor;
    if (cursor === undefined) return false;
  }
  return false;
}

/** A host may list without end. */
const maxSearchedPages = 100;

const errorsPage = "errors";

/** What a host gives is checked against the protocol before it is sent. */
function isDescribed(
  given: ResourceContents | readonly ResourceContents[] | DescribedContents,
): given is DescribedContents {
  return "contents" in given;
}

function found(contents: readonly ResourceContents[], isFixed: boolean): ReadResource {
  return { kind: "found", contents, isFixed };
}

function unknown(uri: string, more?: string): ReadResource {
  const message = `Resource not found: ${clip(uri, maxUriLength)}${more === undefined ? "" : `; ${more}`}`;
  return { kind: "unknown", message };
}

const maxUriLength = 200;

/** The page of the tool that replaces a removed one. */
function movedTo<Deps>({ retired }: Registry<Deps>, { policy }: Shown, name: string): string | undefined {
  const instead = ownValue(retired, name)?.replacedBy;
  return instead === undefined || !policy.permits(instead) ? undefined : `see ${docsUri}${instead}`;
}

/** The guide, the errors, then a page for each tool, in catalog order. */
function ownResources<Deps>(
  { server, tools }: Registry<Deps>,
  policy: Policy,
  { text }: TextFilter,
): readonly ResourceFacts[] {
  const pages = Object.values(tools).filter(({ name }) => !isBuiltinName(name) && policy.permits(name));
  return [
    {
      uri: guideUri,
      name: "guide",
      title: `Guide to ${server.title ?? server.name}`,
      description: "What the tools are for, how they work together, and workflows",
      mimeType: markdown,
    },
    {
      uri: `${docsUri}${errorsPage}`,
      name: errorsPage,
      title: "Errors",
      description: "Every error that the tools declare, and how to react to it",
      mimeType: markdown,
    },
    ...pages.map(({ name, title, summary }) => ({
      uri: `${docsUri}${name}`,
      name,
      title,
      description: text(summary) || title,
      mimeType: markdown,
    })),
  ];
}

function ownTemplates({ keepsResults }: ResourceSources): readonly ResourceTemplateFacts[] {
  const docs = {
    uriTemplate: `${docsUri}{tool}`,
    name: "docs",
    title: "Reference page of a tool",
    description: "Params, results, errors, guidance and examples of a tool; its old names work too",
    mimeType: markdown,
  };
  const results = {
    uriTemplate: `${resultsUri}{id}`,
    name: "results",
    title: "A result that was too large",
    description: "The whole result, for a limited time; the truncated answer links to it",
  };
  return keepsResults ? [docs, results] : [docs];
}

/** A cursor is opaque to clients: a position in the catalog's own list, or the host's own cursor. */
async function listPage<Facts>(
  own: readonly Facts[],
  cursor: string | undefined,
  { provider }: ResourceSources,
  ask: (provider: ResourceProvider, at: string | undefined) => Promise<ResourcePage<Facts> | undefined> | undefined,
): Promise<ListedPage<Facts> | undefined> {
  const [, list, at] = /^(own|host):(.*)$/s.exec(cursor ?? "own:0") ?? [];
  if (list === undefined || at === undefined) return undefined;
  if (list === "own") {
    const start = Number(at);
    // Only the beginning of a page.
    const isPageStart = String(start) === at && start >= 0 && start % pageLength === 0;
    if (!isPageStart || (start > 0 && start >= own.length)) return undefined;
    const entries = own.slice(start, start + pageLength);
    const end = start + pageLength;
    if (end < own.length) return { entries, nextCursor: `own:${end}`, isFixed: true };
    const host = await provider();
    const first = host === undefined ? undefined : await ask(host, undefined);
    if (first === undefined) return { entries, isFixed: true };
    return { ...hostPage(first), entries: [...entries, ...first.entries] };
  }
  const host = await provider();
  const page = host === undefined ? undefined : await ask(host, at);
  return page === undefined ? undefined : hostPage(page);
}

function hostPage<Facts>({ entries, nextCursor }: ResourcePage<Facts>): ListedPage<Facts> {
  return { entries, isFixed: false, ...(nextCursor === undefined ? {} : { nextCursor: `host:${nextCursor}` }) };
}
