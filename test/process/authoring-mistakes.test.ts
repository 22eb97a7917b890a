import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { compile } from "../../src/compiler/compile.ts";
import { type Diagnostic, sortDiagnostics } from "../../src/diagnostics/diagnostic.ts";
import { render } from "../../src/diagnostics/render.ts";
import { readSchema } from "../lint/golden-case.ts";
import { mayRewriteGoldens } from "../may-rewrite-goldens.ts";
import { pegboardHere } from "./run-pegboard.ts";

// 107 mistakes of new authors: is the place found, and is it said what to write instead? The mistakes and what is expected of the messages
// stand in yaml.yaml and commands.yaml; messages.txt has the messages, for people to judge: none may mislead.

const folder = join(import.meta.dirname, "..", "golden", "authoring");
const base = join(folder, "..", "mistakes", "base");
const golden = join(folder, "messages.txt");

interface Expected {
  readonly title: string;
  readonly at: string;
  readonly fix: string;
}

interface YamlMistake extends Expected {
  readonly in: keyof typeof files;
  readonly from: string;
  readonly to: string;
}

interface CommandMistake extends Expected {
  readonly words: readonly string[];
  /** In a folder without a catalog. */
  readonly empty?: true;
}

const files = {
  c: "schema/catalog.yaml",
  p: "schema/params.yaml",
  b: "schema/types/books.yaml",
  s: "schema/tools/books/book_search.yaml",
  m: "schema/tools/loans/loan_manage.yaml",
  g: "schema/guide.md",
} as const;

/** Whether the place is found and the correction named, and all that is said. */
interface Verdict {
  readonly title: string;
  readonly place: boolean;
  readonly fix: boolean;
  readonly said: string;
}

const read = (name: string): unknown => parse(readFileSync(join(folder, name), "utf8"));

describe("mistakes of new authors", async () => {
  // Data of this folder, written for these types.
  const inYaml = (read("yaml.yaml") as readonly YamlMistake[]).map(judgeYaml);
  const onCommandLine = await judgeCommands(read("commands.yaml") as readonly CommandMistake[]);
  const all = [...inYaml, ...onCommandLine];

  it("are 88 in YAML and 19 on the command line", () => {
    expect([inYaml.length, onCommandLine.length]).toEqual([88, 19]);
    expect(new Set(all.map(({ title }) => title)).size).toBe(107);
  });

  it("get their place and what to write instead in 100 cases and more", () => {
    const right = all.filter(({ place, fix }) => place && fix);
    const wrong = all.filter((verdict) => !right.includes(verdict)).map(({ title }) => title);
    console.log(
      `${right.length} of ${all.length} mistakes get place and correction; not: ${wrong.join("; ") || "none"}`,
    );
    expect(right.length).toBeGreaterThanOrEqual(100);
  });

  it("get these messages", () => {
    const text = all
      .map(({ title, place, fix, said }) => `# ${title}: ${verdictText(place, fix)}\n${said}\n`)
      .join("\n");
    if (mayRewriteGoldens()) writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, "utf8"));
  });
});

function verdictText(place: boolean, fix: boolean): string {
  return place && fix ? "place and correction" : place ? "place alone" : fix ? "correction alone" : "neither";
}

function judgeYaml({ title, in: file, from, to, at, fix }: YamlMistake): Verdict {
  const path = files[file];
  const sources = [...readSchema(base)].map(([name, text]) => {
    if (name !== path) return { path: name, text };
    if (!text.includes(from)) throw new Error(`'${title}': there is no ${JSON.stringify(from)} in ${path}`);
    return { path: name, text: text.replace(from, () => to) };
  });
  const found = sortDiagnostics(compile(sources).diagnostics.filter(({ severity }) => severity !== "info"));
  const [first] = found;
  return {
    title,
    place: first?.span?.file.path === path && marked(first).startsWith(at),
    fix: first !== undefined && saidBy(first).includes(fix),
    said: found.length === 0 ? "nothing\n" : render(found).replace(/\n\n\d+ (?:error|warning).*\n$/, "\n"),
  };
}

/** From the place that is marked to the end of its line. */
function marked({ span }: Diagnostic): string {
  return span?.file.text.slice(span.start).split("\n")[0] ?? "";
}

function saidBy({ message, help, fix }: Diagnostic): string {
  return [message, help, fix?.title].filter((text) => text !== undefined).join("\n");
}

async function judgeCommands(mistakes: readonly CommandMistake[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { title, words, empty, at, fix } of mistakes) {
    const project = realpathSync(mkdtempSync(join(tmpdir(), "pegboard-authoring-")));
    if (empty !== true) cpSync(base, project, { recursive: true });
    try {
      const { code, stdout, stderr } = await pegboardHere(words, {
        cwd: project,
        env: { HOME: project, NO_COLOR: "1" },
      });
      const said = stderr.replaceAll(project, "<project>");
      verdicts.push({
        title,
        place: code !== 0 && said.includes(at),
        fix: code !== 0 && said.includes(fix),
        said: `$ pegboard ${words.join(" ")}\n${stdout === "" ? "" : `${stdout.replaceAll(project, "<project>")}\n`}${said}exit ${code}\n`,
      });
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  }
  return verdicts;
}
