import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { clip, utf8Length } from "../../../contract/utf8.ts";
import { pointer } from "../../catalog/origins.ts";
import { clientLimits } from "../../clients/client-facts.ts";
import { limitOf } from "../../clients/client-limits.ts";
import { walkSchema } from "../../json-schema/walk-schema.ts";
import { textOf } from "../../lint/published/tool-view.ts";
import { publishedTextRules } from "../../lint/rules/published.ts";
import { textRisksIn } from "../../lint/text-risks.ts";
import { toolTexts } from "../../lint/texts-of.ts";
import { type ComparedCatalog, type ComparedTool, ownCatalog, ownTool } from "../compared.ts";
import type { Place } from "../event.ts";
import { type Consequence, consequence, type Sides, type TouchedTool } from "./consequence.ts";

// Texts that reach every model that is shown the tool: what came into them, and whether they still fit.

export interface ToolText {
  readonly text: string;
  /** JSON Pointer into the catalog, where the tool is one of ours. */
  readonly pointer?: string;
}

/** Every text of a tool that a client may be shown. */
export function textsIn(tool: ComparedTool, pointer: string | undefined): readonly ToolText[] {
  if (tool.listed === undefined) {
    return toolTexts(ownTool(tool), pointer ?? "").map(({ text, at }) => ({ text, pointer: at }));
  }
  const { raw } = tool.listed;
  return [
    { text: textOf(ownValue(raw, "title")) },
    { text: textOf(ownValue(raw, "description")) },
    ...schemaTexts(ownValue(raw, "inputSchema")),
    ...schemaTexts(ownValue(raw, "outputSchema")),
  ].filter(({ text }) => text !== "");
}

function schemaTexts(schema: JsonObject[string] | undefined): readonly ToolText[] {
  if (!isJsonObject(schema)) return [];
  return walkSchema(schema, "").nodes.flatMap((node) =>
    ["title", "description"].map((key) => ({ text: textOf(ownValue(node.schema, key)) })),
  );
}

export function textConsequences(tool: TouchedTool, sides: Sides): readonly Consequence[] {
  const { at, base, head } = tool;
  const now = stringsIn(head);
  const before = base === undefined ? [] : stringsIn(base);
  const known = new Set(before);
  const fresh = now.filter((text) => !known.has(text));
  const place = placesIn(head, at);
  return [
    ...poison(fresh, before, at, place),
    ...(base === undefined ? [] : urls(fresh, before, at, place)),
    ...tooLong(tool, now, sides),
  ];
}

const textKeys: ReadonlySet<string> = new Set(["title", "summary", "description", "reason", "message", "goal"]);
const textListKeys: ReadonlySet<string> = new Set(["useWhen", "avoidWhen", "practices"]);

/**
 * The texts alone, fast: hardly any tool has something to be found in, so their places are looked up when they are asked for.
 */
function stringsIn(tool: ComparedTool): readonly string[] {
  if (tool.listed !== undefined) return textsIn(tool, undefined).map(({ text }) => text);
  const found: string[] = [];
  const collect = (value: unknown, key: string): void => {
    if (typeof value === "string") {
      if (textKeys.has(key) || textListKeys.has(key)) found.push(value);
    } else if (Array.isArray(value)) {
      for (const child of value) collect(child, textListKeys.has(key) ? key : "");
    } else if (typeof value === "object" && value !== null) {
      for (const [name, child] of Object.entries(value)) collect(child, name);
    }
  };
  collect(tool, "");
  return found;
}

/** Where a text of the tool stands, for a finding about it: at its param, where it is a param's. */
function placesIn(tool: ComparedTool, at: Place): (text: string) => Place {
  return (text) => {
    const quoted = JSON.stringify(text);
    const index = tool.params.findIndex((param) => JSON.stringify(param).includes(quoted));
    const param = tool.params[index];
    const place =
      textsIn(tool, at.headPointer).find((one) => one.text === text)?.pointer ??
      (at.headPointer === undefined || param === undefined ? undefined : pointer(at.headPointer, "params", index));
    return {
      ...at,
      subject: param === undefined ? at.subject : `${at.subject}.${param.name}`,
      ...(place === undefined ? {} : { headPointer: place }),
    };
  };
}

type PlaceOf = (text: string) => Place;

