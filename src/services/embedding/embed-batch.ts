import { ProviderFailed } from "../provider/provider-failed.ts";
import type { EmbeddingProvider } from "./embedding-provider.ts";
import { quantized } from "./quantized.ts";

/** So many texts that are refused before any is taken are refused for what they have in common. */
const maxRefusedAtFirst = 3;

export interface BatchText {
  readonly id: string;
  readonly text: string;
}

export interface EmbeddedBatch {
  /** By id; what is missing was not given this time. */
  readonly vectors: ReadonlyMap<string, Int8Array>;
  /** Ids of texts that the provider does not take. */
  readonly refused: readonly string[];
  /** Why it does not take the last of them. */
  readonly reason?: string;
}

/**
 * The vectors of some texts; of a batch that is refused each text is sent by itself, so that one that is too long keeps none back.
 * @param pause before each further request
 * @throws ProviderFailed where none is taken; what `pause` throws
 */
export async function embedBatch(
  provider: Pick<EmbeddingProvider, "ofTexts">,
  texts: readonly BatchText[],
  { signal, pause }: { readonly signal: AbortSignal; readonly pause: () => Promise<unknown> },
): Promise<EmbeddedBatch> {
  const vectors = new Map<string, Int8Array>();
  const add = async (some: readonly BatchText[]) => {
    const made = await provider.ofTexts(
      some.map(({ text }) => text),
      signal,
    );
    for (const [place, { id }] of some.entries()) {
      const vector = made[place];
      if (vector !== undefined) vectors.set(id, quantized(vector));
    }
  };
  const refusal = await refusalOf(() => add(texts));
  if (refusal === undefined) return { vectors, refused: [] };
  const refused: string[] = [];
  let reason = refusal.message;
  for (const each of texts) {
    await pause();
    const refusal = await refusalOf(() => add([each]));
    if (refusal === undefined) continue;
    reason = refusal.message;
    refused.push(each.id);
    const isForAll =
      vectors.size === 0 && texts.length > 1 && refused.length >= Math.min(texts.length, maxRefusedAtFirst);
    if (isForAll) throw new ProviderFailed(reason, { cause: refusal });
  }
  return { vectors, refused, reason };
}

/** @throws any other error */
async function refusalOf(work: () => Promise<void>): Promise<ProviderFailed | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof ProviderFailed && error.isRefused) return error;
    throw error;
  }
}
