/** A provider has not done what it was asked. The message ends the sentence "the embedding provider …" and holds no secret. */
export class ProviderFailed extends Error {
  override readonly name = "ProviderFailed";
  /** What was sent was refused, and something else may be taken. */
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
