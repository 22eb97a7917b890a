import type { Json } from "../../contract/json.ts";
import { canonicalJsonLine } from "../catalog/canonical-json.ts";
import { checkable } from "./checkable.ts";
import { contain } from "./subtype/contain.ts";
import { openDocument } from "./subtype/read-form.ts";
import { compileCheck } from "./validate.ts";

/** Is every instance of one schema an instance of the other? Never "yes" without being sure. */
export type Subtype =
  | { readonly verdict: "yes" }
  | {
      readonly verdict: "no";
      /** A value that the validators accept for `a` and refuse for `b`. */
      readonly witness: Json;
      /** JSON Pointer into the witness. */
      readonly path: string;
      /** What `b` wants there, e.g. "an integer from 1 up to 10". */
      readonly reason: string;
    }
  | { readonly verdict: "unknown"; readonly path: string; readonly reason: string };

/**
 * Compares two JSON Schemas (2020-12; `$ref` inside the document). Keywords that can't be compared make the answer
 * "unknown" wherever they matter. A "no" is proved: both validators were run on its witness.
 * @throws never; a schema that is none gives "unknown"
 */
export function subtype(a: unknown, b: unknown): Subtype {
  const left = checkable(a);
  const right = checkable(b);
  let verdict: ReturnType<typeof contain>;
  try {
    const sides = { left: openDocument(left), right: openDocument(right), assumed: new Map(), depth: 0 };
    verdict = contain(left, right, sides);
  } catch (problem) {
    return { verdict: "unknown", path: "", reason: reasonOf(problem) };
  }
  if (verdict.kind === "yes") return { verdict: "yes" };
  if (sameSchema(left, right)) return { verdict: "yes" };
  if (verdict.kind === "unknown") return { verdict: "unknown", path: verdict.path, reason: verdict.reason };
  try {
    const inA = compileCheck(a);
    const inB = compileCheck(b);
    const proved = verdict.finds.find((find) => inA(find.witness) && !inB(find.witness));
    if (proved !== undefined)
      return { verdict: "no", witness: proved.witness, path: proved.path, reason: proved.reason };
  } catch (problem) {
    return { verdict: "unknown", path: "", reason: reasonOf(problem) };
  }
  const [find] = verdict.finds;
  return { verdict: "unknown", path: find?.path ?? "", reason: `perhaps not ${find?.reason ?? "the same"}` };
}

function reasonOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

/** The same text means the same, whatever its keywords are. Patterns of formats are compared by their source. */
function sameSchema(a: unknown, b: unknown): boolean {
  return schemaText(a) === schemaText(b);
}

function schemaText(schema: unknown): string {
  return canonicalJsonLine(
    JSON.parse(JSON.stringify(schema, (_, value) => (value instanceof RegExp ? String(value) : value))),
  );
}
