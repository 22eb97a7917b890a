import { type JSDoc, type JSDocableNode, type JSDocTag, type Node, Project } from "ts-morph";
import { type Json, listOf } from "../../../contract/json.ts";

/** What a comment says of a type, a property or a function: keywords of JSON Schema, and where it stands. */
export interface Note {
  readonly line: number;
  readonly keywords: { readonly [keyword: string]: Json };
  /** `@param`: texts by name; a dotted name is a member's. */
  readonly params: ReadonlyMap<string, string>;
  readonly returns?: string;
  readonly deprecated: boolean;
  /** Tags that nothing is made of. */
  readonly others: readonly string[];
}

const numbers = new Map(
  [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
  ].map((keyword) => [keyword.toLowerCase(), keyword]),
);

/** Reads the text of comments as text: nothing of it is evaluated. */
export function readNote(docs: readonly JSDoc[], line: number): Note {
  const keywords: { [keyword: string]: Json } = {};
  const params = new Map<string, string>();
  const others: string[] = [];
  let returns: string | undefined;
  const description = docs.map((doc) => doc.getDescription().trim()).join("\n\n");
  if (description.trim() !== "") keywords.description = description.trim();
  for (const tag of docs.flatMap((doc) => doc.getTags())) {
    const name = tag.getTagName();
    const text = (tag.getCommentText() ?? "").trim();
    const numeric = numbers.get(name.toLowerCase());
    const param = paramName(tag);
    if (param !== undefined) {
      if (text !== "") params.set(param, text.replace(/^-\s*/, ""));
    } else if (name === "returns" || name === "return") returns = text === "" ? undefined : text;
    else if (numeric !== undefined && /^-?\d+(?:\.\d+)?$/.test(text)) keywords[numeric] = Number(text);
    else if (name === "pattern" || name === "format") keywords[name] = text;
    else if (name === "uniqueItems") keywords.uniqueItems = true;
    else if (name === "integer" || (name === "asType" && text === "integer")) keywords.type = "integer";
    else if (name === "default") keywords.default = jsonOrText(text);
    else if (name === "example") keywords.examples = [...listOf(keywords.examples), jsonOrText(text)];
    else if (name === "deprecated") keywords.deprecated = true;
    else others.push(name);
  }
  return {
    line,
    keywords,
    params,
    ...(returns === undefined ? {} : { returns }),
    deprecated: keywords.deprecated === true,
    others,
  };
}

/** The parser takes no comment for a doc that begins in the line of what stands before; authors do. */
export function docsOf(node: Node & JSDocableNode): readonly JSDoc[] {
  const docs = node.getJsDocs();
  const comment = node.getFullText().slice(0, node.getLeadingTriviaWidth()).trim();
  if (docs.length > 0 || !comment.startsWith("/**")) return docs;
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  return (
    project.createSourceFile("/comment.ts", `${comment}\nlet commented;`).getVariableStatements()[0]?.getJsDocs() ?? []
  );
}

function paramName(tag: JSDocTag): string | undefined {
  return /^@(?:param|arg|argument)\b\s*(?:\{[^{}]*\}\s*)?\[?([\w$.]+)/.exec(tag.getText())?.[1];
}

function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/^(['"`])([^'"`]*)\1$/, "$2");
  }
}
