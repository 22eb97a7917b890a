// Images on terminals that show them. Pure.
import type { BinaryPart } from "./result-text.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** More than people look at, and more than a terminal should be sent. */
const maxBytes = 10 * 1024 * 1024;
/** As long as one part may be. @see https://sw.kovidgoyal.net/kitty/graphics-protocol/ */
const kittyPart = 4_096;

/**
 * What makes a terminal show an image, by the variables with which terminals name themselves; undefined where it shows none, or not this one.
 * @see https://iterm2.com/documentation-images.html
 */
export function inlineImage({ mimeType, base64 }: BinaryPart, env: Env): string | undefined {
  const bytes = Buffer.from(base64, "base64");
  if (!mimeType.startsWith("image/") || bytes.length > maxBytes || env.TMUX !== undefined) return undefined;
  // Encoded again, so that nothing but base64 goes out.
  const data = bytes.toString("base64");
  if (env.TERM_PROGRAM === "iTerm.app" || env.TERM_PROGRAM === "WezTerm") {
    return `\u001b]1337;File=inline=1;size=${bytes.length}:${data}\u0007\n`;
  }
  const isKitty = env.KITTY_WINDOW_ID !== undefined || env.TERM === "xterm-kitty" || env.TERM_PROGRAM === "ghostty";
  return isKitty && mimeType === "image/png" ? `${kittyParts(data)}\n` : undefined;
}

function kittyParts(data: string): string {
  const parts = data.match(new RegExp(`.{1,${kittyPart}}`, "g")) ?? [];
  return parts
    .map((part, at) => {
      const more = at < parts.length - 1 ? 1 : 0;
      return `\u001b_G${at === 0 ? `a=T,f=100,m=${more}` : `m=${more}`};${part}\u001b\\`;
    })
    .join("");
}
