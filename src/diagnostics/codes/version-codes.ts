import { type CodeTable, error, fixableError } from "./code-row.ts";

/** Findings about older versions of a tool: files such as note_create.v1.yaml, and how their calls are served. */
export const versionCodes = {
  "version-mismatch": error({
    message: (p: { found: number; file: string }) =>
      `the tool has version ${p.found}, but its file is named '${p.file}'`,
    why: "Callers request the version in the file's name; the file must not contain another one.",
    bad: "version: 2        # in note_create.v1.yaml",
    good: "version: 1        # in note_create.v1.yaml",
  }),
  "version-without-current": error({
    message: (p: { tool: string; version: number }) =>
      `version ${p.version} of '${p.tool}' has no current version beside it ('${p.tool}.yaml')`,
    why: "An older version is kept for callers that request it; all others get the current one, which is the file with the tool's name in the same folder.",
    bad: "schema/tools/note/note_create.v1.yaml   # alone in its folder",
    good: "schema/tools/note/note_create.v1.yaml\nschema/tools/note/note_create.yaml      # version: 2",
  }),
  "version-not-older": error({
    message: (p: { tool: string; version: number; current: number }) =>
      `version ${p.version} of '${p.tool}' is not older than the current one, which is version ${p.current}`,
    why: "The current version has the highest number, and each number means one contract: a caller that requests it must get exactly that contract.",
    bad: "version: 1        # in note_create.yaml, beside note_create.v1.yaml",
    good: "version: 2        # in note_create.yaml, beside note_create.v1.yaml",
  }),
  "version-not-deprecated": error({
    message: (p: { tool: string; version: number; current: number }) =>
      `version ${p.version} of '${p.tool}' is not deprecated, but version ${p.current} replaced it`,
    why: "An older version is kept for a limited time, and its callers get the date. Calls without a version use the newest version that is not deprecated, so there must be only one.",
    bad: "name: note_create\nversion: 1",
    good: "name: note_create\nversion: 1\ndeprecated: {since: 0.2.0, sunset: 2027-12-01}",
  }),
  "version-with-aliases": error({
    message: (p: { tool: string; version: number }) => `an alias can't lead to version ${p.version} of '${p.tool}'`,
    why: "An alias is a name of the tool, and without a requested version the current one answers: its file lists the aliases and maps their params.",
    bad: "# in note_create.v1.yaml\naliases: [{name: add_note, of: legacy}]",
    good: "# in note_create.yaml\naliases: [{name: add_note, of: legacy}]",
  }),
  "version-native": error({
    message: (p: { tool: string; version: number }) =>
      `version ${p.version} of '${p.tool}' can't be native to a system`,
    why: "A profile with `list_as` lists the current version of a tool, and without a requested version the current one answers.",
    bad: "# in note_create.v1.yaml\nnative_to: [legacy]",
    good: "# in note_create.yaml\nnative_to: [legacy]",
  }),
  "upgrade-with-deadline": error({
    message: (p: { tool: string; version: number; current: number }) =>
      `version ${p.version} of '${p.tool}' has its own deadline, but version ${p.current} answers its calls`,
    why: "A call of a mapped version becomes a call of the current version and has its deadline. Only a version with its own handler has its own deadline.",
    bad: "# in note_create.v1.yaml\nupgrade: {rename: {text: body}}\ndeadline: 30s",
    good: "# in note_create.yaml\ndeadline: 30s",
  }),
  "upgrade-of-current": error({
    message: (p: { tool: string }) => `'upgrade' is in the file of the current version of '${p.tool}'`,
    why: "`upgrade` maps a call of an older version to one of the current version, so it belongs in the file of the older version.",
    bad: "# in note_create.yaml\nupgrade: {rename: {text: body}}",
    good: "# in note_create.v1.yaml\nupgrade: {rename: {text: body}}",
  }),
  "upgrade-unknown-param": fixableError({
    message: (p: { name: string; tool: string; version: number }) =>
      `version ${p.version} of '${p.tool}' has no param '${p.name}'`,
    why: "`rename` and `drop` name params of the older version, in whose file they are; the targets of `rename`, `set` and `defaults` are params of the current one.",
    bad: "params: {text: {type: string}}\nupgrade: {drop: [txt]}",
    good: "params: {text: {type: string}}\nupgrade: {drop: [text]}",
  }),
  "upgrade-param-unmapped": error({
    message: (p: { name: string; tool: string; current: number }) =>
      `the param '${p.name}' is not mapped to a param of version ${p.current} of '${p.tool}'`,
    why: "Everything that an older version accepted must be mapped or dropped explicitly; it is never dropped silently.",
    bad: "params: {text: {type: string}}   # the current version calls it body\nupgrade: {}",
    good: "params: {text: {type: string}}\nupgrade: {rename: {text: body}}",
  }),
  "upgrade-param-twice": error({
    message: (p: { name: string; how: string }) => `the param '${p.name}' is mapped twice: ${p.how}`,
    why: "Each param of the older version becomes at most one param of the current one, and each param of the current one has one source. With two, one of the values would be lost silently.",
    bad: "upgrade: {rename: {text: body}, drop: [text]}",
    good: "upgrade: {rename: {text: body}}",
  }),
  "upgrade-refuses-calls": error({
    message: (p: { tool: string; version: number; current: number; witness: string }) =>
      `version ${p.version} of '${p.tool}' accepts ${p.witness}, but version ${p.current} rejects it after mapping`,
    why: "Every call that the older version allows must be accepted by the current one after mapping, or callers that ask for the older one break. If the mapping can't express that, keep a handler for the older version.",
    bad: "# limit goes up to 100 here, and up to 50 in the current version\nupgrade: {}",
    good: "# no upgrade: src/handlers/note/note_list.v1.ts is kept",
  }),
  "upgrade-undecided": error({
    message: (p: { tool: string; version: number; current: number; reason: string }) =>
      `it can't be proved that version ${p.current} of '${p.tool}' can replace version ${p.version}: ${p.reason}`,
    why: "Compatibility must be proved. A version with its own handler needs no proof.",
    bad: "# the current version needs a session, this one does not\nupgrade: {}",
    good: "# no upgrade: src/handlers/note/note_list.v1.ts is kept",
  }),
  "upgrade-result-differs": error({
    message: (p: { tool: string; version: number; current: number; witness: string }) =>
      `version ${p.current} of '${p.tool}' may answer with ${p.witness}, which the result of version ${p.version} does not allow`,
    why: "With `upgrade` the current handler answers calls of the older version, so its results must be valid for the older version too. Arguments are mapped, results are not.",
    bad: "result: {type: object, fields: {id: {type: string, required: true}}}   # the current one also has 'etag'\nupgrade: {}",
    good: "# no upgrade: src/handlers/note/note_create.v1.ts is kept",
  }),
} as const satisfies CodeTable;
