import type { Palette } from "../diagnostics/display-text.ts";
import type { Colors } from "./terminal.ts";

/** The colours of a rendered finding. */
export function paletteOf(colors: Colors): Palette {
  return {
    error: (text) => colors.bold(colors.red(text)),
    warning: (text) => colors.bold(colors.yellow(text)),
    info: colors.cyan,
    place: colors.bold,
    dim: colors.dim,
    mark: colors.red,
    help: colors.green,
  };
}
