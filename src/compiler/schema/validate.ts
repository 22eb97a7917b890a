import { Build } from "typebox/schema";
import { isJsonObject } from "../../contract/json.ts";
import { checkCode } from "./check-code.ts";
import { checkable } from "./checkable.ts";

/**
 * A validator in process: the very code that would be written to `generated/validators`, evaluated. For foreign schemas
 * that can't stand alone TypeBox's own evaluation serves.
 * @throws when the schema is no schema: a pattern that does not compile, a `$ref` that leads nowhere
 */
export function compileCheck(schema: unknown): (value: unknown) => boolean {
  if (typeof schema === "boolean") return () => schema;
  if (!isJsonObject(schema)) throw new TypeError("a JSON Schema is an object or a boolean");
  if (standsAlone(schema)) {
    // The text is our own printer's; everything that came from outside stands in it as a literal.
    const made: unknown = new Function(`${checkCode([{ name: "check", schema }])}\nreturn check;`)();
    return made as (value: unknown) => boolean; // that is what checkCode declares
  }
  const evaluated = Build(checkable(schema) as object).Evaluate(); // an object in, an object out
  return (value) => evaluated.Check(value);
}

function standsAlone(schema: object): boolean {
  return !/"unevaluated(?:Properties|Items)"/.test(JSON.stringify(schema));
}
