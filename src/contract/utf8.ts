/** Length of a text in UTF-8 bytes; a lone surrogate counts as U+FFFD, as encoders write it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    if (unit < 0x800) bytes += 1;
    else if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) {
      // Two code units, four bytes.
      bytes += 2;
      index++;
    } else bytes += 2;
  }
  return bytes;
}

/** Length of a text in Unicode code points, as JSON Schema counts. */
export function codePointLength(text: string): number {
  let points = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff || !isLowSurrogate(text.charCodeAt(index + 1))) continue;
    points--;
    index++;
  }
  return points;
}

/** The first characters of a text, never half a surrogate pair; `…` marks a cut. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = isLowSurrogate(text.charCodeAt(length - 1)) ? length - 2 : length - 1;
  return `${text.slice(0, end)}…`;
}

/** The offset, in code units, or the one before it where it lies within a surrogate pair. */
export function characterStart(text: string, offset: number): number {
  const isWithin = offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xff_ff;
  return isWithin ? offset - 1 : offset;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
