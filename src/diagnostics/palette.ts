/** Colours for parts of a rendered finding: functions that wrap text, so that no colour library is needed here. */
export interface Palette {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly info: (text: string) => string;
  readonly place: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly mark: (text: string) => string;
  readonly help: (text: string) => string;
}

const same = (text: string): string => text;

/** No colours. */
export const plainPalette: Palette = {
  error: same,
  warning: same,
  info: same,
  place: same,
  dim: same,
  mark: same,
  help: same,
};
