import type { Asked } from "../chat/text-model.ts";

/** Why words alone made something of what is encrypted: it is sent nowhere. */
export const notSent: Asked<never> = { wordsAlone: "no encrypted memory is sent to the chat model" };
