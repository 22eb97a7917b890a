/**
 * The formats that `format:` may name. Regular expressions only, so that compiled validators contain them as literals
 * and the published schema, the validator and the explainer agree. Each needs time linear in its input: no two adjacent
 * repetitions can match the same character.
 */

const hexPair = "[0-9A-Fa-f]{1,4}";
const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const ipv4 = `${octet}(?:\\.${octet}){3}`;
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const date =
  `(?:${leapYear}-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])` +
  "|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8])))";
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const uriCharacter = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const uriPath = `${uriCharacter}*(?:/${uriCharacter}*)*`;
const authority =
  "(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?" +
  "(?:\\[[0-9A-Fa-f:.]+\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\\d*)?";

/** @see JSON Schema 2020-12 validation, section 7.3, and the RFC at each line */
export const formatPatterns = {
  /** RFC 3339, section 5.6; days are checked against their month. Leap seconds are refused: `Date` can't represent them. */
  "date-time": new RegExp(`^${date}[Tt]${time}$`, "u"),
  /** RFC 3339 full-date. */
  date: new RegExp(`^${date}$`, "u"),
  /** RFC 3339 full-time, with its offset. */
  time: new RegExp(`^${time}$`, "u"),
  /** RFC 3339, appendix A (ISO 8601 durations without fractions). */
  duration:
    /^P(?:\d+W|(?=[\dT])(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)?(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/u,
  /** RFC 5321 dot-string mailbox at a domain name, at most 254 characters. */
  email: new RegExp(
    `^(?=.{3,254}$)[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@${label}(?:\\.${label})*$`,
    "u",
  ),
  /** RFC 1123, section 2.1: labels of 1 to 63, at most 253 in all. */
  hostname: new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`, "u"),
  /** Dotted decimal, RFC 2673, section 3.2. */
  ipv4: new RegExp(`^${ipv4}$`, "u"),
  /** RFC 4291, section 2.2, without a zone. */
  ipv6: new RegExp(`^(?:${ipv6Forms().join("|")})$`, "u"),
  /** RFC 9562, section 4. */
  uuid: /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/u,
  /** RFC 3986, with a scheme. */
  uri: new RegExp(
    `^[A-Za-z][A-Za-z0-9+.-]*:(?://${authority}(?:/${uriCharacter}*)*|/(?:${uriCharacter}+(?:/${uriCharacter}*)*)?|(?!/)${uriPath})` +
      `(?:\\?(?:${uriCharacter}|[/?])*)?(?:#(?:${uriCharacter}|[/?])*)?$`,
    "u",
  ),
} as const satisfies { readonly [format: string]: RegExp };

export type FormatName = keyof typeof formatPatterns;

/** One valid value of each format, for messages. */
export const formatExamples = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "P1DT12H",
  email: "ann@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  uri: "https://example.com/path",
} as const satisfies { readonly [F in FormatName]: string };

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formatPatterns, name);
}

/** Every legal place of `::`, and a dotted IPv4 in place of the last two groups. */
function ipv6Forms(): readonly string[] {
  const last = `(?:${hexPair}:${hexPair}|${ipv4})`;
  const forms = [`(?:${hexPair}:){6}${last}`, `::(?:${hexPair}:){5}${last}`];
  for (let before = 1; before <= 5; before++) {
    const head = `(?:${hexPair}(?::${hexPair}){0,${before - 1}})?`;
    forms.push(`${head}::(?:${hexPair}:){${5 - before}}${last}`);
  }
  forms.push(`(?:${hexPair}(?::${hexPair}){0,5})?::${hexPair}`, `(?:${hexPair}(?::${hexPair}){0,6})?::`);
  return forms;
}
