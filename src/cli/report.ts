import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Palette } from "../diagnostics/palette.ts";
import { render, renderJson, summary } from "../diagnostics/render.ts";
import type { Colors } from "./terminal.ts";

/** Findings for people: frames, then a line that counts. "" when there are none. */
export function findingsText(diagnostics: readonly Diagnostic[], colors: Colors): string {
  const [first] = diagnostics;
  if (first === undefined) return "";
  const more = colors.dim(`pegboard explain ${first.code} says more`);
  return `${render(diagnostics, paletteOf(colors))}\n${summary(diagnostics)}; ${more}\n`;
}

/** The same findings as a value, to be part of a command's --json. */
export function findingsJson(diagnostics: readonly Diagnostic[]): unknown {
  return JSON.parse(renderJson(diagnostics));
}

function paletteOf(colors: Colors): Palette {
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
