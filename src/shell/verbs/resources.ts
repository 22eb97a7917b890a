import { CliError } from "../../terminal/cli-error.ts";
import type { ExitCode } from "../../terminal/exit-code.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { shellWord } from "../print/foreign-text.ts";
import type { AskOptions, ToolSource } from "../sources/tool-source.ts";
import { type ListOptions, listOffers } from "./list-offers.ts";

export interface ResourcesOptions extends ListOptions {
  readonly templates?: true;
}

/** Lists what servers offer to be read. */
export function resources(terminal: Terminal, options: ResourcesOptions): Promise<ExitCode> {
  return listOffers(terminal, options, {
    kind: options.templates ? "resourceTemplates" : "resources",
    list: (source, server, asked) =>
      options.templates ? source.resourceTemplates(server, asked) : source.resources(server, asked),
    cells: ({ uri, uriTemplate, mimeType }) => [
      typeof uri === "string" ? uri : typeof uriTemplate === "string" ? uriTemplate : "?",
      typeof mimeType === "string" ? mimeType : "",
    ],
    ...(options.templates === undefined && { more: templatesOf }),
  });
}

async function templatesOf(source: ToolSource, server: string, asked: AskOptions): Promise<string | undefined> {
  const found = await source.resourceTemplates(server, asked).catch((error: unknown) => {
    // Its resources are listed all the same; who asks for the templates learns what is wrong with them.
    if (error instanceof CliError) return [];
    throw error;
  });
  if (found.length === 0) return undefined;
  const many = found.length === 1 ? "a template" : `${found.length} templates`;
  return `there ${found.length === 1 ? "is" : "are"} ${many} too: pegboard resources --server ${shellWord(server)} --templates`;
}
