// Rules that break the symmetry of the rule set, each with its reason. A waiver that is not needed fails the tests too.

/** Nothing is said when the change is undone. */
export const withoutMirror: { readonly [rule: string]: string } = {
  "param-removed-after-sunset": "what comes back later is a new param, and reported as that",
  "param-added-to-free-form-object":
    "turned round the object takes anything again, about which there is nothing to say",
  "enum-value-removed-after-sunset": "what comes back later is a new value, and reported as that",
  "input-root-not-object": "a schema that follows the protocol again is not worth a finding",
  "input-became-empty": "a tool that takes calls again has changed its params, and that is reported",
  "recursion-introduced": "clients that could not read the schema now can",
  "output-recursion-introduced": "clients that could not read the schema now can",
  "default-invalid": "a default that fits again is reported as a changed default or a changed type",
  "cache-scope-widened": "a cache that is shared by fewer is not worth a finding",
  "ttl-raised": "a list that is asked for more often is not worth a finding",
  "example-removed": "an example that was added is a longer text, and its tokens are counted",
  "alias-input-incompatible": "turned round the alias takes more than it took, about which there is nothing to say",
  "alias-output-incompatible":
    "turned round the alias answers with less than it did, about which there is nothing to say",
  "sunset-passed-still-present": "it is a reminder of the day, not a change",
  "undecidable-change": "turned round it is undecided again, or proved",
  "otherwise-incompatible": "turned round it is compatible, about which there is nothing to say, or has a name",
};

/** Kinds of events of which none is made when the change is undone, with the reason. */
export const withoutMirrorOn: { readonly [event: string]: string } = {
  consequence: "nothing is said when a danger goes away: fewer dangers are not worth a finding",
  introduced: "nothing is said when a finding of the linter goes away",
};

/** Rules for arguments whose partner for results has a name of its own, because presence means something else there. */
export const namedOtherwise: { readonly [rule: string]: readonly string[] } = {
  "param-removed": ["output-required-removed", "output-optional-removed"],
  "param-added-optional": ["output-property-added", "output-property-added-to-closed-object"],
  "param-added-optional-open-object": ["output-property-added"],
  "param-added-to-free-form-object": ["output-property-added"],
  "param-added-required": ["output-property-added", "output-property-added-to-closed-object"],
  "param-became-required": ["output-became-required"],
  "param-became-optional": ["output-became-optional"],
};

/** Rules for arguments that have no partner for results at all. */
export const inputOnly: { readonly [rule: string]: string } = {
  "param-removed-after-sunset": "fields of results are not deprecated; they are removed, or they stay",
  "param-renamed-with-alias": "a result answers to no other name",
  "param-renamed-without-alias": "readers of the old name lose it: a removal, whatever came instead",
  "param-moved": "readers of the old place lose it: a removal, whatever came instead",
  "enum-value-removed-after-sunset": "a value that results no longer hold breaks no reader",
  "default-changed": "a result is never filled in with a default",
  "default-invalid": "a result is never filled in with a default",
  "normalization-changed": "what handlers return is checked as it is",
  "input-root-not-object": "the root of a result may be anything since MCP 2026-07-28; result-changed compares it",
  "input-became-empty": "a result type that nothing fits is the handler's to notice: it fails at its first call",
  "input-schema-declared": "the root of a result may be anything since MCP 2026-07-28; result-changed compares it",
  "tool-name-duplicated": "it is about the name, not about what is sent or answered",
  "dialect-changed": "tools name the dialect of their arguments; that of results is read with it",
  "unit-or-meaning-tag-changed": "one rule for both sides: the number means something else wherever it stands",
};

// What the law of generated pairs grants: a break is answered by a partner of its rule when the sides change places.

/** Breaks that nothing has to answer. */
export const unanswered: { readonly [rule: string]: string } = {
  "param-added-required":
    "a map takes every name, so nothing is lost where it takes the place of an object with a param that was required",
};

/** Breaks that another rule than the mirror may answer. */
export const alsoAnsweredBy: { readonly [rule: string]: { readonly by: string; readonly why: string } } = {
  "param-moved": {
    by: "param-removed",
    why: "out of a new object a param comes back when that object goes: then the object is what was removed",
  },
};

/** Facets about sets of which neither may hold the other: then each excludes something new, whichever way they are turned. */
export const answeredByThemselves: ReadonlySet<string> = new Set([
  "property-names",
  "unevaluated-properties",
  "unevaluated-items",
  "not",
]);
