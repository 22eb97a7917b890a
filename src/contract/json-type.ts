/** Is a body of this media type JSON? Parameters behind it do not matter. @see RFC 6838, 4.2.8, for `+json` */
export function isJsonType(type: string): boolean {
  return /^application\/(?:json|[\w.+-]+\+json)(?:;|$)/.test(type);
}
