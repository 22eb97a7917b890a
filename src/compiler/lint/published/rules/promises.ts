import { isJsonObject, type Json } from "../../../../contract/json.ts";
import { childPath } from "../../../../contract/json-pointer.ts";
import { ownValue } from "../../../../contract/own-property.ts";
import { has, mapOf, typeNames } from "../../../json-schema/read-keywords.ts";
import { type PublishedFinding, type PublishedRule, published, type ToolView, textOf } from "../tool-view.ts";

/** What a tool states beside its input: hints, result, title, icons. */
export const promiseRules: readonly PublishedRule[] = [
  {
    // MCP 2025-11-25 schema, "ToolAnnotations": what is absent counts as the worst.
    asked: "lists",
    check: ({ hints }) => {
      const absent = Object.entries(hints).flatMap(([name, value]) => (value === undefined ? [`${name}Hint`] : []));
      return absent.length === 0
        ? []
        : [published("annotation-incomplete", { absent: absent.join(", ") }, "/annotations")];
    },
  },
  {
    asked: "lists",
    check: ({ hints }) =>
      hints.readOnly === true && hints.destructive === true
        ? [published("annotation-contradiction", {}, "/annotations")]
        : [],
  },
  {
    asked: "lists",
    check: ({ raw }) =>
      isJsonObject(ownValue(raw, "outputSchema")) ? [] : [published("output-schema-missing", {}, "")],
  },
  {
    asked: "lists",
    check: (tool) => {
      const output = tool.output();
      return output === undefined || ownValue(output, "type") === "object"
        ? []
        : [published("output-root-not-object", {}, "/outputSchema")];
    },
  },
  { asked: "everywhere", advises: true, check: (tool) => endlessLists(tool) },
  {
    asked: "lists",
    check: ({ raw }) => {
      const annotations = ownValue(raw, "annotations");
      const title = isJsonObject(annotations) ? ownValue(annotations, "title") : undefined;
      return textOf(ownValue(raw, "title") ?? title).trim() === "" ? [published("title-present", {}, "")] : [];
    },
  },
  {
    asked: "lists",
    check: ({ raw }) => {
      const icons = ownValue(raw, "icons");
      if (icons === undefined) return [];
      if (!Array.isArray(icons))
        return [published("icons-valid", { place: "icons", problem: "is not a list" }, "/icons")];
      return icons.flatMap((icon, index) => {
        const problem = iconProblem(icon);
        return problem === undefined
          ? []
          : [published("icons-valid", { place: `icon ${index + 1}`, problem }, childPath("/icons", index))];
      });
    },
  },
];

/** Names of params that bound or continue a list. */
const bounding =
  /(^|_)(limit|cursor|offset|page|per_page|page_size|page_token|first|last|top|top_k|max|count|size|depth|head|tail|newest|lines)(_|$)|^max/;
/** Words by which a text states a bound. */
const reported =
  /\bat most\b|\bup to\b|\bno more than\b|\btruncat|\bnewest \d|\bfirst \d|\blast \d|\bpaged?\b|\bmax(imum)?\b|\blimit/i;

/** A tool that only reads, whose result holds a list of objects (or is one) that nothing bounds. */
function endlessLists(tool: ToolView): readonly PublishedFinding[] {
  const { raw, hints, description, input } = tool;
  if (hints.readOnly !== true || !has(input.root, "type")) return [];
  const params = Object.keys(mapOf(input.root, "properties"));
  if (params.some((name) => bounding.test(name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase()))) return [];
  const output = tool.output();
  if (output === undefined) return [];
  const properties = mapOf(output, "properties");
  const required = ownValue(output, "required");
  // Few tools have such a list, so texts are searched last.
  const isReported = () => reported.test(description) || reported.test(textOf(ownValue(raw, "title")));
  return Object.keys(properties).flatMap((name) => {
    const schema = ownValue(properties, name);
    if (!isJsonObject(schema) || !typeNames(schema).includes("array") || has(schema, "maxItems")) return [];
    const isMain = Array.isArray(required) && required.includes(name);
    const items = ownValue(schema, "items");
    const holdsObjects = isJsonObject(items) && (typeNames(items).includes("object") || has(items, "$ref"));
    if (!isMain || !holdsObjects || reported.test(textOf(ownValue(schema, "description"))) || isReported()) return [];
    const help = "add a limit and a cursor, or max_items, or say in its description how many there are at most";
    return [
      published(
        "output-unbounded-list",
        { path: name.slice(0, 80) },
        `/outputSchema${childPath("/properties", name)}`,
        { help },
      ),
    ];
  });
}

/** Icons are pictures that a client may fetch. @see MCP 2025-11-25 schema, "Icon" */
function iconProblem(icon: Json): string | undefined {
  if (!isJsonObject(icon)) return "is not an object";
  const source = ownValue(icon, "src");
  if (typeof source !== "string" || source === "") return "has no src";
  if (!/^(https:\/\/|data:image\/)/i.test(source)) return "is neither at an https: address nor a data: picture";
  const type = ownValue(icon, "mimeType");
  return type === undefined || (typeof type === "string" && type.startsWith("image/"))
    ? undefined
    : "is not an image by its mimeType";
}
