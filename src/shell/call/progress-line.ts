import type { CallOptions } from "../../client/server-connection.ts";
import { visible } from "../../diagnostics/display-text.ts";
import { isTerminal, type Terminal } from "../../terminal/terminal.ts";

export interface ProgressLine {
  readonly show: NonNullable<CallOptions["onProgress"]>;
  /** Takes it away, so that nothing of it stays beside the result. */
  clear(): void;
}

const clearLine = "\r\u001b[2K";
const widest = 79;

/** How far a call is, on one line of a terminal that is written over and over; elsewhere nothing. */
export function progressLine({ stderr }: Pick<Terminal, "stderr">): ProgressLine {
  if (!isTerminal(stderr)) return { show: () => undefined, clear: () => undefined };
  let isShown = false;
  return {
    show({ done, total, message }) {
      const share = total === undefined ? String(done) : `${done}/${total}`;
      const text = visible(message === undefined ? share : `${share} ${message}`);
      stderr.write(`${clearLine}${[...text].slice(0, widest).join("")}`);
      isShown = true;
    },
    clear() {
      if (isShown) stderr.write(clearLine);
      isShown = false;
    },
  };
}
