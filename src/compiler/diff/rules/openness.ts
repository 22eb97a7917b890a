import type { EventOf } from "../event.ts";
import type { DiffRule } from "../rule.ts";
import type { Shape } from "../shape.ts";
import { liveOn } from "./repairs.ts";
import { isAny } from "./shape-words.ts";
import { type Effect, type Example, type Side, severityOf, shared, sided } from "./value-row.ts";

const closed = "{type: object, fields: {a: {type: string}}}";
const open = "{type: object, fields: {a: {type: string}}, open: true}";
const typed = "{type: object, fields: {a: {type: string}}, open: {type: integer}}";

/** What objects do with fields that they do not name. */
export const opennessRules: readonly DiffRule[] = [...rulesOf("input"), ...rulesOf("output")];

function rulesOf(side: Side): readonly DiffRule[] {
  return [
    row("closed", "opened", "narrows", "unknown fields are refused now", closes, { was: open, is: closed }),
    row("opened", "closed", "widens", "unknown fields are let through now", opens, { was: closed, is: open }),
    row(
      "schema-narrowed",
      "schema-widened",
      "narrows",
      "other fields may no longer hold everything that they could",
      limits,
      {
        was: open,
        is: typed,
      },
    ),
    row("schema-widened", "schema-narrowed", "widens", "other fields may hold more than before", frees, {
      was: typed,
      is: open,
    }),
  ];

  function row(
    name: string,
    mirror: string,
    effect: Effect,
    text: string,
    speaks: (event: EventOf<"openness-kept">) => boolean,
    example: Example,
  ): DiffRule {
    const why = name === "opened" && side === "input" ? "A mistyped name passes in silence from now on." : undefined;
    return {
      id: sided(`additional-properties-${name}`, side),
      on: "openness-kept",
      ...shared(
        {
          effect,
          mirror: `additional-properties-${mirror}`,
          example,
          ...(why === undefined ? {} : { why, categories: ["PROMPT"] }),
        },
        side,
      ),
      ...(severityOf(effect, side) === "INFO"
        ? {}
        : { help: ({ at, base }: EventOf<"openness-kept">) => liveOn(at, undo(base)) }),
      message: (event) => (event.at.side === side && speaks(event) ? text : undefined),
    };
  }
}

function undo(base: boolean | Shape): string {
  switch (levelOf(base)) {
    case "closed":
      return "leave the object closed to unknown fields";
    case "typed":
      return "hold other fields to the type that they had";
    case "anything":
      return "let other fields through, whatever they hold";
  }
}

function closes({ base, head }: EventOf<"openness-kept">): boolean {
  return levelOf(base) !== "closed" && levelOf(head) === "closed";
}

function opens({ base, head }: EventOf<"openness-kept">): boolean {
  return levelOf(base) === "closed" && levelOf(head) !== "closed";
}

// Two maps are compared value by value.
function limits({ base, head }: EventOf<"openness-kept">): boolean {
  return levelOf(base) === "anything" && levelOf(head) === "typed";
}

function frees({ base, head }: EventOf<"openness-kept">): boolean {
  return levelOf(base) === "typed" && levelOf(head) === "anything";
}

function levelOf(open: boolean | Shape): "closed" | "typed" | "anything" {
  if (open === false || (open !== true && open.kind === "never")) return "closed";
  return open === true || isAny(open) ? "anything" : "typed";
}
