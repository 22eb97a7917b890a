import type { Json, JsonObject } from "../contract/json.ts";
import type { Registry } from "./registry.ts";

/** `generated/.cache/docs/pages.js`: the pages of a catalog, in Markdown. */
export interface CatalogDocs {
  readonly errors: string;
  readonly tools: { readonly [tool: string]: string };
  /** Only of tools that have guidance. */
  readonly guidance: { readonly [tool: string]: ToolGuidance };
  readonly workflows: readonly {
    readonly goal: string;
    readonly steps: readonly { readonly call: string; readonly with: JsonObject }[];
  }[];
}

export interface ToolGuidance {
  readonly useWhen: readonly string[];
  readonly practices: readonly string[];
}

/** Loaded by the first request for a page. */
export async function catalogDocs<Deps>({ docs }: Pick<Registry<Deps>, "docs">): Promise<CatalogDocs> {
  // Only the compiler writes the module, in this form (compiler/emit/docs/docs-module.ts).
  return (await docs()).default as CatalogDocs;
}

/** A JSON value as inline code of Markdown. */
export function inlineJson(value: Json): string {
  return `\`${JSON.stringify(value).replaceAll("`", "'")}\``;
}
