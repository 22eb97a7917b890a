import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { childPath } from "./json-pointer.ts";
import { ownValue, setOwn } from "./own-property.ts";

/**
 * Which names callers and handlers spell in two ways, as data that the compiler writes beside a validator. Where both spell
 * everything alike there is none, and nothing is copied.
 */
export type Spelling =
  | ObjectSpelling
  | { readonly kind: "array"; readonly items: Spelling }
  | { readonly kind: "union"; readonly discriminator?: string; readonly options: readonly SpelledOption[] };

export interface ObjectSpelling {
  readonly kind: "object";
  /** All fields, so that names of a map are distinguished from them. */
  readonly fields: readonly SpelledField[];
  /** Of the values of all other names. */
  readonly rest?: Spelling;
}

export interface SpelledField {
  /** As callers spell it. */
  readonly name: string;
  /** As the handler does, where that differs. */
  readonly own?: string;
  readonly inside?: Spelling;
}

export interface SpelledOption {
  /** The constant of the discriminator, or the JSON type. */
  readonly tag: string;
  /** How the handler spells the discriminator, where that differs. */
  readonly own?: string;
  readonly spelling?: Spelling;
}

/** Whose names a value has in the end. */
export type SpelledFor = "handler" | "caller";

/** A name that a value has beside its fields, and that one of them has on the other side. */
export interface TakenName {
  readonly path: string;
  readonly name: string;
  /** As this side spells the field. */
  readonly nearMiss: string;
}

interface Direction {
  readonly spelledFor: SpelledFor;
  readonly taken: TakenName[];
}

/**
 * A copy of an object in the names of the other side. What is not as its type says stays as it is. A name that is taken there
 * is left out: its value was not checked as that field.
 */
export function respellObject(
  spelling: Spelling,
  value: JsonObject,
  spelledFor: SpelledFor,
): { readonly value: JsonObject; readonly taken: readonly TakenName[] } {
  const taken: TakenName[] = [];
  const spelled = respell(spelling, value, { spelledFor, taken }, "");
  return { value: isJsonObject(spelled) ? spelled : value, taken };
}

/** The same for whatever a handler returned; its check says what is not JSON. */
export function respellValue(spelling: Spelling, value: unknown, spelledFor: SpelledFor): unknown {
  const direction = { spelledFor, taken: [] };
  return typeof value === "object" && value !== null ? respell(spelling, value as Json, direction, "") : value;
}

function respell(spelling: Spelling, value: Json, direction: Direction, path: string): Json {
  switch (spelling.kind) {
    case "array": {
      const item = (child: Json, index: number) => respell(spelling.items, child, direction, childPath(path, index));
      return Array.isArray(value) ? value.map(item) : value;
    }
    case "object":
      return isJsonObject(value) ? members(spelling, value, direction, path) : value;
    case "union": {
      const option = spelling.options.find(({ tag, own }) => {
        const { discriminator } = spelling;
        if (discriminator === undefined) return tag === typeOf(value);
        const name = direction.spelledFor === "caller" ? (own ?? discriminator) : discriminator;
        return isJsonObject(value) && ownValue(value, name) === tag;
      });
      return option?.spelling === undefined ? value : respell(option.spelling, value, direction, path);
    }
  }
}

function members({ fields, rest }: ObjectSpelling, value: JsonObject, direction: Direction, path: string): JsonObject {
  const { spelledFor, taken } = direction;
  const here = ({ name, own = name }: SpelledField) => (spelledFor === "handler" ? name : own);
  const there = ({ name, own = name }: SpelledField) => (spelledFor === "handler" ? own : name);
  const spelled: { [name: string]: Json } = {};
  for (const [name, child] of Object.entries(value)) {
    const field = fields.find((one) => here(one) === name);
    const taker = field === undefined ? fields.find((one) => there(one) === name) : undefined;
    if (taker !== undefined) {
      taken.push({ path: childPath(path, name), name, nearMiss: here(taker) });
      continue;
    }
    const inside = field === undefined ? rest : field.inside;
    const to = field === undefined ? name : there(field);
    setOwn(spelled, to, inside === undefined ? child : respell(inside, child, direction, childPath(path, name)));
  }
  return spelled;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
