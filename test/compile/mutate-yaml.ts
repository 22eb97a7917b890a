import fc from "fast-check";
import type { SourceFile } from "../../src/diagnostics/source-file.ts";

/** Words that have hurt readers of YAML, makers of files or printers of code before. */
const hostile = [
  "../../etc/passwd",
  "..",
  "/tmp/x",
  "C:\\x",
  "__proto__",
  "constructor",
  "toString",
  "&a",
  "*a",
  "&a [*a]",
  "<<: *a",
  "!!js/function x",
  "!!binary aGk=",
  "%YAML 1.1",
  "---",
  "...",
  "? :",
  "- -",
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  "|",
  ">-",
  "#",
  ": ",
  "\t",
  "\r\n",
  "\r",
  "\u0000",
  "\uFEFF",
  "\u2028",
  "\uD800",
  "😀",
  "null",
  "~",
  "yes",
  ".inf",
  "-0",
  "1e999",
  "9007199254740993",
  "2027-02-30",
  "{{tool x}}",
  "{{tool",
  "{file: ../../x.md}",
  "{file: .}",
  // A template literal, were it printed into code as it stands.
  "$\u007Bprocess.exit()}",
  "`",
  "*/",
  "</script>",
  "a".repeat(3000),
  "(a+)+$",
  "[a-",
  "\\p{L}",
] as const;

/** One change of one text, as hands, merges, cut disks and attackers make them. */
type Mutation = (text: string, other: string) => string;

const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (text: string, where: number) => Math.floor(where * text.length);

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(40)).map(
    ([where, count]): Mutation =>
      (text) => {
        const start = at(text, where);
        return text.slice(0, start) + text.slice(start + count);
      },
  ),
  fc.tuple(place, fc.constantFrom(...hostile)).map(
    ([where, word]): Mutation =>
      (text) => {
        const start = at(text, where);
        return text.slice(0, start) + word + text.slice(start);
      },
  ),
  fc.tuple(place, fc.constantFrom(...hostile)).map(
    ([where, word]): Mutation =>
      (text) =>
        replaceScalar(text, where, word),
  ),
  fc.tuple(place, place).map(
    ([from, to]): Mutation =>
      (text) =>
        moveLine(text, from, to),
  ),
  place.map(
    (where): Mutation =>
      (text) =>
        onLine(text, where, (line) => [line, line]),
  ),
  place.map(
    (where): Mutation =>
      (text) =>
        onLine(text, where, () => []),
  ),
  fc.tuple(place, fc.integer({ min: -3, max: 5 })).map(
    ([where, by]): Mutation =>
      (text) =>
        onLine(text, where, (line) => [by < 0 ? line.slice(-by) : " ".repeat(by) + line]),
  ),
  fc.tuple(place, place, place).map(
    ([where, from, length]): Mutation =>
      (text, other) => {
        const start = at(text, where);
        const cut = at(other, from);
        return text.slice(0, start) + other.slice(cut, cut + Math.floor(length * 200)) + text.slice(start);
      },
  ),
  place.map(
    (where): Mutation =>
      (text) =>
        text.slice(0, at(text, where)),
  ),
  fc.constant<Mutation>((text) => text.replaceAll("\n", "\r\n")),
);

/** The files of a catalog after one to six changes; sometimes a file also changes its place. */
export function mutated(catalog: readonly SourceFile[]): fc.Arbitrary<readonly SourceFile[]> {
  const change = fc.record({
    file: fc.nat(catalog.length - 1),
    other: fc.nat(catalog.length - 1),
    mutation: mutations,
  });
  const move = fc.option(
    fc.record({
      file: fc.nat(catalog.length - 1),
      path: fc.constantFrom(
        "schema/tools/../../x.yaml",
        "schema/tools/__proto__/constructor.yaml",
        "schema/tools/notes/..yaml",
        "schema/types/a.b.yaml",
        "schema/deep/er/x.md",
        "schema/catalog.yml",
        "../schema/catalog.yaml",
      ),
    }),
    { freq: 12 },
  );
  return fc.tuple(fc.array(change, { minLength: 1, maxLength: 6 }), move).map(([changes, moved]) => {
    const files = [...catalog];
    for (const { file, other, mutation } of changes) {
      const target = files[file];
      const source = files[other];
      if (target === undefined || source === undefined) continue;
      files[file] = { path: target.path, text: mutation(target.text, source.text) };
    }
    const taken = moved === null ? undefined : files[moved.file];
    if (moved !== null && taken !== undefined) files[moved.file] = { path: moved.path, text: taken.text };
    return files;
  });
}

/** Puts a word in the place of a value: behind a colon, or between the signs of a flow list or map. */
function replaceScalar(text: string, where: number, word: string): string {
  const values = [...text.matchAll(/(?<=[:,[{-] )[^\s,[\]{}:#][^\n,[\]{}]*/g)];
  const chosen = values[Math.min(values.length - 1, Math.floor(where * values.length))];
  if (chosen === undefined) return text + word;
  return text.slice(0, chosen.index) + word + text.slice(chosen.index + chosen[0].length);
}

function onLine(text: string, where: number, change: (line: string) => readonly string[]): string {
  const lines = text.split("\n");
  const index = Math.min(lines.length - 1, Math.floor(where * lines.length));
  return lines.flatMap((line, place) => (place === index ? change(line) : [line])).join("\n");
}

function moveLine(text: string, from: number, to: number): string {
  const lines = text.split("\n");
  const [line] = lines.splice(Math.floor(from * lines.length), 1);
  if (line !== undefined) lines.splice(Math.floor(to * lines.length), 0, line);
  return lines.join("\n");
}
