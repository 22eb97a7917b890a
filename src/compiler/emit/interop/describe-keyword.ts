import type { Json } from "../../../contract/json.ts";

/** A constraint in words, for a description: clients that drop the keyword still show it to the model. */
export function describeKeyword(keyword: string, value: Json): string | undefined {
  const text = JSON.stringify(value);
  switch (keyword) {
    case "minLength":
      return value === 1 ? "not empty" : `at least ${text} characters`;
    case "maxLength":
      return `at most ${text} characters`;
    case "minItems":
      return `at least ${text} items`;
    case "maxItems":
      return `at most ${text} items`;
    case "uniqueItems":
      return "no item twice";
    case "minimum":
      return `${text} or more`;
    case "maximum":
      return `${text} or less`;
    case "exclusiveMinimum":
      return `more than ${text}`;
    case "exclusiveMaximum":
      return `less than ${text}`;
    case "multipleOf":
      return `a multiple of ${text}`;
    case "pattern":
      if (value === "\\S") return "not blank";
      // A pattern that comes from trimming repeats the length.
      return String(value).startsWith("\\S[\\s\\S]{") ? undefined : `matches ${String(value)}`;
    case "format":
      return `a ${String(value)}`;
    case "default":
      return `default ${text}`;
    case "const":
      return `always ${text}`;
    case "deprecated":
      return "deprecated";
    default:
      return undefined;
  }
}
