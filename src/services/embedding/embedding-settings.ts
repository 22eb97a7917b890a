import { HostUnavailable } from "../../runtime/errors.ts";

/** An OpenAI-compatible provider of embeddings. */
export interface EmbeddingSettings {
  /** Ends in `/embeddings`. */
  readonly url: URL;
  readonly model: string;
  /** A secret. */
  readonly key: string | undefined;
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
  const setting = (name: string) => env[`PEGBOARD_EMBEDDINGS_${name}`]?.trim() || undefined;
  const [base, model, key] = [setting("URL"), setting("MODEL"), setting("KEY")];
  if (base === undefined && model === undefined) return undefined;
  if (base === undefined) throw unusable("PEGBOARD_EMBEDDINGS_MODEL is set and PEGBOARD_EMBEDDINGS_URL is not");
  if (model === undefined) throw unusable("PEGBOARD_EMBEDDINGS_URL is set and PEGBOARD_EMBEDDINGS_MODEL is not");
  const url = providerUrl(base);
  if (key !== undefined && url.protocol !== "https:" && !isLoopback(url.hostname)) {
    throw unusable(
      "PEGBOARD_EMBEDDINGS_KEY is sent over https or to this machine only; PEGBOARD_EMBEDDINGS_URL is neither",
    );
  }
  const dimensions = number(setting("DIMENSIONS"), "PEGBOARD_EMBEDDINGS_DIMENSIONS", maxDimensions);
  const perMinute = number(setting("PER_MINUTE"), "PEGBOARD_EMBEDDINGS_PER_MINUTE", 60_000);
  return { url, model, key, dimensions, perMinute: perMinute ?? defaultPerMinute };
}

function providerUrl(base: string): URL {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  // A user and a password in it would be written where addresses are written.
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || url.username !== "" || url.password !== "") {
    throw unusable(
      "PEGBOARD_EMBEDDINGS_URL is not an http or https address without a user, like http://localhost:11434/v1",
    );
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "").replace(/\/embeddings$/, "")}/embeddings`;
  return url;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

function number(text: string | undefined, name: string, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw unusable(`${name} is not a number from 1 to ${most}`);
  return value;
}

function unusable(sentence: string): HostUnavailable {
  return new HostUnavailable(sentence, "never");
}
