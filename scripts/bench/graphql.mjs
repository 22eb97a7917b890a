import { wireTool } from "../../dist/index.js";

/** The same operations as a GraphQL schema: every tool is a mutation with its params as arguments. */
export function graphQlOf(catalog) {
  const types = new Map();
  const fields = catalog.tools.map((tool) => {
    const { name, description, inputSchema, outputSchema } = wireTool(tool, catalog, "full");
    const { properties = {}, required = [] } = inputSchema;
    const given = Object.entries(properties).map(([param, schema]) => {
      const type = typeOf(schema, `${name}_${param}`, "input", types);
      return `    ${text(schema.description)}${word(param)}: ${type}${required.includes(param) ? "!" : ""}`;
    });
    const result = typeOf({ type: "object", ...outputSchema }, `${name}_result`, "type", types);
    const list = given.length === 0 ? "" : `(\n${given.join("\n")}\n  )`;
    return `  ${text(description)}${word(name)}${list}: ${result}`;
  });
  return `${[...types.values()].join("\n")}\ntype Query { version: String }\ntype Mutation {\n${fields.join("\n")}\n}\n`;
}

function typeOf(schema, name, kind, types) {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (schema.enum?.every((value) => typeof value === "string" && /^[A-Za-z]\w*$/.test(value))) {
    types.set(name, `enum ${word(name)} { ${schema.enum.map(word).join(" ")} }`);
    return word(name);
  }
  if (type === "array") return `[${typeOf(schema.items ?? {}, `${name}_item`, kind, types)}]`;
  if (type === "object" && Object.keys(schema.properties ?? {}).length > 0) {
    const required = schema.required ?? [];
    const fields = Object.entries(schema.properties).map(
      ([field, inner]) =>
        `${word(field)}: ${typeOf(inner, `${name}_${field}`, kind, types)}${required.includes(field) ? "!" : ""}`,
    );
    types.set(name, `${kind} ${word(name)} { ${fields.join(" ")} }`);
    return word(name);
  }
  return { integer: "Int", number: "Float", boolean: "Boolean" }[type] ?? "String";
}

/** Names that begin with two underscores, and a few words, are GraphQL's own. */
function word(name) {
  const safe = name.replaceAll(/\W/g, "_").replace(/^__+/, "");
  return ["true", "false", "null"].includes(safe) ? `${safe}_` : safe;
}

function text(description) {
  return description === undefined ? "" : `${JSON.stringify(description)} `;
}
