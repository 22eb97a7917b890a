import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import { codes } from "../src/diagnostics/codes.ts";

const root = join(import.meta.dirname, "..");

const covered = ["src", "docs", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];

/** Folders with data in any words. Of their programs only comments and titles of tests are read, outside of these paths. */
const coveredInPart = ["test", "scripts"];
const dataPath = /\/(?:golden|fixtures|node_modules)\//;

interface Rule {
  readonly pattern: RegExp;
  readonly instead: string;
  /** Only files below this folder. Default: all. */
  readonly below?: string;
}

/** Words of the old dialect, in any letter case. Idioms with another meaning are excluded from the pattern. */
const words: readonly Rule[] = [
  { pattern: /\btold\b/i, instead: "reported, described, distinguished" },
  { pattern: /\btells? of\b/i, instead: "describes, reports" },
  { pattern: /\b(?:nobody|whoever)\b/i, instead: "no one is needed: name the caller, the client, the author" },
  { pattern: /\bmend(?:s|ed|ing|able)?\b/i, instead: "fix, normalize" },
  { pattern: /\broads?\b/i, instead: "dispatcher, pipeline" },
  { pattern: /\b(?:houses?|hallways?|wings?)\b/i, instead: "architecture, pipeline, subsystem" },
  { pattern: /(?<!chat )\brooms?\b/i, instead: "module; space, columns" },
  { pattern: /\bwalls?\b(?!-?[ -](?:clock|time))/i, instead: "dependency rule" },
  {
    pattern: /\b(?:doors?|gatekeepers?|desks?|stations?)\b/i,
    instead: "proxy tool, authorization, pending calls, middleware",
  },
  { pattern: /\b(?:flaws?|heirs?|twins?)\b/i, instead: "validation issue, replacement, near duplicate" },
  { pattern: /\banew\b/i, instead: "again" },
  { pattern: /\bour fault\b|\blast words\b/i, instead: "internal error, last lines" },
  { pattern: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more\b|less\b|fewer\b|later\b)/i, instead: "is not, are not" },
];

