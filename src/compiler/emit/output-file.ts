/** A file that an emitter wants on disk: path relative to the project's root, `/` separators, `\n` line ends. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /**
   * generated: owned by the compiler, rewritten and removed at any time, listed in the manifest.
   * scaffold: written once when absent, then owned by the author.
   */
  readonly kind: "generated" | "scaffold";
}
