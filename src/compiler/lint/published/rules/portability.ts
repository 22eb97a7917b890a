import { isJsonObject, type Json, type JsonObject } from "../../../../contract/json.ts";
import { childPath, pathKeys } from "../../../../contract/json-pointer.ts";
import { ownValue } from "../../../../contract/own-property.ts";
import { clip } from "../../../../contract/utf8.ts";
import { clientLimits, clientWords } from "../../../clients/client-facts.ts";
import { concerns, limitOf, type WordsId } from "../../../clients/client-limits.ts";
import { isRecursive, openDocument, resolve } from "../../../json-schema/document.ts";
import { has, listOf, mapOf, typeNames } from "../../../json-schema/read-keywords.ts";
import type { SchemaNode } from "../../../json-schema/walk-schema.ts";
import { brief } from "../refuses.ts";
import { type PublishedFinding, type PublishedRule, published, type Reader, type ToolView } from "../tool-view.ts";
import { schemasOf, shown } from "./structure.ts";

/** Constructs of JSON Schema that some clients refuse, rewrite or drop. */
export const portabilityRules: readonly PublishedRule[] = [
  {
    asked: "everywhere",
    check: (tool, { targets }) =>
      circles(tool).map(({ at, name }) => {
        const refused = targets.includes("gemini");
        const params = { name, client: refused ? "Gemini refuses every request with it" : "some clients refuse it" };
        return published("schema-recursion", params, at, { severity: refused ? "error" : "warning" });
      }),
  },
  {
    asked: "everywhere",
    check: (tool, { targets }) =>
      targets.includes("gemini")
        ? schemasOf(tool).flatMap(({ schema, at, path }) => {
            const other = (listOf(schema, "enum") ?? []).find((value) => typeof value !== "string");
            if (other === undefined) return [];
            const params = { path: shown(path), found: brief(other) };
            return [published("schema-enum-types", params, childPath(at, "enum"))];
          })
        : [],
  },
  { asked: "everywhere", check: (tool) => schemasOf(tool).flatMap(enumSize) },
  {
    asked: "everywhere",
    check: (tool, { targets }) => {
      const facts = clientWords["openai-formats"];
      if (!concerns(facts.client, targets)) return [];
      const portable: readonly string[] = facts.words;
      return schemasOf(tool).flatMap(({ schema, at }) => {
        const format = ownValue(schema, "format");
        if (typeof format !== "string" || portable.includes(format)) return [];
        const params = { format: clip(format, 80), client: facts.name, beyond: facts.beyond };
        const help = `say it with 'pattern', or take one of ${portable.join(", ")}`;
        return [published("schema-format-portable", params, childPath(at, "format"), { help })];
      });
    },
  },
  { asked: "lists", check: (tool) => nullSpellings(tool) },
  {
    asked: "lists",
    check: (tool, { targets }) => (targets.includes("gemini") ? schemasOf(tool).flatMap(untypedBranch) : []),
  },
  {
    asked: "everywhere",
    advises: true,
    check: (tool, reader) => [...dropped(tool, reader, "vscode-drops"), ...dropped(tool, reader, "gemini-drops")],
  },
  {
    asked: "everywhere",
    advises: true,
    check: (tool, { targets }) => {
      const facts = clientWords["openai-strict-refuses"];
      if (!concerns(facts.client, targets)) return [];
      const missing = missingForStrict(tool, facts.words);
      return missing.length === 0
        ? []
        : [published("schema-strict-ready", { client: facts.name, missing: missing.join("; ") }, tool.input.at)];
    },
  },
];

interface Circle {
  readonly at: string;
  readonly name: string;
}

const maxReferences = 1_000;

/** Each target of references from which references lead back to it, at the first reference that leads in. */
function circles({ input }: ToolView): readonly Circle[] {
  const referring = input.nodes.filter(({ schema }) => has(schema, "$ref")).slice(0, maxReferences);
  if (referring.length === 0) return [];
  const document = openDocument(input.root, input.at);
  const found = new Map<unknown, Circle>();
  for (const { schema, at } of referring) {
    const ref = ownValue(schema, "$ref");
    const target = typeof ref === "string" ? resolve(ref, schema, document) : undefined;
    if (target === undefined || found.has(target.schema) || !isRecursive(target.schema, document)) continue;
    found.set(target.schema, { at, name: clip(pathKeys(target.at).at(-1) ?? "", 80) });
  }
  return [...found.values()];
}

function enumSize({ schema, at, path }: SchemaNode): readonly PublishedFinding[] {
  const count = listOf(schema, "enum")?.length;
  if (count === undefined) return [];
  const most = clientLimits["enum-values"];
  const place = childPath(at, "enum");
  const help = "take a text, and let a tool search the values";
  const params = { path: shown(path), count };
  if (count > most.limit) {
    const limit = `${most.name} takes ${most.limit}`;
    return [published("schema-enum-size", { ...params, limit }, place, { severity: "error", help })];
  }
  const usual = limitOf("enum-values-warning");
  if (count <= usual) return [];
  return [
    published("schema-enum-size", { ...params, limit: `more than ${usual} cost every request` }, place, { help }),
  ];
}

