export interface ToolFacts {
  readonly name: string;
  readonly tier: string;
  /** Version of the catalog. */
  readonly since: string;
}

/** `schema/tools/<family>/<tool>.yaml` as `pegboard add tool` writes it: valid at once, and to be filled. */
export function toolSkeleton({ name, tier, since }: ToolFacts): string {
  return `name: ${name}
title: ${titleOf(name)}
tier: ${tier}
since: ${since}
stability: experimental   # while it may still change; then beta, then stable (the default)
# One sentence, at most 50 tokens: what a model reads when it chooses a tool.
summary: Say in one sentence what ${name} does.
session: none             # or optional, or required: must a session be open
effects: {read_only: true, destructive: false, idempotent: true, open_world: false}
params:
  text: {type: string, max_length: 200, required: true, description: What it works on}
result:
  type: object
  fields:
    text: {type: string, required: true, description: What came of it}
errors: []                # names of errors that catalog.yaml declares
guidance:
  use_when: [Say on which occasion to use it]
`;
}

/** "note_archive" → "Note archive". */
function titleOf(name: string): string {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
