import type { ClientCapabilities } from "@modelcontextprotocol/client";
import type { JsonObject } from "../contract/json.ts";

/** What a server may ask of its client. It is said when the connection opens, and with each call. */
export interface Offers {
  /** The user can be asked by a form, or led to an address. A call that has an `answer` asks. */
  readonly elicitation?: { readonly form?: true; readonly url?: true };
  /** There is a model, or somebody who answers in its place. A call that has an `answer` asks. */
  readonly sampling?: true;
  /** The folders that the user works in. */
  readonly roots?: readonly Root[];
}

export interface Root {
  /** `file://…`. */
  readonly uri: string;
  readonly name: string;
}

/** What was asked, beside its params. */
export interface Asked {
  readonly method: "elicitation/create" | "sampling/createMessage";
  /** The call is sent again with the answer, so that what the user does elsewhere should be done by then. */
  readonly isSentAgain: boolean;
}

/** Gives the result of the method that was asked. */
export type AnswerAsked = (params: JsonObject, asked: Asked) => Promise<JsonObject>;

export const formsOnly: Offers = { elicitation: { form: true } };

/** Does something of it need an answer while a call runs? Roots are said by the client itself. */
export function mayAsk({ elicitation, sampling }: Offers): boolean {
  return elicitation !== undefined || sampling === true;
}

/** @param canAsk false: nothing is offered that needs an answer */
export function capabilitiesOf({ elicitation, sampling, roots }: Offers, canAsk = true): ClientCapabilities {
  return {
    ...(canAsk &&
      elicitation && {
        elicitation: { ...(elicitation.form && { form: {} }), ...(elicitation.url && { url: {} }) },
      }),
    ...(canAsk && sampling && { sampling: {} }),
    ...(roots && { roots: {} }),
  };
}
