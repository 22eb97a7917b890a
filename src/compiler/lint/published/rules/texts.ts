import { childPath } from "../../../../contract/json-pointer.ts";
import { ownValue } from "../../../../contract/own-property.ts";
import { type SchemaWalk, walkSchema } from "../../../json-schema/walk-schema.ts";
import { textRisksIn } from "../../text-risks.ts";
import { type PublishedFinding, type PublishedRule, published, type ToolView, textOf } from "../tool-view.ts";

/** Texts of foreign tools: our own are judged where they stand in the YAML. */
export const listTextRules: readonly PublishedRule[] = [{ asked: "lists", check: (tool) => poisonOf(tool) }];

function poisonOf(tool: ToolView): readonly PublishedFinding[] {
  const { raw, input } = tool;
  const output = tool.output();
  return [
    ...poisonAt(textOf(ownValue(raw, "title")), "/title"),
    ...poisonAt(tool.description, "/description"),
    ...poisonWithin(input),
    ...(output === undefined ? [] : poisonWithin(walkSchema(output, "/outputSchema"))),
  ];
}

function poisonWithin({ nodes }: SchemaWalk): readonly PublishedFinding[] {
  return nodes.flatMap(({ schema, at }) =>
    ["title", "description"].flatMap((key) => poisonAt(textOf(ownValue(schema, key)), childPath(at, key))),
  );
}

function poisonAt(text: string, at: string): readonly PublishedFinding[] {
  return textRisksIn(text).map(({ code, params, help }) => published(code, params, at, { help }));
}
