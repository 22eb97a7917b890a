import type { DeclaredError } from "../../catalog/catalog.ts";
import { oncePerSurroundings } from "../../catalog/once-per-tool.ts";
import { docComment, jsonLiteral, literal, objectKey } from "../code-text.ts";
import { camelCase } from "../identifiers.ts";
import { moduleText } from "../module-text.ts";
import type { OutputFile } from "../output-file.ts";
import { deprecationTags, emptyObject, printMembers } from "../print-type.ts";
import type { TypeScope } from "../type-scope.ts";

/** `generated/errors.ts`: a typed constructor per declared error; it takes exactly the data of the YAML. */
export const emitErrors = oncePerSurroundings((catalog): readonly OutputFile[] => {
  const file = moduleText("schema/catalog.yaml");
  file.declare("errors");
  const scope: TypeScope = { catalog, file, typesFrom: "./types.ts", form: "sent" };
  const entries = catalog.errors.map((error) => printError(error, scope));
  const body = entries.length === 0 ? "{}" : `{\n${entries.join("")}}`;
  file.add(`/** Every error of the catalog: \`return errors.name({ …data })\`. */\nexport const errors = ${body};`);
  return [{ path: "generated/errors.ts", text: file.text(), kind: "generated" }];
});

function printError(error: DeclaredError, scope: TypeScope): string {
  const data = error.data.length === 0 ? emptyObject : printMembers(error.data, scope, 2);
  const { name, code: number, message, retry, hint } = error;
  const facts = jsonLiteral({ name, number, message, retry, hint }, 2);
  const declare = scope.file.import("declareError", "pegboard/runtime");
  const doc = docComment(
    error.message,
    [...(hint === undefined ? [] : [hint]), ...deprecationTags(error.deprecated)],
    2,
  );
  return `${doc}  ${objectKey(camelCase(name))}: ${declare}<${literal(name)}, ${data}>(${facts}),\n`;
}
