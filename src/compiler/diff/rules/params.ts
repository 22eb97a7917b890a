import { isJsonObject } from "../../../contract/json.ts";
import { ownName } from "../../catalog/own-names.ts";
import type { ComparedField } from "../comparable-type.ts";
import type { ValuePlace } from "../event.ts";
import { isForeign } from "../repairs.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isPast } from "../today.ts";
import { isFreeForm } from "../type-words.ts";

/** Rules about params that come and go, and the fields of objects inside them: callers send these. */
export const paramRules: readonly DiffRule[] = [
  rule("param-removed", "field-removed", "ERR", ["CALL", "SOURCE"], {
    // An open root ignores it without a word, which is worse than a refusal.
    mirror: ["param-added-optional", "param-added-optional-open-object", "param-added-required"],
    message: ({ at, field, replacement, moved }, { today }) =>
      at.side === "input" &&
      replacement === undefined &&
      moved === undefined &&
      !isPast(field.deprecated?.sunset, today)
        ? `param '${field.name}' was removed`
        : undefined,
    help: ({ at, field }) =>
      isForeign(at)
        ? `go on taking '${field.name}', say in its description that it is deprecated, and remove it in a new tool only`
        : `deprecate '${field.name}' first, or let its successor answer to it: aliases: [{name: ${field.name}}]`,
    explain: {
      why: "Callers that send it are refused, or believe that it had an effect.",
      bad: "# gone: body: {type: integer}",
      good:
        "body: {type: integer, deprecated: {since: 1.4.0, sunset: 2099-12-01, replaced_by: text}}   # was {type: integer}\n" +
        "text: {type: string}   # unchanged",
    },
  }),
  rule("param-removed-after-sunset", "field-removed", "INFO", ["LIFE"], {
    message: ({ at, field, replacement, moved }, { today }) =>
      at.side === "input" && replacement === undefined && moved === undefined && isPast(field.deprecated?.sunset, today)
        ? `param '${field.name}' was removed after its sunset`
        : undefined,
    explain: {
      why: "It was announced, and the date has passed.",
      bad: "# gone: body: {type: integer, deprecated: {since: 0.9.0, sunset: 2026-01-01}}",
      good: "# gone: body: {type: integer, deprecated: {since: 0.9.0, sunset: 2099-12-01}}",
    },
  }),
  rule("param-renamed-with-alias", "field-removed", "INFO", ["CALL"], {
    mirror: ["param-renamed-without-alias", "param-renamed-with-alias"],
    message: ({ at, field, replacement }) =>
      at.side === "input" && replacement?.alias === true
        ? `param '${field.name}' is now '${replacement.field.name}' and answers to its old name`
        : undefined,
    explain: {
      why: "Both spellings are accepted.",
      bad: "# gone: body: {type: integer}\ntext: {type: integer, aliases: [{name: body}]}   # new",
      good: "# gone: body: {type: integer}\ntext: {type: integer}   # new",
    },
  }),
  rule("param-renamed-without-alias", "field-removed", "ERR", ["CALL", "SOURCE"], {
    mirror: ["param-renamed-without-alias", "param-renamed-with-alias"],
    message: ({ at, field, replacement }) =>
      at.side === "input" && replacement?.alias === false
        ? `param '${field.name}' was removed; '${replacement.field.name}' looks like its new name`
        : undefined,
    help: ({ at, field, replacement }) =>
      isForeign(at)
        ? `go on taking '${field.name}' beside '${replacement?.field.name ?? ""}', with the same meaning`
        : `under ${replacement === undefined ? "" : ownName(replacement.field)}: aliases: [{name: ${field.name}}]`,
    explain: {
      why: "Callers that send the old name are refused, or believe that it had an effect.",
      bad: "# gone: body: {type: integer}\ntext: {type: integer}   # new",
      good: "# gone: body: {type: integer}\ntext: {type: integer, aliases: [{name: body}]}   # new",
    },
  }),
  rule("param-moved", "field-removed", "ERR", ["CALL", "SOURCE"], {
    mirror: "param-moved",
    former: ({ moved }) => `param-moved-${moved?.how ?? ""}`,
    message: ({ at, field, moved }) =>
      at.side === "input" && moved !== undefined
        ? `param '${field.name}' was moved ${moved.how === "nested" ? "into an object" : "out of its object"}: it is '${moved.to}' now`
        : undefined,
    help: ({ field }) => `keep '${field.name}' where it was, deprecated, and accept it from both places for a while`,
    explain: {
      why: "Calls that send it at its old place are refused, or believe that it had an effect.",
      bad:
        "# gone: body: {type: integer, description: How many lines}\n" +
        "extra: {type: object, fields: {note: {type: string}, body: {type: integer, description: How many lines}}}   " +
        "# was {type: object, fields: {note: {type: string}}}",
      good:
        "body: {type: integer, description: How many lines}   # unchanged\n" +
        "extra: {type: object, fields: {note: {type: string}, body: {type: integer, description: How many lines}}}   " +
        "# was {type: object, fields: {note: {type: string}}}",
    },
  }),
  rule("param-added-optional", "field-added", "INFO", ["CALL"], {
    mirror: "param-removed",
    message: ({ at, field, renamed, closedBefore }) =>
      at.side === "input" && !renamed && !field.required && !tookAnything(at, field, closedBefore) && !wasFreeForm(at)
        ? `optional param '${field.name}' was added`
        : undefined,
    explain: {
      why: "Additive.",
      bad: "body: {type: integer}   # new",
      good: "body: {type: integer}   # unchanged",
    },
  }),
  rule("param-added-optional-open-object", "field-added", "WARN", ["CALL"], {
    mirror: "param-removed",
    message: ({ at, field, renamed, closedBefore }) =>
      at.side === "input" && !renamed && !field.required && tookAnything(at, field, closedBefore) && !wasFreeForm(at)
        ? `'${field.name}' was added to an object that took any field`
        : undefined,
    help: ({ field }) =>
      `take any value under '${field.name}', as before, or choose a name that no caller is likely to use`,
    explain: {
      why: "Callers may have kept something of their own under that name.",
      bad: "value: {type: object, fields: {a: {type: string}, b: {type: integer}}, open: true}   # was {type: object, fields: {a: {type: string}}, open: true}",
      good: "value: {type: object, fields: {a: {type: string}, b: {type: integer}}}   # was {type: object, fields: {a: {type: string}}}",
    },
  }),
  rule("param-added-to-free-form-object", "field-added", "ERR", ["CALL"], {
    message: ({ at, field, renamed }) =>
      at.side === "input" && !renamed && !field.required && wasFreeForm(at)
        ? `'${field.name}' was added to an object that named no field and took any`
        : undefined,
    help: ({ field }) =>
      `take any value under '${field.name}', as before, or add the new field beside the object instead of in it`,
    explain: {
      why: "Callers choose the names in such an object themselves, and may have kept another kind of value under this one.",
      bad: "value: {type: object, fields: {a: {type: string}}, open: true}   # was {type: object, fields: {}, open: true}",
      good: "value: {type: object, fields: {a: {type: string}}}   # was {type: object, fields: {}}",
    },
  }),
  rule("param-added-required", "field-added", "ERR", ["CALL", "SOURCE"], {
    mirror: "param-removed",
    former: ({ field }) => withDefault("param-added-required", field),
    message: ({ at, field, renamed }) =>
      at.side === "input" && !renamed && field.required
        ? `required param '${field.name}' was added${notHelped(field)}`
        : undefined,
    help: ({ at, field }) => leaveOptional(at, field),
    explain: {
      why: "Calls without it were valid and fail now. A schema's default does not make leaving it out valid.",
      bad: "body: {type: integer, required: true}   # new",
      good: "body: {type: integer}   # new",
    },
  }),
  rule("param-became-required", "field-kept", "ERR", ["CALL"], {
    mirror: "param-became-optional",
    former: ({ head }) => withDefault("param-became-required", head),
    message: ({ at, base, head }) =>
      at.side === "input" && !base.required && head.required
        ? `param '${head.name}' became required${notHelped(head)}`
        : undefined,
    help: ({ at, head }) => leaveOptional(at, head),
    explain: {
      why: "Calls that leave it out were valid and fail now. A schema's default does not make leaving it out valid.",
      bad: "body: {type: integer, required: true}   # was {type: integer}",
      good: "body: {type: integer}   # was {type: integer, required: true}",
    },
  }),
  rule("param-became-optional", "field-kept", "INFO", ["CALL", "SOURCE"], {
    mirror: "param-became-required",
    message: ({ at, base, head }) =>
      at.side === "input" && base.required && !head.required ? `param '${head.name}' became optional` : undefined,
    explain: {
      why: "Calls keep working; the handler has to cope with its absence.",
      bad: "body: {type: integer}   # was {type: integer, required: true}",
      good: "body: {type: integer, required: true}   # unchanged",
    },
  }),
];

