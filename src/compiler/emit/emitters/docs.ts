import type { Catalog, Profile } from "../../catalog/catalog.ts";
import type { Origins } from "../../catalog/origins.ts";
import { ownName } from "../../catalog/own-names.ts";
import { currentTools } from "../../catalog/versions.ts";
import { profileListing } from "../../schema/profile-listing.ts";
import { dataModule } from "../data-module.ts";
import { cell, code, codeCell, inline } from "../docs/markdown.ts";
import {
  type ErrorsPage,
  type IndexPage,
  type ProfilesPage,
  renderErrors,
  renderIndex,
  renderProfiles,
  renderTool,
} from "../docs/templates.ts";
import { errorRows, toolPage } from "../docs/tool-page.ts";
import type { EmitOptions } from "../emit.ts";
import type { OutputFile } from "../output-file.ts";
import { printOnce } from "../print-cache.ts";
import { sourcePath } from "../tool-names.ts";

/**
 * `generated/docs/`: an index, a page per tool, the errors and profiles of the catalog, and a module with the pages that a
 * server offers as resources.
 */
export function emitDocs(catalog: Catalog, _origins: Origins, { printed }: EmitOptions): readonly OutputFile[] {
  const print = printOnce({ cache: printed, what: "page", catalog }, (tool) =>
    renderTool({ page: toolPage(tool, catalog), source: sourcePath(tool) }),
  );
  const tools = new Map(
    currentTools(catalog).map((tool) => [tool.name, page(`tools/${ownName(tool)}.md`, print(tool))] as const),
  );
  const errors = page("errors.md", renderErrors(errorsPage(catalog)));
  const texts = new Map([...tools].map(([name, { text }]) => [name, text] as const));
  return [
    page("index.md", renderIndex(indexPage(catalog))),
    errors,
    page("profiles.md", renderProfiles(profilesPage(catalog))),
    ...tools.values(),
    ...docsModule({ errors: errors.text, tools: texts }, catalog),
  ];
}

function page(name: string, text: string): OutputFile {
  // Sections that were left out leave empty lines; several in a row become one.
  return { path: `generated/docs/${name}`, text: `${text.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`, kind: "generated" };
}

function indexPage(catalog: Catalog): IndexPage {
  const badge = (tier: string): string => cell(catalog.tiers.find(({ name }) => name === tier)?.badge ?? tier);
  return {
    title: inline(catalog.server.title ?? catalog.server.name),
    version: catalog.server.version,
    tiers: catalog.tiers.map((tier) => ({ badge: cell(tier.badge), summary: cell(tier.summary) })),
    families: catalog.families
      .map((family) => ({
        title: inline(family.title),
        summary: inline(family.summary),
        tools: currentTools(catalog)
          .filter((tool) => tool.family === family.name)
          .map((tool) => ({
            name: codeCell(tool.name),
            path: `tools/${ownName(tool)}.md`,
            badge: badge(tool.tier),
            summary: cell(tool.summary),
          })),
      }))
      .filter((family) => family.tools.length > 0),
    retired: catalog.retired.map(({ name, removed, replacedBy, reason }) => ({
      name: codeCell(name),
      about: [
        `removed in ${removed}`,
        ...(replacedBy === undefined ? [] : [`use ${codeCell(replacedBy)}`]),
        ...(reason === undefined ? [] : [cell(reason)]),
      ].join("; "),
    })),
  };
}

function errorsPage(catalog: Catalog): ErrorsPage {
  const rows = errorRows(
    catalog.errors.map((error) => error.name),
    catalog,
  );
  return {
    errors: rows.map((row, index) => ({
      ...row,
      raisedBy: raisers(catalog, catalog.errors[index]?.name ?? "")
        .map((name) => `[${codeCell(name)}](tools/${name}.md)`)
        .join(", "),
    })),
  };
}

/** Tools of which some version raises the error. */
function raisers(catalog: Catalog, error: string): readonly string[] {
  return [...new Set(catalog.tools.filter((tool) => tool.errors.includes(error)).map((tool) => tool.name))];
}

function profilesPage(catalog: Catalog): ProfilesPage {
  return {
    profiles: catalog.profiles.map((profile) => ({
      name: code(profile.name),
      facts: profileFacts(profile, catalog),
      tools: profileListing(profile, catalog)
        .map((tool) => code(tool.name))
        .join(", "),
    })),
  };
}

function profileFacts(profile: Profile, catalog: Catalog): string {
  return [
    ...(profile.name === catalog.defaultProfile ? ["default"] : []),
    `surface ${profile.surface}`,
    ...(profile.detail === undefined ? [] : [`detail ${profile.detail}`]),
    ...(profile.listAs === undefined ? [] : [`names of ${inline(profile.listAs)}`]),
    ...(profile.openSession === undefined ? [] : ["sessions open by themselves"]),
    ...(profile.tokenBudget === undefined ? [] : [`at most ${profile.tokenBudget} tokens`]),
  ].join(" · ");
}

/** Pages by subject, as in `generated/docs`. */
export interface RenderedPages {
  readonly errors: string;
  /** By tool, in catalog order. */
  readonly tools: ReadonlyMap<string, string>;
}

/**
 * `generated/docs/pages.js`: the pages that the server offers as resources (`CatalogDocs` of runtime/catalog-docs.ts). They
 * are those of `generated/docs` with links to resources.
 */
export function docsModule(pages: RenderedPages, catalog: Catalog): readonly OutputFile[] {
  const served = (page: string) => asResource(page, pages);
  const tools = currentTools(catalog);
  const guidance = tools.map(({ name, guidance: { useWhen, practices } }) => [name, { useWhen, practices }] as const);
  return dataModule("generated/docs/pages", {
    errors: served(pages.errors),
    tools: Object.fromEntries([...pages.tools].map(([name, page]) => [name, served(page)])),
    guidance: Object.fromEntries(
      guidance.filter(([, { useWhen, practices }]) => useWhen.length + practices.length > 0),
    ),
    workflows: tools.flatMap(({ guidance }) => guidance.workflows),
  });
}

/** The first line, which names the generator, is for readers of the repository. */
function asResource(page: string, { tools }: RenderedPages): string {
  return page
    .replace(/^<!--.*?-->\s*/, "")
    .replaceAll(/\]\((?:tools\/)?(\w+)\.md\)/g, (link, name: string) =>
      tools.has(name) ? `](pegboard://docs/${name})` : link,
    );
}
