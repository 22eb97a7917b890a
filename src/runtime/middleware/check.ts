import { dropUndeclared } from "../../contract/drop-undeclared.ts";
import { explain } from "../../contract/explain.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { limits } from "../../contract/limits.ts";
import { respellValue } from "../../contract/spelling.ts";
import { clip } from "../../contract/utf8.ts";
import { wrap } from "../../contract/wrap.ts";
import type { CallState } from "../call-state.ts";
import type { ContentBlock } from "../content.ts";
import { contentIssues } from "../content-issues.ts";
import { contextLine } from "../context-line.ts";
import type { OutputValidator } from "../registry.ts";
import type { CallAnswer, Success } from "../result.ts";
import { internalFailure } from "./error-boundary.ts";
import { entryOf, loadedOf } from "./stage.ts";

export type Checked = CheckedResult | { readonly kind: "broken"; readonly answer: CallAnswer };

/** The parts of a result that may leave. */
export interface CheckedResult {
  readonly kind: "kept";
  readonly value: JsonObject;
  /** The handler's own text, where it returned one. */
  readonly text: string | undefined;
  readonly content: readonly ContentBlock[];
}

/**
 * Wraps what a handler returned and checks it against the output schema, and its content against the protocol. Keys that
 * the schema does not declare are dropped, with a warning to the operator: the handler has done its work, and the caller
 * can do without them. Any other violation is an internal error: the log gets the places, never the values, and the caller
 * an id. A result that an old name has in another form is mapped to it and checked again, by the schema of that form.
 */
export function check<Deps>(call: CallState<Deps>, returned: Success<unknown>): Checked {
  const { outputSpelling } = loadedOf(call).validator;
  const spelled =
    outputSpelling === undefined ? returned.value : respellValue(outputSpelling, returned.value, "caller");
  const wrapped = wrap(spelled);
  const whole = entryOf(call).context ? { ...wrapped, _context: contextLine(call.session, returned.where) } : wrapped;
  const own = fitTo(call, loadedOf(call).validator, whole);
  const { resultMapping } = call;
  const fitted =
    own.kind === "broken" || resultMapping === undefined
      ? own
      : fitTo(call, resultMapping.validator, wrap(resultMapping.adapt(own.value)));
  if (fitted.kind === "broken") return fitted;
  const { value } = fitted;
  const { content } = returned;
  // The handler's text shows the tool's own form.
  const text = resultMapping === undefined ? (returned.text ?? contentText(call, value)) : undefined;
  if (content === undefined) return { kind: "kept", value, text, content: [] };
  const issues = contentIssues(content);
  if (issues.length === 0) return { kind: "kept", value, text, content };
  const places = issues.slice(0, limits.violations);
  return {
    kind: "broken",
    answer: internalFailure(call, "a result's content breaks the protocol", { violations: places }),
  };
}

/** What a tool of content alone returned, which is its text. */
function contentText<Deps>(call: CallState<Deps>, { data }: JsonObject): string | undefined {
  return entryOf(call).contentOnly === true && typeof data === "string" ? data : undefined;
}

type FittedValue =
  | { readonly kind: "fitted"; readonly value: JsonObject }
  | { readonly kind: "broken"; readonly answer: CallAnswer };

/** The value as its schema allows it. */
function fitTo<Deps>(
  call: CallState<Deps>,
  { checkOutput, output }: Pick<OutputValidator, "checkOutput" | "output">,
  whole: JsonObject,
): FittedValue {
  const value = checkOutput(whole) ? whole : withoutUndeclared(call, output, whole);
  if (value !== whole && !checkOutput(value)) return { kind: "broken", answer: brokenContract(call, output, value) };
  return { kind: "fitted", value };
}

function withoutUndeclared<Deps>(call: CallState<Deps>, schema: JsonSchema, whole: JsonObject): JsonObject {
  const { value, dropped } = dropUndeclared(schema, whole);
  const keys = dropped.slice(0, limits.violations).map((path) => clip(path, limits.noticeLength));
  if (keys.length > 0) {
    call.log.warn("a result has keys that are not declared; they were dropped", { tool: entryOf(call).name, keys });
  }
  return value;
}

function brokenContract<Deps>(call: CallState<Deps>, schema: JsonSchema, value: JsonObject): CallAnswer {
  const { formats = "checked" } = loadedOf(call).validator;
  const broken = explain(schema, value, { isSensitive: () => true, formats });
  const places = broken.map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
  return internalFailure(call, "a result breaks its contract", { violations: places });
}