/** `nullable` is a word of OpenAPI; of the other two spellings a tool keeps to one. */
function nullSpellings(tool: ToolView): readonly PublishedFinding[] {
  const spelled = schemasOf(tool).flatMap((node) => {
    const spelling = nullSpelling(node.schema);
    return spelling === undefined ? [] : [{ node, spelling }];
  });
  const usual = spelled.find(({ spelling }) => spelling !== "nullable: true")?.spelling;
  return spelled
    .filter(({ spelling }) => spelling === "nullable: true" || spelling !== usual)
    .map(({ node, spelling }) => {
      const other = usual ?? 'type: ["…", "null"]';
      return published("schema-nullability-spelling", { path: shown(node.path), spelling, other }, node.at);
    });
}

function nullSpelling(schema: JsonObject): string | undefined {
  if (ownValue(schema, "nullable") === true) return "nullable: true";
  const types = ownValue(schema, "type");
  if (Array.isArray(types) && types.includes("null")) return 'type: ["…", "null"]';
  const options = listOf(schema, "anyOf") ?? listOf(schema, "oneOf") ?? [];
  if (options.length !== 2 || !options.some(isNull)) return undefined;
  // A reference or a union beside null can't be written in another way.
  const rest = options.find((option) => !isNull(option));
  return isJsonObject(rest) && typeNames(rest).length === 1 ? "anyOf with null" : undefined;
}

function isNull(option: Json): boolean {
  return isJsonObject(option) && ownValue(option, "type") === "null";
}

function untypedBranch({ schema, at, path }: SchemaNode): readonly PublishedFinding[] {
  return ["anyOf", "oneOf"].flatMap((keyword) =>
    (listOf(schema, keyword) ?? []).flatMap((option, index) => {
      // A reference is judged for itself: it may be a circle.
      const isSilent =
        isJsonObject(option) && !["type", "$ref", "anyOf", "oneOf", "allOf"].some((word) => has(option, word));
      if (!isSilent) return [];
      return [
        published("schema-union-untyped-branch", { path: shown(path) }, childPath(childPath(at, keyword), index)),
      ];
    }),
  );
}

const listed = 6;

/** One finding per tool, at the first param: the limits that a client takes away and that no text repeats. */
function dropped(tool: ToolView, { targets }: Reader, id: WordsId): readonly PublishedFinding[] {
  const facts = clientWords[id];
  if (!concerns(facts.client, targets)) return [];
  const lost = schemasOf(tool).flatMap(({ schema, path, at }) => {
    const text = ownValue(schema, "description");
    const prose = typeof text === "string" ? text : "";
    const words = facts.words.filter((keyword) => {
      const value = ownValue(schema, keyword);
      return value !== undefined && !isTrivial(keyword, value) && !isReported(value, prose);
    });
    return words.length === 0 ? [] : [{ at, path, said: `${words.join(", ")} of '${shown(path)}'` }];
  });
  // The handle of a session stands in no YAML.
  const first = lost.find(({ path }) => path !== "session") ?? lost[0];
  if (first === undefined) return [];
  const rest = lost.length > listed ? ` and ${lost.length - listed} more` : "";
  const said = lost.slice(0, listed).map((one) => one.said);
  const params = { client: facts.name, lost: `${said.join("; ")}${rest}` };
  return [
    published("schema-keyword-dropped", params, paramAt(first.at, tool), { help: "say it in the description too" }),
  ];
}

/** The param that a part of the input belongs to. */
function paramAt(at: string, { input }: ToolView): string {
  const [, keyword, name] = pathKeys(at);
  return keyword === "properties" && name !== undefined ? childPath(childPath(input.at, keyword), name) : input.at;
}

/** "Not blank" needs no words. */
function isTrivial(keyword: string, value: Json): boolean {
  return (keyword === "minLength" && value === 1) || (keyword === "pattern" && value === "\\S");
}

/** A number or word counts as described when the text holds it; a pattern or a list when there is a text at all. */
function isReported(value: Json, prose: string): boolean {
  if (typeof value === "number") {
    const digits = String(value);
    // In most texts there is no such number, and making a pattern takes longer than looking.
    if (!prose.includes(digits)) return false;
    return new RegExp(`(?<![\\d.])${digits.replace(".", "\\.").replace("+", "\\+")}(?![\\d]|\\.\\d)`).test(prose);
  }
  if (typeof value === "string" && /^[\w -]{1,40}$/.test(value)) return prose.includes(value);
  return prose !== "";
}

function missingForStrict(tool: ToolView, refused: readonly string[]): readonly string[] {
  const objects = tool.input.nodes.filter(
    ({ schema }) => typeNames(schema).includes("object") || has(schema, "properties"),
  );
  const open = objects.filter(({ schema }) => ownValue(schema, "additionalProperties") !== false);
  const optional = objects.flatMap(({ schema }) => {
    const required = listOf(schema, "required") ?? [];
    return Object.keys(mapOf(schema, "properties")).filter((name) => !required.includes(name));
  });
  const words = refused.filter((keyword) => tool.input.nodes.some(({ schema }) => has(schema, keyword)));
  return [
    ...(open.length === 0 ? [] : [`additionalProperties: false on ${list(open.map(({ path }) => shown(path)))}`]),
    ...(optional.length === 0 ? [] : [`all params required, but ${list(optional)} may be left out`]),
    ...(words.length === 0 ? [] : [`no ${words.join(", ")}`]),
  ];
}

function list(names: readonly string[]): string {
  const few = names.slice(0, listed).map((name) => (name === "the input" ? name : `'${clip(name, 80)}'`));
  return names.length > listed ? `${few.join(", ")} and ${names.length - listed} more` : few.join(", ");
}
