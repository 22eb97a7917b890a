import type { ComparedField } from "../comparable-type.ts";
import type { EventOf } from "../event.ts";
import { type DiffRule, rule } from "../rule.ts";
import { isPast } from "../today.ts";

/** Rules about other spellings of params. */
export const paramAliasRules: readonly DiffRule[] = [
  rule("param-alias-added", "field-alias-added", "INFO", ["CALL"], {
    mirror: ["param-alias-removed", "param-alias-removed-after-sunset"],
    message: (event) => (wasTaken(event) ? undefined : `'${event.field.name}' answers to '${event.alias.name}' too`),
    explain: {
      why: "Additive: the spelling was refused or ignored before.",
      bad: "text: {type: string, aliases: [{name: body}]}   # was {type: string}",
      good: "text: {type: string, aliases: [{name: body}]}   # body was the param itself: that is a rename",
    },
  }),
  rule("param-alias-removed", "field-alias-removed", "ERR", ["CALL"], {
    mirror: "param-alias-added",
    message: (event, { today }) =>
      isPast(event.alias.deprecated?.sunset, today) || replacementOf(event) !== undefined
        ? undefined
        : `'${event.field.name}' no longer answers to '${event.alias.name}'${promised(event.alias.deprecated?.sunset)}`,
    help: ({ alias }) =>
      `keep it: aliases: [${alias.deprecated?.sunset === undefined ? `{ name: ${alias.name} }` : `{ name: ${alias.name}, deprecated: { since: ${alias.deprecated.since}, sunset: ${alias.deprecated.sunset} } }`}]`,
    explain: {
      why: "Calls with the old spelling are refused, or their value is dropped.",
      bad: "text: {type: string}   # was {type: string, aliases: [{name: body}]}",
      good: "text: {type: string}   # was {type: string, aliases: [{name: body, deprecated: {since: 1.0.0, sunset: 2025-01-01}}]}",
    },
  }),
  rule("param-alias-removed-after-sunset", "field-alias-removed", "INFO", ["LIFE"], {
    mirror: "param-alias-added",
    message: (event, { today }) =>
      isPast(event.alias.deprecated?.sunset, today) && replacementOf(event) === undefined
        ? `'${event.field.name}' no longer answers to '${event.alias.name}', whose sunset has passed`
        : undefined,
    explain: {
      why: "It was announced, and the date has passed.",
      bad: "text: {type: string}   # was {type: string, aliases: [{name: body, deprecated: {since: 1.0.0, sunset: 2025-01-01}}]}",
      good: "text: {type: string}   # was {type: string, aliases: [{name: body}]}",
    },
  }),
  rule("param-alias-retargeted", "field-alias-removed", "ERR", ["CALL"], {
    mirror: "param-alias-retargeted",
    message: (event) => {
      const replacement = replacementOf(event);
      return replacement === undefined
        ? undefined
        : `'${event.alias.name}' means '${replacement.name}' now instead of '${event.field.name}'`;
    },
    help: ({ alias, field }) =>
      `leave '${alias.name}' to '${field.name}', and choose another spelling for the other one`,
    explain: {
      why: "The same argument does something else; nothing fails, so it goes unnoticed.",
      bad: "title: {type: string, aliases: [{name: name}]}, author: {type: string}   # was author: {type: string, aliases: [{name: name}]}",
      good: "title: {type: string, aliases: [{name: heading}]}, author: {type: string, aliases: [{name: name}]}",
    },
  }),
];

/** The other param that has the spelling now, as its name or beside it. Fields inside of params are not traced. */
function replacementOf({ at, field, alias }: EventOf<"field-alias-removed">): ComparedField | undefined {
  if (at.root?.head !== field) return undefined;
  return at.head.params.find((one) => one.name !== field.name && answersTo(one, alias.name));
}

/** Another param had the spelling before. */
function wasTaken({ at, field, alias }: EventOf<"field-alias-added">): boolean {
  return at.root?.head === field && at.base.params.some((one) => answersTo(one, alias.name));
}

function answersTo(field: ComparedField, name: string): boolean {
  return field.name === name || field.aliases?.some((alias) => alias.name === name) === true;
}

function promised(sunset: string | undefined): string {
  return sunset === undefined ? "" : `, promised until ${sunset}`;
}
