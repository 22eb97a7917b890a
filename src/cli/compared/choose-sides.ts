import { givenMembers } from "../../contract/given-members.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { CliError } from "../../terminal/cli-error.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { listFromCommand, listFromUrl, type ServerAccess, type ToolList } from "../read-tool-list.ts";
import { type Naming, namedSide } from "./named-side.ts";
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
  refuseIdle(options);
  const naming: Naming = { terminal, catalog: options.catalog };
  if (options.head === "--stdio") {
    if (againstStdio)
      throw new CliError("--against-stdio and --head --stdio can't be combined: one command is started");
    return {
      base: () =>
        againstUrl === undefined
          ? namedSide(naming, against ?? "baseline")
          : serverSide(listFromUrl(terminal, againstUrl, options, "--against-url")),
      head: undefined,
      liveHead: () => serverSide(listFromCommand(terminal, words, options, "--head --stdio")),
    };
  }
  if (againstStdio) {
    // All words are the command's: words behind "--" can't be distinguished from those before it.
    return { base: () => serverSide(listFromCommand(terminal, words, options, "--against-stdio")), head: options.head };
  }
  const rest = named.length === 0 ? words.slice(1) : words;
  const [head, ...more] = options.head === undefined ? rest : [options.head, ...rest];
  if (more[0] !== undefined) {
    throw new CliError(`'${more[0]}' is one catalog too many: a base and a head are compared`, {
      hint: "pegboard diff [base] [head]; options name them too: --against <base>, --head <head>",
    });
  }
  if (againstUrl !== undefined) {
    return { base: () => serverSide(listFromUrl(terminal, againstUrl, options, "--against-url")), head };
  }
  return { base: () => namedSide(naming, against ?? words[0] ?? "baseline"), head };
}

/** An option that can't have an effect was meant for something else. */
function refuseIdle({ env, headerEnv, headerFile, timeout, againstStdio, againstUrl, head }: SideOptions): void {
  const isStarted = againstStdio === true || head === "--stdio";
  const refuse = (given: boolean, flag: string, needs: string) => {
    if (given) throw new CliError(`${flag} is for ${needs}`);
  };
  refuse(env !== undefined && !isStarted, "--env", "--against-stdio and --head --stdio");
  refuse(headerEnv !== undefined && againstUrl === undefined, "--header-env", "--against-url");
  refuse(headerFile !== undefined && againstUrl === undefined, "--header-file", "--against-url");
  const isLive = isStarted || againstUrl !== undefined;
  refuse(timeout !== undefined && !isLive, "--timeout", "--against-stdio and --against-url");
}

async function serverSide(list: Promise<ToolList>): Promise<ListSide> {
  const { list: answer, server } = await list;
  const name = server === "" ? "server without a name" : `server ${visible(server).slice(0, 80)}`;
  // What a server said is gone with it: there is no text to point into.
  return { kind: "list", name, list: answer, locate: async () => new Map() };
}