function poison(
  fresh: readonly string[],
  before: readonly string[],
  at: Place,
  placeOf: PlaceOf,
): readonly Consequence[] {
  const found = fresh.flatMap((text) => textRisksIn(text).map((one) => ({ one, text })));
  if (found.length === 0) return [];
  const known = new Set(before.flatMap((text) => textRisksIn(text).map(({ code, part }) => `${code} ${part}`)));
  return found.flatMap(({ one, text }): Consequence[] => {
    const key = `${one.code} ${one.part}`;
    if (known.has(key)) return [];
    known.add(key);
    const place = placeOf(text);
    switch (one.code) {
      case "description-hidden-unicode": {
        const { character, name } = one.params;
        const message = `a text of '${at.subject}' now holds ${character}: ${name}`;
        return [consequence("description-gains-hidden-unicode", place, message, one.help)];
      }
      case "description-instruction-to-model": {
        const message = `a text of '${at.subject}' now orders the model about: '${clip(one.params.found, 80)}'`;
        return [consequence("description-gains-model-directed-instruction", place, message, one.help)];
      }
      default:
        // Secrets and hosts are the linter's business: nobody's call, result or approval depends on them.
        return [];
    }
  });
}

function urls(
  fresh: readonly string[],
  before: readonly string[],
  at: Place,
  placeOf: PlaceOf,
): readonly Consequence[] {
  const found = fresh.flatMap((text) => urlsIn(text).map((url) => ({ url, text })));
  if (found.length === 0) return [];
  const known = new Set(before.flatMap(urlsIn));
  return found.flatMap(({ url, text }) => {
    if (known.has(url)) return [];
    known.add(url);
    const message = `a text of '${at.subject}' now names '${clip(url, 120)}'`;
    return [consequence("description-gains-new-url", placeOf(text), message)];
  });
}

/** Addresses without what follows a question mark or a sentence. Those that are kept for examples lead nowhere. */
function urlsIn(text: string): readonly string[] {
  if (!text.includes("://")) return [];
  return [...text.matchAll(/\bhttps?:\/\/[^\s<>"'`)\]}?#]{1,300}/gi)]
    .map(([url]) => url.replace(/[.,;:!/]+$/, ""))
    .filter((url) => !reserved.test(url));
}

/** @see RFC 2606 and RFC 6761 */
const reserved = /^https?:\/\/(?:[^/:]+\.)?(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)(?:[/:]|$)/i;

function tooLong({ at, base, head }: TouchedTool, texts: readonly string[], sides: Sides): readonly Consequence[] {
  if (isShort(head, texts)) return [];
  const found = lengthProblem(head, sides.head);
  if (found === undefined || (base !== undefined && lengthProblem(base, sides.base)?.limit === found.limit)) return [];
  const help = "shorten it, or move detail into the texts of its params";
  return [consequence("description-over-client-limit", at, found.message, help)];
}

/** All its texts and names together stay below the limit, with room for the words between them: nothing has to be printed. */
function isShort({ params }: ComparedTool, texts: readonly string[]): boolean {
  const most = [...texts, ...params.map(({ name }) => `${name}, `)].reduce((sum, { length }) => sum + length + 4, 0);
  return most + roomForWords < limitOf("description-characters");
}

const roomForWords = 200;

function lengthProblem(
  tool: ComparedTool,
  catalog: ComparedCatalog,
): { readonly message: string; readonly limit: string } | undefined {
  if (tool.listed === undefined) {
    // A profile of the other side may list it in more detail: each side is judged as it is listed there.
    const [found] = publishedTextRules.flatMap((rule) =>
      rule.on === "tool" ? rule.check({ tool: ownTool(tool), at: "" }, ownCatalog(catalog), {}) : [],
    );
    if (found === undefined) return undefined;
    const { code, message } = found.locate(new Map());
    return { message, limit: code };
  }
  const text = textOf(ownValue(tool.listed.raw, "description"));
  const bytes = utf8Length(text);
  const most = clientLimits["description-characters-most"];
  const fair = clientLimits["description-characters"];
  if (bytes > most.limit) {
    const message = `'${tool.name}' is described in ${bytes} bytes; beyond ${most.limit}, with ${most.name}, ${most.beyond}`;
    return { message, limit: most.name };
  }
  // Characters as people count them: code points.
  const { length } = [...text];
  if (length <= limitOf("description-characters")) return undefined;
  const message = `'${tool.name}' is described in ${length} characters; beyond ${fair.limit}, with ${fair.name}, ${fair.beyond}`;
  return { message, limit: fair.name };
}
