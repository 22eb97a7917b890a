import { createInterface } from "node:readline";
import { visible } from "../../diagnostics/display-text.ts";
import type { Deps } from "../../handlers/deps.ts";
import type { Memories } from "../../services/memories/stored-memories.ts";
import { ExitCode } from "../../terminal/exit-code.ts";
import { isTerminal, print, printJson, type Terminal, write } from "../../terminal/terminal.ts";
import { personAt, withWorkbench } from "../open-workbench.ts";
import { editText } from "./edit-text.ts";

type Page = Extract<Awaited<ReturnType<Memories["list"]>>, { readonly items: unknown }>;
type Memory = Page["items"][number];

const perPage = 20;
/** What is not for a person at a terminal is one list. */
const perList = 200;
const keys = "number: read · e number: edit · a number: archive · /words: search · n: next page · q: end";

/** Memories in the terminal, newest first; where stdin or stdout is none, a list of them: id, place and title, by tabulators. */
export async function browse(
  terminal: Terminal,
  term: string,
  { json = false }: { readonly json?: boolean },
): Promise<ExitCode> {
  const { agent } = personAt(terminal);
  return await withWorkbench(terminal, async (deps) => {
    const memories = deps.memories(agent);
    if (json || !isTerminal(terminal.stdin) || !isTerminal(terminal.stdout)) {
      const { items } = await pageOf(memories, { term, limit: perList });
      const shown = items.map(({ id, namespace, title }) => ({ id, namespace, title }));
      if (json) printJson(terminal, { memories: shown });
      else
        for (const { id, namespace, title } of shown) print(terminal, [id, namespace, title].map(visible).join("\t"));
      return ExitCode.fine;
    }
    const lines = createInterface({ input: terminal.stdin, output: terminal.stdout, terminal: false });
    try {
      await new Browser(terminal, deps, lines).run(term);
    } finally {
      lines.close();
    }
    return ExitCode.fine;
  });
}

async function pageOf(
  { list }: Memories,
  given: { readonly term: string; readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page> {
  const page = await list(given);
  if (!("items" in page)) throw new Error("invariant: a cursor of a list is one");
  return page;
}

class Browser {
  readonly #terminal: Terminal;
  readonly #deps: Deps;
  readonly #memories: Memories;
  readonly #agent: string;
  readonly #typed: AsyncIterator<string>;
  #page: Pick<Page, "items" | "nextCursor"> = { items: [], nextCursor: undefined };

  constructor(terminal: Terminal, deps: Deps, lines: ReturnType<typeof createInterface>) {
    this.#terminal = terminal;
    this.#deps = deps;
    this.#agent = personAt(terminal).agent;
    this.#memories = deps.memories(this.#agent);
    this.#typed = lines[Symbol.asyncIterator]();
  }

  /** Until the person ends it, or the input ends. */
  async run(first: string): Promise<void> {
    let term = first;
    await this.#show(term);
    for (;;) {
      const typed = (await this.#ask(`${keys}\n> `))?.trim();
      if (typed === undefined || typed === "q") return;
      const [, letter = "", number = ""] = /^([ea]?) ?([1-9]\d{0,3})$/.exec(typed) ?? [];
      const memory = this.#page.items[Number(number) - 1];
      if (typed.startsWith("/")) {
        term = typed.slice(1).trim();
        await this.#show(term);
      } else if (typed === "n" && this.#page.nextCursor !== undefined) await this.#show(term, this.#page.nextCursor);
      else if (memory === undefined)
        this.#say(typed === "n" ? "that was the last page" : `nothing is meant by '${typed}'`);
      else if (letter === "e") await this.#edit(memory);
      else if (letter === "a") await this.#archive(memory);
      else await this.#read(memory.id);
    }
  }

  async #show(term: string, cursor?: string): Promise<void> {
    this.#page = await pageOf(this.#memories, { term, limit: perPage, cursor });
    if (this.#page.items.length === 0) this.#say(term === "" ? "no memories" : `nothing contains '${term}'`);
    for (const [index, { namespace, title }] of this.#page.items.entries()) {
      this.#say(`${String(index + 1).padStart(3)}  ${title}  ${namespace}`);
    }
  }

  async #read(id: string): Promise<void> {
    const { found } = await this.#memories.use(id);
    if (found.status !== "found") return this.#say("it is not there any more");
    const { title, namespace, tier, tags, content } = found.thing;
    print(this.#terminal, this.#terminal.colors.bold(visible(title)));
    this.#say([namespace, tier, ...tags].join(" · "));
    for (const line of content.split(/\r?\n/)) this.#say(line);
  }

  async #edit({ id }: Memory): Promise<void> {
    const files = await this.#deps.memoryFiles(this.#agent);
    const file = await files.fileOf(id);
    if (file?.text === undefined)
      return this.#say("a private or encrypted memory, or one that has ended, is not edited here");
    // The stream and not its lines: these can be paused no more where the input has ended.
    this.#terminal.stdin.pause();
    const edited = await editText(this.#terminal, file.name, file.text);
    this.#terminal.stdin.resume();
    if ("problem" in edited) return this.#say(edited.problem);
    const [outcome] = await this.#writing((writer) =>
      files.import({ files: [{ name: file.name, text: edited.text }], force: false, writer }),
    );
    const isTaken = outcome?.outcome === "updated" || outcome?.outcome === "unchanged";
    const detail = outcome === undefined ? "it has lost its front matter" : (outcome.detail ?? "");
    this.#say([outcome?.outcome ?? "refused", detail].filter(Boolean).join(": "));
    if (isTaken) await edited.remove();
    else this.#say(`what you wrote is kept in ${edited.path}`);
  }

  async #archive({ id, title }: Memory): Promise<void> {
    const answer = await this.#ask(`archive '${visible(title)}'? [y/N] `);
    if (answer === undefined || !/^\s*y(es)?\s*$/i.test(answer)) return this.#say("it stays");
    const ended = await this.#writing((writer) => this.#memories.forget({ ids: [id], isDryRun: false, writer }));
    this.#say(ended.length === 0 ? "it is not there any more" : "archived; memory_archive_restore brings it back");
  }

  /** Each change is of a session of its own, so that none stays open. */
  async #writing<Outcome>(
    work: (writer: { readonly agent: string; readonly session: string }) => Promise<Outcome>,
  ): Promise<Outcome> {
    const { session } = await this.#deps.sessions.open({ agent: this.#agent });
    try {
      return await work({ agent: this.#agent, session: session.id });
    } finally {
      await this.#deps.sessions.close(session);
    }
  }

  async #ask(question: string): Promise<string | undefined> {
    write(this.#terminal.stdout, question);
    const { value, done } = await this.#typed.next();
    return done === true ? undefined : value;
  }

  #say(line: string): void {
    print(this.#terminal, visible(line));
  }
}
