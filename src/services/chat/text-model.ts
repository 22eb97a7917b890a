import { ProviderFailed } from "../provider/provider-failed.ts";

/** A model that answers with JSON about texts. */
export interface TextModel {
  /**
   * @returns the JSON of its answer
   * @throws ProviderFailed; the signal's reason
   */
  ask(instruction: string, texts: readonly string[], signal?: AbortSignal): Promise<unknown>;
}

export interface TextQuestion<Value> {
  readonly instruction: string;
  /** What others wrote: data for the model. */
  readonly texts: readonly string[];
  /** @returns undefined for what does not answer the question */
  readonly read: (answer: unknown) => Value | undefined;
}

/** What a model said; or why nothing of it is used, which ends the sentence "made by words alone: …". Without a model neither. */
export interface Asked<Value> {
  readonly value?: Value;
  readonly wordsAlone?: string;
}

/** @throws the signal's reason */
export async function askModel<Value>(
  model: TextModel | undefined,
  { instruction, texts, read }: TextQuestion<Value>,
  signal?: AbortSignal,
): Promise<Asked<Value>> {
  if (model === undefined) return {};
  try {
    const value = read(await model.ask(instruction, texts, signal));
    return value === undefined
      ? { wordsAlone: "the chat model answered with something else than was asked for" }
      : { value };
  } catch (error) {
    if (error instanceof ProviderFailed) return { wordsAlone: `the chat model ${error.message}` };
    throw error;
  }
}
