/** Members that may be undefined are optional, the others are as they were. */
export type GivenMembers<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & { [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined> };

/** The members that are not undefined: an option that was not given is absent, so that its default holds. */
export function givenMembers<Members extends object>(members: Members): GivenMembers<Members> {
  // What is left out is exactly what the type has made optional.
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as GivenMembers<Members>;
}
