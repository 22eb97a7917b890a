import { isJsonObject, type JsonObject } from "../../../contract/json.ts";
import { ownValue } from "../../../contract/own-property.ts";
import { clip } from "../../../contract/utf8.ts";
import { pointer as pointerTo } from "../../catalog/origins.ts";
import { walkSchema } from "../../json-schema/walk-schema.ts";
import { verbEffectOf, wordsOf } from "../../lint/name-words.ts";
import { textOf } from "../../lint/published/tool-view.ts";
import { changedToolTexts, toolTexts } from "../../lint/texts-of.ts";
import type { ComparedField } from "../comparable-type.ts";
import { type ComparedTool, ownTool } from "../compared.ts";
import type { Place } from "../event.ts";
import { type Consequence, consequence, type TouchedTool } from "./consequence.ts";

// What came into the texts of a tool that the linter, which sees one side alone, does not object to.

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

/** Those that may be new: of tools of lists, all. */
function newTextsIn(
  tool: ComparedTool,
  pointer: string | undefined,
  former: ComparedTool,
  changed: ReadonlySet<string>,
): readonly ToolText[] {
  if (tool.listed !== undefined || former.listed !== undefined) return textsIn(tool, pointer);
  return changedToolTexts(ownTool(tool), pointer ?? "", ownTool(former), changed).map(({ text, at }) => ({
    text,
    pointer: at,
  }));
}

function schemaTexts(schema: JsonObject[string] | undefined): readonly ToolText[] {
  if (!isJsonObject(schema)) return [];
  return walkSchema(schema, "").nodes.flatMap((node) =>
    ["title", "description"].map((key) => ({ text: textOf(ownValue(node.schema, key)) })),
  );
}

export function textConsequences(tool: TouchedTool): readonly Consequence[] {
  return [...newAddresses(tool), ...newContradiction(tool)];
}

function newAddresses({ at, base, head, changed = new Set() }: TouchedTool): readonly Consequence[] {
  // Most tools name no address, and all their texts are more than one look at what changed.
  const mayName = [...changed].some((key) => JSON.stringify(head[key])?.includes("://") === true);
  if (base === undefined || !mayName) return [];
  const now = newTextsIn(head, at.headPointer, base, changed).filter(({ text }) => text.includes("://"));
  const known = new Set(now.length === 0 ? [] : textsIn(base, at.basePointer).flatMap(({ text }) => urlsIn(text)));
  return now.flatMap(({ text, pointer }) =>
    urlsIn(text).flatMap((url) => {
      if (known.has(url)) return [];
      known.add(url);
      const index = /^\/params\/(\d+)/.exec(pointer?.slice(at.headPointer?.length ?? 0) ?? "")?.[1];
      const param = head.params[Number(index ?? -1)] ?? head.params.find((one) => JSON.stringify(one).includes(url));
      const place = {
        ...at,
        ...(param === undefined ? {} : { subject: `${at.subject}.${param.name}` }),
        ...(pointer === undefined ? paramPointer(at, head, param) : { headPointer: pointer }),
      };
      const message = `a text of '${at.subject}' now names '${clip(url, 120)}'`;
      return [consequence("description-gains-new-url", place, message)];
    }),
  );
}

/** The place of a param of a list, whose texts have no places of their own. */
function paramPointer({ headPointer }: Place, tool: ComparedTool, param: ComparedField | undefined): Partial<Place> {
  return headPointer === undefined || param === undefined
    ? {}
    : { headPointer: pointerTo(headPointer, "params", tool.params.indexOf(param)) };
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

/** Its hints allow to run it without asking, and its words mean that it destroys. Both hints at once are found by the linter. */
function newContradiction({ at, base, head }: TouchedTool): readonly Consequence[] {
  const verb = destroyingWord(head);
  if (verb === undefined || (base !== undefined && destroyingWord(base) !== undefined)) return [];
  const help = `say what it does to the world: ${head.listed === undefined ? "read_only: false" : "readOnlyHint false"}`;
  const message = `'${head.name}' is marked read-only, and '${verb}' means that it destroys`;
  return [consequence("annotation-contradiction", at, message, help)];
}

function destroyingWord({ name, summary, effects }: ComparedTool): string | undefined {
  if (!effects.readOnly) return undefined;
  // "Deletes the note" → "delete".
  const [first = ""] = wordsOf(summary.trimStart().slice(0, 80));
  return [name, first.replace(/(?<=[a-z]{3})s$/, "")].find((words) => verbEffectOf(words) === "destroys");
}
