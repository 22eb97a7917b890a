/**
 * The keywords of JSON Schema that a rule about types is about, so that it is judged by them alone: `min-length-raised` by
 * `minLength`, whatever else changed at the same place. Rules are named after their keyword.
 * @returns nothing for rules about a type as a whole, and for keywords that mean something only together with others
 */
export function keywordsOf(ruleId: string): readonly string[] {
  const noun = ruleId
    .replace(/^output-/, "")
    .replace(/-(?:raised|lowered|set|unset|added|removed|changed|narrowed|widened)$/, "");
  return keywords[noun] ?? [];
}

const keywords: { readonly [noun: string]: readonly string[] } = {
  type: ["type", "enum"],
  minimum: ["minimum", "exclusiveMinimum"],
  maximum: ["maximum", "exclusiveMaximum"],
  "exclusive-minimum": ["minimum", "exclusiveMinimum"],
  "exclusive-maximum": ["maximum", "exclusiveMaximum"],
  "multiple-of": ["multipleOf"],
  "min-length": ["minLength"],
  "max-length": ["maxLength"],
  pattern: ["pattern"],
  format: ["format"],
  "min-items": ["minItems"],
  "max-items": ["maxItems"],
  "unique-items": ["uniqueItems"],
  contains: ["contains", "minContains", "maxContains"],
  "min-contains": ["contains", "minContains", "maxContains"],
  "max-contains": ["contains", "minContains", "maxContains"],
  "min-properties": ["minProperties"],
  "max-properties": ["maxProperties"],
  "property-names": ["propertyNames"],
  "dependent-required": ["dependentRequired"],
  "dependent-schema": ["dependentSchemas"],
  not: ["not"],
  conditional: ["if", "then", "else"],
  "all-of-member": ["allOf"],
};
