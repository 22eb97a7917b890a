import { basename } from "node:path";
import { jsonIn } from "../../contract/json.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { shellWord } from "../print/foreign-text.ts";
import { type AdHocAccess, commandTarget, urlTarget } from "./ad-hoc-target.ts";
import type { LoadedServers } from "./load-servers.ts";

/** A server of the command line itself. One of the two is given, where there is one. */
export interface AdHocOptions extends AdHocAccess {
  readonly url?: string;
  readonly stdio?: true;
  /** The command behind `--`, as a list in JSON: options have one word as their value. */
  readonly stdioCommand?: string;
}

export function isAdHoc({ url, stdioCommand }: AdHocOptions): boolean {
  return url !== undefined || stdioCommand !== undefined;
}

/** What such a server is called, in rules and messages: the host of its address, or its program. */
export function adHocName({
  url,
  command = [],
}: {
  readonly url?: string;
  readonly command?: readonly string[];
}): string {
  if (url !== undefined) return URL.canParse(url) ? new URL(url).host : url;
  return basename(command[0] ?? "").replace(/\.(exe|cmd)$/i, "");
}

/**
 * @param deny rules of the user's own file; what it allows was meant for other servers
 * @throws CliError for what can't be started or reached as it stands
 */
export async function adHocServers(
  terminal: Pick<Terminal, "cwd" | "env">,
  name: string,
  options: AdHocOptions,
  deny: readonly string[],
): Promise<LoadedServers> {
  const { url, stdioCommand } = options;
  const target =
    url === undefined
      ? commandTarget(terminal, commandIn(stdioCommand), options, "--stdio")
      : await urlTarget(terminal, url, options, "--url");
  const origin = url === undefined ? "--stdio" : "--url";
  const server = {
    name,
    file: origin,
    line: 1,
    column: 1,
    origin,
    target,
    isEnabled: true,
    problem: undefined,
  };
  return { servers: [server], shadowed: [], notUsed: [], problems: [], allow: [], deny, named: [name] };
}

/** Words of a command line that means a tool of the server, between `pegboard` and the arguments, and behind those. */
export function commandWords(
  { url, stdioCommand, server = "" }: AdHocOptions & { readonly server?: string },
  tool: string,
): { readonly before: readonly string[]; readonly behind: readonly string[] } {
  if (url !== undefined) return { before: ["--url", url, tool], behind: [] };
  if (stdioCommand !== undefined) return { before: ["--stdio", tool], behind: ["--", ...commandIn(stdioCommand)] };
  return { before: [server, tool], behind: [] };
}

/** For a line that people complete: what stands for the tool is not one word of a shell. */
export function usageOf(options: AdHocOptions & { readonly server?: string }): string {
  const { before, behind } = commandWords(options, "");
  return [...before.slice(0, -1).map(shellWord), "<tool>", ...behind.map(shellWord)].join(" ");
}

/** @throws CliError for what a person has put there */
function commandIn(list: string | undefined): readonly string[] {
  const problem = new CliError("the command of --stdio stands behind --", { hint: "--stdio -- COMMAND ARGUMENTS" });
  const words = jsonIn(list ?? "");
  if (!Array.isArray(words)) throw problem;
  return words.map(String);
}
