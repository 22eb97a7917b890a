/** A file that an emitter wants on disk: path relative to the project's root, `/` separators, `\n` line ends. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /**
   * generated: ours entirely, rewritten and removed at will, listed in the manifest.
   * scaffold: written once when absent, then the author's for ever.
   */
  readonly kind: "generated" | "scaffold";
}
