import { cacheFolder } from "../../../contract/generated-cache.ts";
import type { Catalog, Profile } from "../../catalog/catalog.ts";
import { oncePerParts, oncePerTool } from "../../catalog/once-per-tool.ts";
import { ownName } from "../../catalog/own-names.ts";
import { currentTool, currentTools } from "../../catalog/versions.ts";
import { profileListing } from "../../schema/profile-listing.ts";
import { jsonItems, jsonModule, jsonPart } from "../data-module.ts";
import { cell, code, codeCell, inline } from "../docs/markdown.ts";
import { offerPages } from "../docs/offer-pages.ts";
import {
  type ErrorsPage,
  type IndexPage,
  type ProfilesPage,
  renderErrors,
  renderIndex,
  renderProfiles,
  renderTool,
} from "../docs/render-pages.ts";
import { errorRows, toolPage } from "../docs/tool-page.ts";
import type { OutputFile } from "../output-file.ts";
import { sourcePath } from "../tool-names.ts";

/** `generated/docs/`: an index, a page per tool, and the errors and profiles of the catalog. */
export function emitDocs(catalog: Catalog): readonly OutputFile[] {
  return [
    page("index.md", renderIndex(indexPage(catalog))),
    errorsOf(catalog),
    profilesOf(catalog),
    ...offerPages(catalog).map(({ name, text }) => page(name, text)),
    ...currentTools(catalog).map(pageOf(catalog)),
  ];
}

/** The page of a tool in its current version. */
export const pageOf = oncePerTool((tool, catalog) =>
  page(`tools/${ownName(tool)}.md`, renderTool({ page: toolPage(tool, catalog), source: sourcePath(tool) })),
);

const errorsOf = oncePerParts(
  ({ name, errors }) => JSON.stringify([name, errors]),
  (catalog) => page("errors.md", renderErrors(errorsPage(catalog))),
);

/** It shows names alone, in the order of families and tiers. */
const profilesOf = oncePerParts(
  ({ name, family, tier, nativeTo, aliases }) =>
    JSON.stringify([name, family, tier, nativeTo, aliases.map((alias) => [alias.name, alias.of])]),
  (catalog) => page("profiles.md", renderProfiles(profilesPage(catalog))),
);

function page(name: string, text: string): OutputFile {
  // Sections that were left out leave empty lines; several in a row become one.
  return { path: `generated/docs/${name}`, text: `${text.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`, kind: "generated" };
}

function indexPage(catalog: Catalog): IndexPage {
  const rows = currentTools(catalog).map(rowOf(catalog));
  return {
    title: inline(catalog.server.title ?? catalog.server.name),
    version: catalog.server.version,
    prompts: catalog.prompts !== undefined,
    resources: catalog.resources !== undefined,
    tiers: catalog.tiers.map((tier) => ({ badge: cell(tier.badge), summary: cell(tier.summary) })),
    families: catalog.families
      .map((family) => ({
        title: inline(family.title),
        summary: inline(family.summary),
        tools: rows.filter((row) => row.family === family.name),
      }))
      .filter((family) => family.tools.length > 0),
    environment: (catalog.environment ?? []).map(({ name, description, required, secret, default: otherwise }) => ({
      name: codeCell(name),
      need: required === true ? "**required**" : otherwise === undefined ? "" : codeCell(otherwise),
      about: `${cell(description)}${secret === true ? " (secret)" : ""}`,
    })),
    retired: catalog.retired.map(({ name, of, removed, replacedBy, reason }) => ({
      name: codeCell(name),
      about: [
        removed === undefined ? `of ${of}, not here` : `removed in ${of === undefined ? "" : `${of} `}${removed}`,
        ...(replacedBy === undefined ? [] : [`use ${codeCell(replacedBy)}`]),
        ...(reason === undefined ? [] : [cell(reason)]),
      ].join("; "),
    })),
  };
}

const rowOf = oncePerTool(({ name, own, family, tier, summary }, catalog) => ({
  family,
  name: codeCell(name),
  path: `tools/${ownName({ name, ...(own === undefined ? {} : { own }) })}.md`,
  badge: cell(catalog.tiers.find((each) => each.name === tier)?.badge ?? tier),
  summary: cell(summary),
}));

function errorsPage(catalog: Catalog): ErrorsPage {
  const rows = errorRows(
    catalog.errors.map((error) => error.name),
    catalog,
    "lines",
  );
  const raisers = raisersOf(catalog);
  return {
    errors: rows.map((row, index) => ({
      ...row,
      raisedBy: [...(raisers.get(catalog.errors[index]?.name ?? "") ?? [])].map(
        (name) => `[${code(name)}](tools/${name}.md)`,
      ),
    })),
  };
}

/** By error, the tools of which some version raises it, in catalog order. */
function raisersOf(catalog: Catalog): ReadonlyMap<string, ReadonlySet<string>> {
  const raisers = new Map<string, Set<string>>(catalog.errors.map(({ name }) => [name, new Set()]));
  for (const { name, errors } of catalog.tools) for (const error of errors) raisers.get(error)?.add(name);
  return raisers;
}

function profilesPage(catalog: Catalog): ProfilesPage {
  return {
    profiles: catalog.profiles.map((profile) => ({
      name: code(profile.name),
      facts: profileFacts(profile, catalog),
      tools: profileListing(profile, catalog).map((tool) => code(tool.name)),
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

/**
 * `generated/.cache/docs/pages.js`: the pages that the server offers as resources (`CatalogDocs` of runtime/catalog-docs.ts). They
 * are those of `generated/docs` with links to resources.
 */
export function emitServedDocs(catalog: Catalog): readonly OutputFile[] {
  const errors = errorsOf(catalog).text;
  const tools = currentTools(catalog);
  const withParts = tools.map(servedPartsOf(catalog));
  return jsonModule(`${cacheFolder}/docs/pages`, [
    `{"errors":${JSON.stringify(asResource(errors, catalog))},"tools":{`,
    ...jsonItems(withParts.map(({ page }) => page)),
    '},"guidance":{',
    ...jsonItems(withParts.flatMap(({ guidance }) => guidance ?? [])),
    '},"workflows":[',
    ...jsonItems(withParts.flatMap(({ workflows }) => workflows)),
    "]}",
  ]);
}

/** What a server offers of a tool in its current version. */
export const servedPartsOf = oncePerTool((tool, catalog) => {
  const name = JSON.stringify(tool.name);
  const { useWhen, practices, workflows } = tool.guidance;
  const isSilent = useWhen.length + practices.length === 0;
  return {
    page: jsonPart(`${name}:${JSON.stringify(asResource(pageOf(catalog)(tool).text, catalog))}`),
    guidance: isSilent ? undefined : jsonPart(`${name}:${JSON.stringify({ useWhen, practices })}`),
    workflows: workflows.map((workflow) => jsonPart(JSON.stringify(workflow))),
  };
});

/** The first line, which names the generator, is for readers of the repository. */
function asResource(page: string, catalog: Catalog): string {
  return page
    .replace(/^<!--.*?-->\s*/, "")
    .replaceAll(/\]\((?:tools\/)?(\w+)\.md\)/g, (link, name: string) =>
      currentTool(name, catalog) === undefined ? link : `](pegboard://docs/${name})`,
    );
}
