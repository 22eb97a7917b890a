import { CliError, nearHint } from "../../terminal/cli-error.ts";

/** There is no server of that name, among those that a command line can mean. */
export class UnknownServer extends CliError {
  readonly #server: string;
  readonly #names: readonly string[];
  readonly #tools: readonly string[];

  /** @param tools those of the local catalog, where it was asked as well: people forget that a server comes first */
  constructor(server: string, names: readonly string[], tools: readonly string[] = []) {
    super(`there is no server named '${server}'`, { hint: hintFor(server, names, tools) });
    this.#server = server;
    this.#names = names;
    this.#tools = tools;
  }

  /** The same of a word that could have been meant as a command, too. */
  orCommand(verbs: readonly string[]): CliError {
    return new CliError(`there is no command and no server named '${this.#server}'`, {
      hint: hintFor(this.#server, [...this.#names, ...verbs], this.#tools),
    });
  }
}

function hintFor(server: string, names: readonly string[], tools: readonly string[]): string | undefined {
  if (tools.includes(server)) return `it is a tool of the catalog: pegboard call ${server}`;
  return nearHint(server, names, "pegboard servers lists the servers, --help the commands");
}