/** The rule was another one where a default was there. */
function withDefault(id: string, field: ComparedField): string {
  return field.default === undefined ? id : `${id}-with-default`;
}

function notHelped(field: ComparedField): string {
  return field.default === undefined ? "" : "; its default does not help";
}

function leaveOptional(at: ValuePlace, field: ComparedField): string {
  const without = field.default === undefined ? "do without it where a call lacks it" : "the default fills it in";
  if (isForeign(at)) return `leave '${field.name}' out of required: ${without}`;
  return field.default === undefined
    ? `leave '${field.name}' optional, with a default for calls that lack it`
    : `drop required from '${field.name}': ${without}`;
}

/**
 * An object that takes any field by intent. Unknown params of a tool are dropped or refused, never kept; and in the lists of
 * others most objects are open because they were not closed, not because that was said.
 */
function tookAnything(at: ValuePlace, field: ComparedField, closedBefore: boolean): boolean {
  if (at.base.listed === undefined) return !closedBefore && at.root?.head !== field;
  return at.root?.head === field && isOpenByWord(at.base) && field.type.kind !== "json";
}

/** The list says of its own accord that other arguments are taken. */
function isOpenByWord({ listed }: ValuePlace["base"]): boolean {
  const schema = listed?.raw.inputSchema;
  return isJsonObject(schema) && schema.additionalProperties === true;
}

/** The arguments of a tool that named no param were no object for the callers' own names. */
function wasFreeForm(at: ValuePlace): boolean {
  return at.trail.length > 1 && isFreeForm(at.trail.at(-1)?.of?.base);
}