/** Names of the old dialect, exactly. */
const names: readonly Rule[] = [
  { pattern: /\b(?:open)?Road(?:Call|Options|Settings)?\b/, instead: "Dispatcher, CallState" },
  { pattern: /\bStation\b|\bstations\//, instead: "Middleware" },
  { pattern: /\b(?:TurnedAway|HostDoor|CallDesk|checkIn|checkOut)\b/, instead: "Rejection, HostEnv, PendingCalls" },
  { pattern: /\bRefusal\b/, instead: "CliError", below: "src/cli/" },
  { pattern: /\b(?:mendErrors|writeMended|tellFindings|tellFailure)\b/, instead: "normalizeErrors, writeFixes, …" },
  { pattern: /\b\w*Flaws?\b/, instead: "ValidationIssue" },
  { pattern: /\b(?:Ink|Bag)\b/, instead: "SchemaOptions, KeywordSet", below: "src/compiler/" },
  { pattern: /\b(?:heir|twin)[A-Z]\w*/, instead: "replacement, nearDuplicate, renameCandidate" },
  { pattern: /\b(?:Showing|doorOf)\b/, instead: "ListingOptions, proxyToolFor" },
  { pattern: /\b(?:most|longest|deepest)[A-Z]\w*/, instead: "max…" },
  { pattern: /\b(?:says|speak)(?:\?)?:/, instead: "message, check", below: "src/" },
  { pattern: /\bcompiler\/spec\b/, instead: "compiler/syntax" },
];

/** Help of the command line: a placeholder names a kind of value. */
const placeholders: readonly Rule[] = [
  { pattern: /--[a-z-]+ <(?:much|how|word|what|when|where|which|who)>/, instead: "<file>, <seconds>, <level>, on|off" },
];

/** @returns one text for each hit: path, line, the words that were found, and what to write */
function hits(path: string, text: string): readonly string[] {
  const rules = [...words, ...names, ...placeholders].filter(({ below = "" }) => path.startsWith(below));
  if (!rules.some(({ pattern }) => pattern.test(text))) return [];
  return text.split("\n").flatMap((line, index) =>
    rules.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${path}:${index + 1}: '${found}'; write ${instead}`];
    }),
  );
}

function isTestFunction(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return ["describe", "it", "test"].includes(node.text);
  if (ts.isTaggedTemplateExpression(node)) return isTestFunction(node.tag);
  return (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) && isTestFunction(node.expression);
}

type Span = readonly [start: number, end: number];

const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");

/**
 * Comments and titles of tests, each at its place; the rest of the program becomes spaces, and so do names in backticks.
 * A title is the first text of `describe`, `it`, `test` and of their forms such as `it.each(…)`.
 */
function commentsAndTitles(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const titles: Span[] = [];
  const literals: Span[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const [title] = node.arguments;
      if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push([title.getStart(file) + 1, title.end - 1]);
    }
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      literals.push([node.getStart(file), node.end]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const comments = [...split(text, literals).outside.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map(
    ({ index, 0: comment }): Span => [index, index + comment.length],
  );
  return split(text, [...titles, ...comments]).inside.replaceAll(/`[^`\n]*`/g, blank);
}

/** The text twice: with spaces for what is outside of the spans, and for what is in them. */
function split(text: string, spans: readonly Span[]): { readonly inside: string; readonly outside: string } {
  let inside = "";
  let outside = "";
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    const between = text.slice(inside.length, start);
    const part = text.slice(start, end);
    inside += blank(between) + part;
    outside += between + blank(part);
  }
  const rest = text.slice(inside.length);
  return { inside: inside + blank(rest), outside: outside + rest };
}

function partHits(path: string, text: string): readonly string[] {
  // Most programs hold none of the words and need no parser.
  return hits(path, text).length === 0 ? [] : hits(path, commentsAndTitles(path, text));
}

/** What is wrong with the literal parts of a message of one line; placeholders count as nothing. */
function messageProblems(message: string): readonly string[] {
  const [first = ""] = message.split("\n");
  return [
    ...(first.length > 100 ? [`${first.length} characters`] : []),
    ...(/[^.]\.$/.test(message) ? ["ends with a full stop"] : []),
  ];
}

/** Literal texts of `new CliError(…)`, without what `${…}` fills in. */
function cliErrors(path: string, text: string): readonly string[] {
  return [...text.matchAll(/new CliError\(\s*(?:"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g)].flatMap((match) => {
    const message = (match[1] ?? match[2] ?? "").replaceAll(/\$\{[^}]*\}/g, "").replaceAll("\\n", "\n");
    const line = text.slice(0, match.index).split("\n").length;
    return messageProblems(message).map((problem) => `${path}:${line}: ${problem}: ${message}`);
  });
}

function filesBelow(path: string): readonly string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|mjs|md|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

describe("plain words", () => {
  it.each(covered)("of %s", (path) => {
    const found = filesBelow(path).flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [...hits(file, text), ...cliErrors(file, text)];
    });
    expect(found).toEqual([]);
  });

  it.each(coveredInPart)("of comments and titles of tests below %s", (folder) => {
    const programs = filesBelow(folder).filter((path) => /\.(?:ts|mjs)$/.test(path) && !dataPath.test(path));
    expect(programs.flatMap((path) => partHits(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
  });
});

describe("messages of findings", () => {
  // Every value is empty: what is left are the literal parts.
  const empty = new Proxy({}, { get: () => "" }) as never;
  it.each(Object.entries(codes))("%s", (_code, row) => {
    const message = row.message(empty);
    expect(messageProblems(message)).toEqual([]);
    expect(hits("message", message)).toEqual([]);
    expect(hits("why", row.why)).toEqual([]);
  });
});

describe("the test itself", () => {
  it.each([
    ["src/a.ts", "// nobody reads it", "nobody"],
    ["src/a.ts", "// The caller is told.", "told"],
    ["docs/a.md", "Mended files", "Mended"],
    ["src/a.ts", "// a room of its own", "room"],
    ["src/a.ts", "// the door of its risk", "door"],
    ["src/a.ts", "// 'x' is no tool", "is no "],
    ["src/a.ts", "const x = openRoad();", "openRoad"],
    ["src/cli/a.ts", "throw new Refusal();", "Refusal"],
    ["src/compiler/a.ts", "interface Ink {}", "Ink"],
    ["src/a.ts", "const mostBytes = 1;", "mostBytes"],
    ["src/a.ts", "says: () => 1,", "says:"],
    ["src/cli/a.ts", '.option("--surface <how>")', "--surface <how>"],
  ])("%s: %s", (path, text, found) => {
    expect(hits(path, text)).toEqual([expect.stringContaining(`${path}:1: '${found}'`)]);
  });

  it("lets ordinary words through", () => {
    const text =
      "indoor, desktop, broad, chat room, wall clock, amend, recommend; there is no tool; it is no longer here";
    expect(hits("src/a.ts", text)).toEqual([]);
    expect(hits("src/runtime/a.ts", "Refusal")).toEqual([]);
  });

  it.each([
    ["// nobody reads it", 1, "nobody"],
    ["/**\n * What the caller is told.\n */", 2, "told"],
    ['const url = "http://x"; // mended', 1, "mended"],
    [`const text = \`\${"/*"}\`; // a room`, 1, "room"],
    ['it("is told", () => {});', 1, "told"],
    ['describe("a road", () => {});', 1, "road"],
    [`test.each([1])(\n  \`\${x} is no tool\`,\n  check,\n);`, 2, "is no "],
    [`it.each\`a\n\${1}\`("the door", check);`, 2, "door"],
    ['describe.skipIf(isAway)("of a flaw", () => {});', 1, "flaw"],
  ])("of a program below test/: %s", (text, line, found) => {
    expect(partHits("test/a.test.ts", text)).toEqual([expect.stringContaining(`test/a.test.ts:${line}: '${found}'`)]);
  });

  it.each([
    'it("is kept", () => expect(texts).toEqual(["nobody", `told`, /the door/]));',
    'it.each([["nobody", 1]])("%s is kept", check);',
    "const desk = make(); // The `desk` fixture, run as `nobody`.",
    'const text = "// nobody"; const pattern = /\\/* told *\\//;',
    `const script = \`\n// told\n\${name}\n// mended\n\`;`,
    '/told/.test("told"); pattern.test("told"); fit("told");',
  ])("lets data of a program below test/ through: %s", (text) => {
    expect(hits("test/a.test.ts", text)).not.toEqual([]);
    expect(partHits("test/a.test.ts", text)).toEqual([]);
  });

  it("measures the first line of a command's error", () => {
    const long = `throw new CliError(\`${"x".repeat(101)}\${name}\\nmore\`);`;
    expect(cliErrors("src/cli/a.ts", `\n${long}`)).toEqual([expect.stringContaining("src/cli/a.ts:2: 101 characters")]);
    expect(cliErrors("src/cli/a.ts", 'new CliError("no such file.")')).toEqual([expect.stringContaining("full stop")]);
    expect(cliErrors("src/cli/a.ts", 'new CliError("the file is missing")')).toEqual([]);
  });
});
