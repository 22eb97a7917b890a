/** A model that turns texts into vectors, so that texts of like meaning are near each other. */
export interface Embedder {
  /** Two models never have the same name. */
  readonly model: string;
  /**
   * @returns a vector of length 1 for each text, in their order; undefined where the provider has given none
   * @throws ProviderFailed
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (Float32Array | undefined)[]>;
}
