import type { Json } from "../../../contract/json.ts";
import type { JsonSchema } from "../../../contract/json-schema.ts";
import { assertsTheSame } from "../compared.ts";
import type { RuleContext } from "../rule.ts";
import type { Shape } from "../shape.ts";
import { isNumeric } from "./shape-words.ts";
import type { Kept, ValueRow } from "./value-row.ts";

/** What a keyword says, as JSON. */
type FacetValue = Json | JsonSchema | Shape | NonNullable<Shape["conditional"]>;

/** A keyword that a type has or has not, and that narrows it. */
interface Facet {
  /** As in rule ids: "unique-items". */
  readonly noun: string;
  /** Where a type says it. */
  readonly key?: string;
  /** undefined: it says nothing of the kind. */
  readonly read: (node: Shape) => FacetValue | undefined;
  /** For messages; the noun's own words and the value where it is absent. */
  readonly shown?: (value: FacetValue) => string;
  /** Types as one would write them: without it, with it, with another one; the last is absent where it has no values. */
  readonly example: { readonly without: string; readonly with: string; readonly other?: string };
  readonly why?: string;
  readonly eases?: (event: Kept, context: RuleContext) => string | undefined;
}

/** `<noun>-added`, `-removed` and, where it has values, `-changed`. */
export function facetRows({ noun, key, read, shown, example, why, eases }: Facet): readonly ValueRow[] {
  const words = noun.replaceAll("-", " ");
  const value = shown ?? ((one: FacetValue) => `${words} ${shownJson(one)}`);
  const rest = { ...(why === undefined ? {} : { why }), ...(eases === undefined ? {} : { eases }) };
  const points = key === undefined ? {} : { points: [key] };
  const pair = ({ base, head }: Kept) =>
    sameKind(base, head) ? { was: read(base), is: read(head) } : { was: undefined, is: undefined };
  const phrase = (one: FacetValue | undefined) => (one === undefined ? words : value(one));
  return [
    {
      id: `${noun}-added`,
      mirror: `${noun}-removed`,
      effect: "narrows",
      message: (event) => {
        const { was, is } = pair(event);
        return was === undefined && is !== undefined ? `${value(is)} was added` : undefined;
      },
      undo: (event) => `leave out ${phrase(pair(event).is)}`,
      example: { was: example.without, is: example.with },
      ...rest,
      ...points,
    },
    {
      id: `${noun}-removed`,
      mirror: `${noun}-added`,
      effect: "widens",
      message: (event) => {
        const { was, is } = pair(event);
        return was !== undefined && is === undefined ? `${value(was)} was taken away` : undefined;
      },
      undo: (event) => `keep ${phrase(pair(event).was)}`,
      example: { was: example.with, is: example.without },
      ...rest,
    },
    ...(example.other === undefined
      ? []
      : [
          {
            id: `${noun}-changed`,
            mirror: `${noun}-changed`,
            effect: "may" as const,
            message: (event: Kept) => {
              const { was, is } = pair(event);
              if (was === undefined || is === undefined || assertsTheSame(was, is)) return undefined;
              return shown === undefined
                ? `${words} is ${shownJson(is)} instead of ${shownJson(was)}`
                : `${value(is)} was changed`;
            },
            undo: (event: Kept) => `leave ${phrase(pair(event).was)} as it was`,
            example: {
              was: example.with,
              is: example.other,
              silent: { was: example.without, is: example.with },
            },
            ...rest,
            ...points,
          },
        ]),
  ];
}

/** Keywords are compared between types of one kind; a type that was replaced is reported as that. */
export function sameKind(base: Shape, head: Shape): boolean {
  return base.kind === head.kind || (isNumeric(base) && isNumeric(head));
}

function shownJson(value: FacetValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
