import type { Catalog } from "../../catalog/catalog.ts";
import { currentTools } from "../../catalog/versions.ts";
import { dataModule } from "../data-module.ts";
import type { OutputFile } from "../output-file.ts";

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
