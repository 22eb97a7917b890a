/**
 * May a test write what it saw in the place of what it expected? Only where somebody asked for it and will read the diff:
 * `UPDATE_GOLDENS=1`, and never on CI, whatever its variables say. Every golden test asks here.
 */
export function mayRewriteGoldens(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return env.UPDATE_GOLDENS === "1" && (env.CI === undefined || env.CI === "");
}
