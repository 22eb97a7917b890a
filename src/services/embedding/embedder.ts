/** A model that turns texts into vectors, so that texts of like meaning are near each other. */
export interface Embedder {
  /** Two models never have the same name. */
  readonly model: string;
  /**
   * @returns a vector of length 1 for each text, in their order; undefined where the provider has given none
   * @throws EmbeddingFailed
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (Float32Array | undefined)[]>;
}

/** The provider has made no vectors. The message ends the sentence "the embedding provider …" and holds no secret. */
export class EmbeddingFailed extends Error {
  override readonly name = "EmbeddingFailed";
  /** The texts were refused, and others may be taken. */
  readonly isRefused: boolean;
  /** The provider asks to be left alone for so long. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    {
      isRefused = false,
      retryAfterMs = 0,
      ...options
    }: ErrorOptions & { isRefused?: boolean; retryAfterMs?: number } = {},
  ) {
    super(message, options);
    this.isRefused = isRefused;
    this.retryAfterMs = retryAfterMs;
  }
}
