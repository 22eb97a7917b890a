import { givenMembers } from "../../contract/given-members.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { listFromCommand, listFromUrl, type ServerAccess, type ToolList } from "../read-tool-list.ts";
import { type Naming, namedSide } from "./named-side.ts";
import { isPackageWord, packageSide } from "./package-side.ts";
import type { EditedBaseline, ListSide, NoCatalogYet, Side } from "./side.ts";

/** How the command line names what is compared. */
export interface SideOptions extends ServerAccess {
  readonly catalog?: string;
  readonly against?: string;
  readonly againstStdio?: true;
  readonly againstUrl?: string;
  readonly head?: string;
}

/** What was asked for; `undefined` as the head means this project's schema/. */
export interface ChosenSides {
  readonly base: () => Promise<Side | EditedBaseline | NoCatalogYet>;
  readonly head: string | undefined;
  /** A server that is asked for its list stands for the head. */
  readonly liveHead?: () => Promise<ListSide>;
}

/**
 * Says which words name which side: a base that no option names is the first word, the head the next one.
 * @throws CliError when a side is named twice
 */
export function chooseSides(terminal: Terminal, words: readonly string[], options: SideOptions): ChosenSides {
  const { against, againstStdio, againstUrl } = options;
  const flags = { "--against": against, "--against-stdio": againstStdio, "--against-url": againstUrl };
  const named = Object.keys(givenMembers(flags));
  if (named.length > 1) throw new CliError(`${named.join(" and ")} can't be combined: there is one base`);
  refuseIdle(options, words);
  const naming: Naming = { terminal, catalog: options.catalog };
  const access: ServerAccess = { ...options, offers: true };
  const fromUrl = (url: string, flag: string) => serverSide(listFromUrl(terminal, url, access, flag));
  const fromCommand = (flag: string) => serverSide(listFromCommand(terminal, words, access, flag));
  /** @param args of the server, where the word names a package */
  const live = (word: string, flag: string, args: readonly string[]): (() => Promise<ListSide>) | undefined =>
    isUrl(word)
      ? () => fromUrl(word, flag)
      : isPackageWord(word)
        ? () => packageSide(terminal, word, args, access)
        : undefined;
  const baseOf = (word: string, args: readonly string[] = []) =>
    againstUrl === undefined
      ? (live(word, "--against", args) ?? (() => namedSide(naming, word)))
      : () => fromUrl(againstUrl, "--against-url");
  const headOf = (word: string | undefined, args: readonly string[] = []) => {
    const liveHead = word === undefined ? undefined : live(word, "--head", args);
    return liveHead === undefined ? { head: word } : { head: undefined, liveHead };
  };
  if (options.head === "--stdio") {
    if (againstStdio)
      throw new CliError("--against-stdio and --head --stdio can't be combined: one command is started");
    return { base: baseOf(against ?? "baseline"), head: undefined, liveHead: () => fromCommand("--head --stdio") };
  }
  // All words are the command's: words behind "--" can't be distinguished from those before it.
  if (againstStdio) return { base: () => fromCommand("--against-stdio"), ...headOf(options.head) };
  const [base = "baseline", ...behind] = named.length === 0 ? words : [against ?? "", ...words];
  const [head, ...more] = options.head === undefined ? behind : [options.head, ...behind];
  const startsPackage = [base, head].some((word) => word !== undefined && isPackageWord(word));
  if (more[0] !== undefined && !startsPackage) {
    throw new CliError(`'${more[0]}' is one catalog too many: a base and a head are compared`, {
      hint: "pegboard diff [base] [head]; options name them too: --against <base>, --head <head>",
    });
  }
  if ([base, head].filter(isUrl).length + (againstUrl === undefined ? 0 : 1) === 2) refuseShared(options);
  return { base: baseOf(base, more), ...headOf(head, more) };
}

function isUrl(word: string | undefined): boolean {
  return word !== undefined && /^https?:\/\//.test(word);
}

/** A secret is for one server, and which one is not said. */
function refuseShared({ headerEnv, headerFile }: SideOptions): void {
  const flag = headerEnv !== undefined ? "--header-env" : headerFile !== undefined ? "--header-file" : undefined;
  if (flag === undefined) return;
  throw new CliError(`${flag} is for one server, and both sides are behind URLs`, {
    hint: "save the list of one of them first",
  });
}

/** An option that can't have an effect was meant for something else. */
function refuseIdle(options: SideOptions, words: readonly string[]): void {
  const { env, headerEnv, headerFile, timeout, against, againstStdio, againstUrl, head } = options;
  const named = [against, head, ...(againstStdio === true || head === "--stdio" ? [] : words.slice(0, 2))];
  const isStarted = againstStdio === true || head === "--stdio" || named.some((word) => word && isPackageWord(word));
  const isAsked = againstUrl !== undefined || named.some(isUrl);
  const refuse = (given: boolean, flag: string, needs: string) => {
    if (given) throw new CliError(`${flag} is for ${needs}`);
  };
  refuse(env !== undefined && !isStarted, "--env", "--against-stdio, --head --stdio and npm:NAME@VERSION");
  refuse(headerEnv !== undefined && !isAsked, "--header-env", "a server behind a URL");
  refuse(headerFile !== undefined && !isAsked, "--header-file", "a server behind a URL");
  refuse(timeout !== undefined && !isStarted && !isAsked, "--timeout", "a server that is started or behind a URL");
}

async function serverSide(list: Promise<ToolList>): Promise<ListSide> {
  const { list: answer, server } = await list;
  const name = server === "" ? "server without a name" : `server ${visible(server).slice(0, 80)}`;
  // What a server said is gone with it: there is no text to point into.
  return { kind: "list", name, list: answer, locate: async () => new Map() };
}
