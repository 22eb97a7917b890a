import { explain } from "../contract/explain.ts";
import { quoteName } from "../contract/found.ts";
import type { JsonObject } from "../contract/json.ts";
import { childPath, pathKeys } from "../contract/json-pointer.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { limits } from "../contract/limits.ts";
import type { Normalised } from "../contract/normalise.ts";
import { isSensitive } from "../contract/sensitive.ts";
import type { Violation } from "../contract/violation.ts";
import { contractFailure } from "./answers.ts";
import type { Validator } from "./registry.ts";
import type { CallAnswer } from "./result.ts";
import type { RoadCall } from "./station.ts";

export interface Judgement<Deps> {
  readonly call: RoadCall<Deps>;
  readonly validator: Pick<Validator, "checkInput" | "input" | "shape" | "shapes">;
  readonly normalised: Normalised;
  /** What is to be checked. */
  readonly value: JsonObject;
}

/**
 * Every violation of a contract by normalised arguments: what normalising found, unknown params where they are refused,
 * and what the schema refuses. One per place. Valid arguments cost one run of the compiled check.
 */
export function describeViolations<Deps>(judgement: Judgement<Deps>): readonly Violation[] {
  const { call, validator, normalised, value } = judgement;
  const violations: Violation[] = [...normalised.violations];
  if (call.registry.unknownParams === "reject" || call.entry?.effects.destructive === true) {
    for (const { path, nearMiss } of normalised.unknown.slice(0, limits.violations)) {
      const near = nearMiss === undefined ? {} : { nearMiss };
      violations.push({ path, expected: "a known name", found: "an unknown name", ...near });
    }
  }
  if (validator.checkInput(value)) return violations;
  const taken = new Set(violations.map((violation) => violation.path));
  const explained = explain(validator.input, value, {
    blank: normalised.blank,
    isSensitive: (path) => isSensitive(validator.shape, validator.shapes, path),
  });
  return [...violations, ...explained.filter((violation) => !taken.has(violation.path))];
}

/** The refusal, in the names that the caller used. */
export function invalidArguments<Deps>(
  call: RoadCall<Deps>,
  violations: readonly Violation[],
  input: JsonSchema,
): CallAnswer {
  const oldNames = new Map(Object.entries(call.alias?.rename ?? {}).map(([old, current]) => [current, old]));
  const asCalled = (name: string) => oldNames.get(name) ?? name;
  return contractFailure({
    code: "INVALID_ARGUMENTS",
    message: `the arguments of ${quoteName(call.request.name)} break its contract`,
    violations: violations.map((violation) => ({ ...violation, path: renameRoot(violation.path, asCalled) })),
    hint: paramsHint(input, asCalled),
  });
}

function renameRoot(path: string, asCalled: (name: string) => string): string {
  const [root, ...rest] = pathKeys(path);
  if (root === undefined) return path;
  return [asCalled(root), ...rest].reduce((at, key) => childPath(at, key), "");
}

function paramsHint(input: JsonSchema, asCalled: (name: string) => string): string {
  const required = input.required ?? [];
  const optional = Object.keys(input.properties ?? {}).filter((name) => !required.includes(name));
  const parts: string[] = [];
  if (required.length > 0) parts.push(`required params: ${required.map(asCalled).join(", ")}`);
  if (optional.length > 0) parts.push(`optional: ${optional.map(asCalled).join(", ")}`);
  return parts.length === 0 ? "the tool takes no params" : parts.join("; ");
}
