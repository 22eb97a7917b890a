import { type ProviderSettings, providerSettings, unusable } from "../provider/provider-settings.ts";

/** An OpenAI-compatible provider of embeddings; its address ends in `/embeddings`. */
export interface EmbeddingSettings extends ProviderSettings {
  /** Asked for, where the model can give shorter vectors; undefined: as many as it gives. */
  readonly dimensions: number | undefined;
  /** Most requests of a minute that are made in the background. */
  readonly perMinute: number;
}

const defaultPerMinute = 600;
const maxDimensions = 4_096;

/**
 * PEGBOARD_EMBEDDINGS_URL is the base of an API, like `http://localhost:11434/v1`, and PEGBOARD_EMBEDDINGS_MODEL one of its models.
 * @returns undefined where neither is set: recall goes by words
 * @throws HostUnavailable for what can't be meant
 */
export function embeddingSettings(env: Readonly<Record<string, string | undefined>>): EmbeddingSettings | undefined {
  const provider = providerSettings(env, "PEGBOARD_EMBEDDINGS", "embeddings");
  if (provider === undefined) return undefined;
  const setting = (name: string) => env[`PEGBOARD_EMBEDDINGS_${name}`]?.trim() || undefined;
  const dimensions = number(setting("DIMENSIONS"), "PEGBOARD_EMBEDDINGS_DIMENSIONS", maxDimensions);
  const perMinute = number(setting("PER_MINUTE"), "PEGBOARD_EMBEDDINGS_PER_MINUTE", 60_000);
  return { ...provider, dimensions, perMinute: perMinute ?? defaultPerMinute };
}

function number(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw unusable(`${name} is not a number from 1 to ${most}`);
  return value;
}
