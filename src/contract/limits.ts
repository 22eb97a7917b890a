/** Bounds that keep one call, however large or odd, from costing more than a call may. */
export const limits = {
  /** Milliseconds that a call may be given, about 24.8 days: timers overflow beyond and would fire at once. */
  deadlineMs: 2 ** 31 - 1,
  /** Violations that one answer names; a model repairs a call in rounds anyway. */
  violations: 20,
  /** Levels of arrays and objects inside the arguments. Recursive checks stay far from the end of the stack. */
  argumentDepth: 64,
  /** Unknown names of which each is looked up for a near miss and told. */
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
  /** Characters of a declared error's message, and of its hint, where the error is too large to be sent as it is. */
  errorLength: 2_000,
  /** Bytes that one line of the log gives to the arguments of a call, and as many to its result. */
  loggedBytes: 16 * 1024,
  /** Bytes that a server's serialised results may have where nobody says otherwise: some 60,000 tokens, sent twice. */
  resultBytes: 256 * 1024,
  /** Bytes that a serialised result may have at least, whatever was asked for: what is cut out of it must be told too. */
  minResultBytes: 16 * 1024,
  /** How many times as large as the rest of a result its pictures and other bytes may be. */
  mediaShare: 16,
  /** Places that one notice of what was cut names. */
  cutPlaces: 5,
  /** Tools that the surface `auto` lists directly, built-in ones included; beyond, the list is `meta`. */
  autoDirectTools: 40,
  /** Bytes of the same list: 10,000 tokens of four bytes each, an estimate that needs no tokenizer, so every run settles alike. */
  autoDirectBytes: 40_000,
  /** Characters of a question that the user is asked. */
  questionLength: 2_000,
} as const satisfies { readonly [name: string]: number };
