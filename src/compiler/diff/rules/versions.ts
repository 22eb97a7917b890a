import { type DiffRule, rule } from "../rule.ts";
import { isPast } from "../today.ts";

/** Rules about the versions of a tool's contract that callers can ask for. */
export const versionRules: readonly DiffRule[] = [
  rule("tool-version-removed", "version-removed", "ERR", ["CALL", "LIFE"], {
    mirror: "tool-version-added",
    message: ({ tool }, { today }) =>
      isPast(tool.deprecated?.sunset, today)
        ? undefined
        : `version ${tool.version} of '${tool.name}' can't be asked for any more${before(tool.deprecated?.sunset)}`,
    help: ({ tool }) => `keep it as ${tool.name}.v${tool.version}.yaml, with 'upgrade' or a handler of its own`,
    explain: {
      why: 'A caller that asks for a version by _meta["pegboard/version"] is refused when it is gone.',
      bad: "schema/tools/note/note_create.v1.yaml was deleted",
      good: "schema/tools/note/note_create.v1.yaml\nschema/tools/note/note_create.yaml   # version: 2",
    },
  }),
  rule("tool-version-removed-after-sunset", "version-removed", "INFO", ["LIFE"], {
    mirror: "tool-version-added",
    message: ({ tool }, { today }) =>
      isPast(tool.deprecated?.sunset, today)
        ? `version ${tool.version} of '${tool.name}' was removed after its sunset ${tool.deprecated?.sunset ?? ""}`
        : undefined,
    explain: {
      why: "It was announced, and the date has passed: this is how a version leaves.",
      bad: "note_create.v1.yaml, with deprecated: {since: 2.0.0, sunset: 2027-12-01}, was deleted in 2028",
      good: "note_create.v1.yaml is there   # its sunset has not come",
    },
  }),
  rule("tool-version-added", "version-added", "INFO", ["LIFE"], {
    mirror: ["tool-version-removed", "tool-version-removed-after-sunset"],
    message: ({ tool }) => `version ${tool.version} of '${tool.name}' can be asked for`,
    explain: {
      why: "Additive: it was not asked for before.",
      bad: "note_create.v1.yaml beside note_create.yaml with version: 2   # was note_create.yaml alone",
      good: "note_create.yaml with another title",
    },
  }),
];

function before(sunset: string | undefined): string {
  return sunset === undefined ? "" : `, before its sunset ${sunset}`;
}
