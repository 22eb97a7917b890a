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
  /** Characters of a pattern that an expectation quotes. */
  patternLength: 120,
  /** Values of an enum that an expectation lists. */
  listedValues: 20,
  /** Notices that one answer carries. */
  notices: 20,
  /** Characters of one notice that a handler gives. */
  noticeLength: 500,
  /** Characters of a question that the user is asked. */
  questionLength: 2_000,
} as const satisfies { readonly [name: string]: number };
