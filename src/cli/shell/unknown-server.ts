import { nearMiss } from "../../contract/near-miss.ts";
import { Refusal } from "../refusal.ts";

/** There is no server of that name, among those that a command line can mean. */
export class UnknownServer extends Refusal {
  readonly #server: string;
  readonly #names: readonly string[];

  constructor(server: string, names: readonly string[]) {
    super(`there is no server named '${server}'`, { hint: hintFor(server, names) });
    this.#server = server;
    this.#names = names;
  }

  /** The same of a word that could have been meant as a command, too. */
  orCommand(verbs: readonly string[]): Refusal {
    return new Refusal(`there is no command and no server named '${this.#server}'`, {
      hint: hintFor(this.#server, [...this.#names, ...verbs]),
    });
  }
}

function hintFor(server: string, names: readonly string[]): string {
  const near = nearMiss(server, names);
  return near === undefined ? "pegboard servers lists the servers, --help the commands" : `did you mean '${near}'?`;
}
