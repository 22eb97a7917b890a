/** A name is unique among the organisations of a person, not among all: a refusal would reveal one that the person may not see. */
export const organizationNames = `
  UPDATE organizations SET folded = folded || char(10) || id;
`;
