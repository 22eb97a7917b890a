import { parse as parseToml, TomlError } from "smol-toml";
import { isCollection, isMap, isPair, isScalar, LineCounter, parseDocument, type YAMLParseError } from "yaml";
import type { ConfigPath } from "./check-config.ts";

/** The tree of a text, and where its parts are. */
export interface ReadText {
  readonly tree: unknown;
  readonly problems: readonly { readonly place: string; readonly problem: string }[];
  /** `line:column` of what is at the path, or of the nearest part around it. */
  readonly placeOf: (path: ConfigPath) => string;
}

/** YAML, and JSON, which is a part of it. */
export function readYamlText(text: string): ReadText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col}`;
  };
  const problems = document.errors.map(({ pos, code, message }) => ({
    place: place(pos[0]),
    problem: problemOf(code, message),
  }));
  const placeOf = (path: ConfigPath) => {
    let node: unknown = document.contents;
    let offset = 0;
    for (const step of path) {
      if (!isCollection(node)) break;
      const item: unknown = isMap(node)
        ? node.items.find((pair) => isScalar(pair.key) && pair.key.value === step)
        : node.items[Number(step)];
      if (item === undefined) break;
      const start = isPair(item) ? item.key : item;
      if (hasRange(start)) [offset] = start.range;
      node = isPair(item) ? item.value : item;
    }
    return place(offset);
  };
  // A document that uses aliases to grow without end is refused by the library.
  return { tree: problems.length > 0 ? {} : treeOf(document), problems, placeOf };
}

/** The library's sentence for several documents names a function of the library. */
function problemOf(code: YAMLParseError["code"], message: string): string {
  return code === "MULTIPLE_DOCS" ? "a second document begins here; only one may be in the file" : message;
}

function treeOf(document: ReturnType<typeof parseDocument>): unknown {
  return document.toJS({ maxAliasCount: 100 });
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range);
}

export function readTomlText(text: string): ReadText {
  const placeOf = (path: ConfigPath) => {
    const key = path.findLast((step) => typeof step === "string") ?? "";
    const line = text.split("\n").findIndex((one) => one.includes(String(key)));
    return `${Math.max(line, 0) + 1}:1`;
  };
  try {
    return { tree: parseToml(text), problems: [], placeOf };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const problem = { place: `${error.line}:${error.column}`, problem: error.message.split("\n")[0] ?? "not TOML" };
    return { tree: {}, problems: [problem], placeOf };
  }
}
