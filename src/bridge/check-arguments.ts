import { isJsonObject, type JsonObject } from "../contract/json.ts";
import { nearMiss } from "../contract/near-miss.ts";
import type { ArgumentIssue } from "./provider.ts";

/** The schema itself is broken, so that nothing can be said of any arguments. The message says what is wrong in it. */
export class BrokenSchema extends Error {
  override readonly name = "BrokenSchema";
}

/**
 * Judges arguments by the schema that a server has published: 2020-12, or as older drafts write it.
 * @returns every issue that was found, in the schema's order, at most twenty; none: they fit
 * @throws BrokenSchema
 */
export async function checkArguments(schema: unknown, given: JsonObject): Promise<readonly ArgumentIssue[]> {
  const judge = await judgeOf(schema);
  return judge(given).map((issue) => withMisnamed(issue, schema, given));
}

/** Where a schema takes any name, a mistyped one is not an issue; the right one that is missing shows it all the same. */
function withMisnamed(issue: ArgumentIssue, schema: unknown, given: JsonObject): ArgumentIssue {
  const missing = issue.keyword === "required" && issue.instancePath === "" ? issue.params.missingProperty : undefined;
  if (typeof missing !== "string" || !isJsonObject(schema)) return issue;
  const known = isJsonObject(schema.properties) ? schema.properties : {};
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  const near = nearMiss(missing, unknown);
  return near === undefined ? issue : { ...issue, found: `${issue.found}; is '${near}' meant for it?` };
}

/** The reader of JSON Schema; who knows early that arguments will come can load it while something else is waited for. */
export const loadExplainer = () => import("../compiler/schema/explain-foreign.ts");

type Judge = (given: JsonObject) => readonly ArgumentIssue[];

/** By the schema's text: providers make a new object for each list. */
const judges = new Map<string, Judge>();
/** Beyond it the oldest is forgotten. */
const maxJudges = 500;

async function judgeOf(schema: unknown): Promise<Judge> {
  const text = textOf(schema);
  const known = judges.get(text);
  if (known !== undefined) return known;
  const { openExplainer, Undecidable } = await loadExplainer();
  try {
    const explain = openExplainer(schema);
    const judge: Judge = (given) => {
      try {
        return explain(given);
      } catch (error) {
        throw error instanceof Undecidable ? new BrokenSchema(error.message, { cause: error }) : error;
      }
    };
    const [oldest] = judges.keys();
    if (judges.size >= maxJudges && oldest !== undefined) judges.delete(oldest);
    judges.set(text, judge);
    return judge;
  } catch (error) {
    if (error instanceof Undecidable || error instanceof TypeError) {
      throw new BrokenSchema(error.message, { cause: error });
    }
    throw error;
  }
}

function textOf(schema: unknown): string {
  try {
    return JSON.stringify(schema) ?? "undefined";
  } catch (error) {
    throw new BrokenSchema("it is not JSON", { cause: error });
  }
}
