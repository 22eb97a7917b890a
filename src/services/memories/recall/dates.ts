// Dates as people write them in questions and notes. A date is a part of the calendar, as much of it as was said.

export interface SpokenDate {
  readonly year?: number;
  /** 1 to 12: one month, or those of a season. */
  readonly months?: readonly number[];
  readonly day?: number;
  /** The words that say it, folded; they mean the date and nothing else. */
  readonly words: readonly string[];
}

const monthNames = "january february march april may june july august september october november december".split(" ");
const seasons = new Map([
  ["spring", [3, 4, 5]],
  ["summer", [6, 7, 8]],
  ["autumn", [9, 10, 11]],
  ["winter", [12, 1, 2]],
]);
const month = `(?<month>${monthNames.map((name) => `${name}|${name.slice(0, 3)}`).join("|")}|sept)\\.?`;
const season = `(?<season>${[...seasons.keys()].join("|")})`;
const year = "(?<year>(?:19|20)\\d\\d)";
const day = "(?<day>[0-3]?\\d)(?:st|nd|rd|th)?";
/** Most telling first; what one has read, the next ones don't read again. */
const forms = (): readonly RegExp[] => {
  made ??= formTexts.map((form) => new RegExp(`(?<![\\p{L}\\p{N}])${form}(?![\\p{L}\\p{N}])`, "giu"));
  return made;
};
/** Expressions of Unicode take long to make, and most starts need none. */
let made: readonly RegExp[] | undefined;
const formTexts = [
  "(?<year>(?:19|20)\\d\\d)-(?<number>[01]\\d)(?:-(?<day>[0-3]\\d))?",
  `${day}(?: of)? ${month}(?:,? ${year})?`,
  `${month} ${day}(?!\\d)(?:,? ${year})?`,
  `${month}(?: of)?,? ${year}`,
  `${season}(?: of)?,? ${year}`,
  `(?:in|of|since|until|till|by|before|after|last|next|this|during|early|late|mid|from|to) ${month}`,
  `(?:in|of|since|until|till|by|before|after|during|year|from|to) ${year}`,
];

/** The dates in a text, in no special order. */
export function datesIn(text: string): readonly SpokenDate[] {
  if (!/\d|in|of|by|last|next|this|from|to/iu.test(text)) return [];
  let rest = text;
  const found: SpokenDate[] = [];
  for (const form of forms()) {
    rest = rest.replace(form, (said, ...given) => {
      // The last argument holds the groups, because each form has some.
      const date = spokenDate(given.at(-1) as Readonly<Record<string, string | undefined>>, said);
      if (date === undefined) return said;
      found.push(date);
      return " ";
    });
  }
  return found;
}

function spokenDate(
  { year, month, number, day, season }: Readonly<Record<string, string | undefined>>,
  said: string,
): SpokenDate | undefined {
  // "may" and "march" are verbs too: without a day and a year they are months where they have a capital.
  if (month !== undefined && day === undefined && year === undefined && !/^\p{Lu}/u.test(month)) return undefined;
  const named = month === undefined ? Number(number ?? 0) : 1 + indexOfMonth(month);
  const months = season === undefined ? (named === 0 ? undefined : [named]) : seasons.get(season.toLowerCase());
  const dayNumber = day === undefined ? undefined : Number(day);
  if (dayNumber !== undefined && (dayNumber < 1 || dayNumber > 31)) return undefined;
  return {
    ...(year === undefined ? {} : { year: Number(year) }),
    ...(months === undefined ? {} : { months }),
    ...(dayNumber === undefined ? {} : { day: dayNumber }),
    words: said.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [],
  };
}

function indexOfMonth(name: string): number {
  const start = name.toLowerCase().slice(0, 3);
  return monthNames.findIndex((month) => month.startsWith(start));
}

/** Whether two dates may be the same: no part that both give differs, and they share one that tells more than the other lacks. */
export function agree(asked: SpokenDate, other: SpokenDate): boolean {
  if (asked.year !== undefined && other.year !== undefined && asked.year !== other.year) return false;
  if (asked.months !== undefined) {
    if (other.months === undefined || !other.months.some((month) => asked.months?.includes(month))) return false;
  }
  if (asked.day !== undefined && asked.day !== other.day) return false;
  return asked.months !== undefined || other.year !== undefined;
}

/** The date of a time, in UTC. */
export function dateOf(time: number): SpokenDate {
  const date = new Date(time);
  return { year: date.getUTCFullYear(), months: [date.getUTCMonth() + 1], day: date.getUTCDate(), words: [] };
}

/** The span of a date that gives its year: milliseconds since 1970, the end excluded. */
export function spanOf({ year, months, day }: SpokenDate): { readonly from: number; readonly to: number } | undefined {
  if (year === undefined) return undefined;
  const [first, last] = [months?.[0] ?? 1, months?.at(-1) ?? 12];
  // Winter ends in the next year.
  const endYear = last < first ? year + 1 : year;
  const from = Date.UTC(year, first - 1, day ?? 1);
  return { from, to: day === undefined ? Date.UTC(endYear, last, 1) : from + 86_400_000 };
}
