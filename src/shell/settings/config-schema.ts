import { type ConfigRow, type ConfigRows, configGrammar } from "./config-grammar.ts";

/** JSON Schema of a configuration file, for editors. It takes exactly what `parseConfig` takes without a word. */
export function configSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of pegboard serve and pegboard call",
    ...objectSchema(configGrammar, { $schema: { type: "string" } }),
  };
}

function objectSchema(rows: ConfigRows, others: object = {}): object {
  const properties = Object.entries(rows).map(([key, row]) => [
    key,
    { description: row.description, ...rowSchema(row) },
  ]);
  return { type: "object", properties: { ...others, ...Object.fromEntries(properties) }, additionalProperties: false };
}

function rowSchema(row: ConfigRow): object {
  const text = { type: "string", pattern: "\\S" };
  switch (row.kind) {
    case "word":
      return { enum: row.words };
    case "text":
      return text;
    case "texts":
      return { type: "array", items: text, minItems: 1 };
    case "number": {
      const { least, most, whole } = row.number;
      return { type: whole ? "integer" : "number", [whole ? "minimum" : "exclusiveMinimum"]: least, maximum: most };
    }
    case "group":
      return objectSchema(row.rows);
  }
}
