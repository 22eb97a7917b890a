import { once } from "../../../contract/once.ts";
import { compileOutline } from "./compile-outline.ts";
import type { outlines } from "./outlines.ts";
import type { ErrorRow, ToolPage } from "./tool-page.ts";

type Texts<Name extends string> = { readonly [N in Name]: string };

export interface IndexPage extends Texts<"title" | "version"> {
  readonly tiers: readonly Texts<"badge" | "summary">[];
  readonly families: readonly (Texts<"title" | "summary"> & {
    readonly tools: readonly Texts<"name" | "path" | "badge" | "summary">[];
  })[];
  readonly retired: readonly Texts<"name" | "about">[];
  readonly environment: readonly Texts<"name" | "need" | "about">[];
  readonly prompts: boolean;
  readonly resources: boolean;
}

export interface ErrorsPage {
  /** A line for each tool that raises one, so that what two branches add to it is merged. */
  readonly errors: readonly (ErrorRow & { readonly raisedBy: readonly string[] })[];
}

export interface ProfilesPage {
  readonly profiles: readonly (Texts<"name" | "facts"> & { readonly tools: readonly string[] })[];
}

export const renderIndex = pageBy<IndexPage>("index");
export const renderTool = pageBy<{ readonly page: ToolPage; readonly source: string }>("tool");
export const renderErrors = pageBy<ErrorsPage>("errors");
export const renderProfiles = pageBy<ProfilesPage>("profiles");

/** Most runs render no page. */
function pageBy<Page>(name: keyof typeof outlines): (page: Page) => string {
  const render = once(() => compileOutline<Page>(name));
  return (page) => render()(page);
}
