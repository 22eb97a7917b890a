/** Limits of what one call may cost or echo. */
export const limits = {
  /** Longest time limit of a call in milliseconds, about 24.8 days: longer timers overflow and fire at once. */
  deadlineMs: 2 ** 31 - 1,
  /** Longest time in which a module of a handler or an adapter is loaded, in milliseconds. */
  loadMs: 30_000,
  /** Violations that one answer names. */
  violations: 20,
  /** Levels of arrays and objects in the arguments, so that recursive checks do not overflow the stack. */
  argumentDepth: 64,
  /** Unknown names that get a near miss and a notice. */
  unknownNames: 10,
  /** Characters of a found value that a violation quotes. */
  foundLength: 60,
  /** Characters of a name that a message quotes. */
  nameLength: 80,
  /** Characters of a URI that an error repeats as it came. */
  uriLength: 2_000,
  /** Characters of a pattern that an expectation quotes. */
  patternLength: 120,
  /** Values of an enum that an expectation lists. */
  listedValues: 20,
  /** Notices that one answer carries. */
  notices: 20,
  /** Characters of one notice that a handler gives. */
  noticeLength: 500,
  /** Characters of a declared error's message, and of its hint, where the error has to be truncated. */
  errorLength: 2_000,
  /** Bytes of the arguments of a call in one line of the log, and of its result. */
  loggedBytes: 16 * 1024,
  /** Default limit of serialised results in bytes: about 60,000 tokens, sent twice. */
  resultBytes: 256 * 1024,
  /** Smallest limit of serialised results in bytes: the notice of what was cut has to fit too. */
  minResultBytes: 16 * 1024,
  /** Media of a result (images and other bytes) may be this many times as large as the rest of it. */
  mediaShare: 16,
  /** Places that one notice of a truncated result names. */
  cutPlaces: 5,
  /** Tools that the surface `auto` lists directly, built-in ones included; beyond, the list is `meta`. */
  autoDirectTools: 40,
  /** Bytes of the same list: 10,000 tokens of four bytes each, an estimate without a tokenizer, so every run decides alike. */
  autoDirectBytes: 40_000,
  /** Characters of a question that the user is asked. */
  questionLength: 2_000,
} as const satisfies { readonly [name: string]: number };
