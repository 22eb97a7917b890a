import { isJsonObject, type Json, type JsonObject } from "./json.ts";
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

/** A copy of an object in the names of the other side. What is not as its type says stays as it is. */
export function respellObject(spelling: Spelling, value: JsonObject, spelledFor: SpelledFor): JsonObject {
  const spelled = respell(spelling, value, spelledFor);
  return isJsonObject(spelled) ? spelled : value;
}

/** The same for whatever a handler returned; its check says what is not JSON. */
export function respellValue(spelling: Spelling, value: unknown, spelledFor: SpelledFor): unknown {
  return typeof value === "object" && value !== null ? respell(spelling, value as Json, spelledFor) : value;
}

function respell(spelling: Spelling, value: Json, spelledFor: SpelledFor): Json {
  switch (spelling.kind) {
    case "array":
      return Array.isArray(value) ? value.map((item: Json) => respell(spelling.items, item, spelledFor)) : value;
    case "object":
      return isJsonObject(value) ? members(spelling, value, spelledFor) : value;
    case "union": {
      const option = spelling.options.find(({ tag, own }) => {
        const { discriminator } = spelling;
        if (discriminator === undefined) return tag === typeOf(value);
        const name = spelledFor === "caller" ? (own ?? discriminator) : discriminator;
        return isJsonObject(value) && ownValue(value, name) === tag;
      });
      return option?.spelling === undefined ? value : respell(option.spelling, value, spelledFor);
    }
  }
}

function members({ fields, rest }: ObjectSpelling, value: JsonObject, spelledFor: SpelledFor): JsonObject {
  const spelled: { [name: string]: Json } = {};
  for (const [name, child] of Object.entries(value)) {
    const field = fields.find((one) => (spelledFor === "handler" ? one.name : (one.own ?? one.name)) === name);
    const inside = field === undefined ? rest : field.inside;
    const to = field === undefined ? name : spelledFor === "handler" ? (field.own ?? field.name) : field.name;
    setOwn(spelled, to, inside === undefined ? child : respell(inside, child, spelledFor));
  }
  return spelled;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
