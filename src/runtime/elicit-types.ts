// What a handler asks the user and the client's model while a call runs.
import type { Reply } from "./reply.ts";

interface FieldFacts {
  /** Its label. */
  readonly title?: string;
  readonly description?: string;
  /** The user can't leave it out. */
  readonly required?: true;
}

/** One field of a form, in the words of the language; forms are flat. */
export type FormField =
  | (FieldFacts & {
      readonly type: "string";
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly format?: "email" | "uri" | "date" | "date-time";
      readonly default?: string;
    })
  | (FieldFacts & {
      readonly type: "integer" | "number";
      readonly min?: number;
      readonly max?: number;
      readonly default?: number;
    })
  | (FieldFacts & { readonly type: "boolean"; readonly default?: boolean })
  | (FieldFacts & Choices & { readonly type: "enum"; readonly default?: string })
  /** Any number of the values. */
  | (FieldFacts &
      Choices & {
        readonly type: "enums";
        readonly min?: number;
        readonly max?: number;
        readonly default?: readonly string[];
      });

/** What the user chooses from. */
interface Choices {
  readonly values: readonly string[];
  /** What the user is shown in place of a value. */
  readonly titles?: { readonly [value: string]: string };
  /** Sends the titles of an `enum` to every client as those before 2025-11-25 know them. Default: to those only. */
  readonly titlesAs?: "enumNames";
}

export type FormFields = { readonly [name: string]: FormField };

type ValueOf<Field extends FormField> = Field extends { readonly values: readonly (infer Value)[] }
  ? { enum: Value; enums: readonly Value[] }[Field["type"] & ("enum" | "enums")]
  : {
      string: string;
      integer: number;
      number: number;
      boolean: boolean;
      enum: string;
      enums: readonly string[];
    }[Field["type"]];

type RequiredOf<Fields extends FormFields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly required: true } ? Name : never;
}[keyof Fields];

/** What the user filled in, checked. */
export type FormValues<Fields extends FormFields> = {
  readonly [Name in RequiredOf<Fields>]: ValueOf<Fields[Name]>;
} & { readonly [Name in Exclude<keyof Fields, RequiredOf<Fields>>]?: ValueOf<Fields[Name]> };

export type FormReply<Fields extends FormFields> =
  | { readonly reply: "accepted"; readonly values: FormValues<Fields> }
  | { readonly reply: Exclude<Reply, "accepted"> };

/** What every question may have. */
export interface Named {
  /**
   * The question's key in what is sent, 1 to 64 letters, digits, `_`, `.` and `-`. Default: made of the question. Another question of the
   * call must have another one.
   */
  readonly key?: string;
}

export interface Elicit {
  /** A form. No secrets: the client sees what the user writes. */
  <const Fields extends FormFields>(
    question: Named & {
      readonly message: string;
      readonly fields: Fields;
    },
  ): Promise<FormReply<Fields>>;
  /** An address that the user opens, such as one to sign in. "accepted": the user agreed to open it, not more. */
  (question: Named & { readonly message: string; readonly url: string }): Promise<{ readonly reply: Reply }>;
}

export interface SampleRequest extends Named {
  /** Instructions for the model, before the prompt. */
  readonly system?: string;
  /** A text of the user, or a conversation. */
  readonly prompt: string | readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly maxTokens: number;
  readonly temperature?: number;
}

export interface Written {
  readonly text: string;
  /** As the client names it. */
  readonly model: string;
  readonly stopReason?: string;
}

export type Sample = (request: SampleRequest) => Promise<Written>;

/** A folder that the client works in. Any text: nothing says that it exists, or that the server may read it. */
export interface Root {
  /** A `file:` URI. */
  readonly uri: string;
  readonly name?: string;
}

export type Roots = (question?: Named) => Promise<readonly Root[]>;

/** What a handler can ask while it runs. */
export interface Questioning {
  /**
   * Asks the user for a few values, or to open an address. As with `ask`, with "unavailable" the handler must end the call, which is sent
   * again with the reply where the user can be asked.
   */
  readonly elicit: Elicit;
  /**
   * Lets the client's model write a text. It throws where the client does not offer that, and until the text is there: the handler then
   * runs again from its start. @throws SamplingUnavailable
   */
  readonly sample: Sample;
  /** The folders that the client works in. It throws as `sample` does. @throws RootsUnavailable */
  readonly roots: Roots;
}
