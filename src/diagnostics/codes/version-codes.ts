import type { CodeTable } from "./code-row.ts";

/** Findings about older versions of a tool: files such as note_create.v1.yaml, and how their calls are served. */
export const versionCodes = {
  "version-mismatch": {
    severity: "error",
    message: (p: { found: number; file: string }) => `the tool has version ${p.found}, but its file is named '${p.file}'`,
    why: "The number in the file's name is the version that callers ask for; the file must not say another one.",
    bad: "version: 2        # in note_create.v1.yaml",
    good: "version: 1        # in note_create.v1.yaml",
  },
  "version-without-current": {
    severity: "error",
    message: (p: { tool: string; version: number }) =>
      `version ${p.version} of '${p.tool}' has no current version beside it ('${p.tool}.yaml')`,
    why: "An older version is kept for callers that ask for it; everybody else gets the current one, which is the file of the tool's name, in the same folder.",
    bad: "schema/tools/note/note_create.v1.yaml   # alone in its folder",
    good: "schema/tools/note/note_create.v1.yaml\nschema/tools/note/note_create.yaml      # version: 2",
  },
  "version-not-older": {
    severity: "error",
    message: (p: { tool: string; version: number; current: number }) =>
      `version ${p.version} of '${p.tool}' is not older than the current one, which is version ${p.current}`,
    why: "The current version has the highest number, and each number means one contract: a caller that asks for it must get what it was told.",
    bad: "version: 1        # in note_create.yaml, beside note_create.v1.yaml",
    good: "version: 2        # in note_create.yaml, beside note_create.v1.yaml",
  },
  "version-not-deprecated": {
    severity: "error",
    message: (p: { tool: string; version: number; current: number }) =>
      `version ${p.version} of '${p.tool}' is not deprecated, but version ${p.current} replaced it`,
    why: "An older version is kept for a time, not for ever: whoever asks for it is told until when. Without it the newest version that is not deprecated answers, and there is only one.",
    bad: "name: note_create\nversion: 1",
    good: "name: note_create\nversion: 1\ndeprecated: {since: 0.2.0, sunset: 2027-12-01}",
  },
  "version-with-aliases": {
    severity: "error",
    message: (p: { tool: string; version: number }) => `an alias can't lead to version ${p.version} of '${p.tool}'`,
    why: "An old name is a name of the tool, and without a version asked for the current one answers: its file lists the aliases and maps their params.",
    bad: "# in note_create.v1.yaml\naliases: [{name: add_note, of: legacy}]",
    good: "# in note_create.yaml\naliases: [{name: add_note, of: legacy}]",
  },
  "upgrade-with-deadline": {
    severity: "error",
    message: (p: { tool: string; version: number; current: number }) =>
      `version ${p.version} of '${p.tool}' has its own deadline, but version ${p.current} answers its calls`,
    why: "A call of a version that is mapped becomes a call of the current version, and has the time that calls of the current version have. Only a version with a handler of its own has a deadline of its own.",
    bad: "# in note_create.v1.yaml\nupgrade: {rename: {text: body}}\ndeadline: 30s",
    good: "# in note_create.yaml\ndeadline: 30s",
  },
  "upgrade-of-current": {
    severity: "error",
    message: (p: { tool: string }) => `'upgrade' is in the file of the current version of '${p.tool}'`,
    why: "`upgrade` maps a call of an older version to one of the current version, so it belongs into the older one's file.",
    bad: "# in note_create.yaml\nupgrade: {rename: {text: body}}",
    good: "# in note_create.v1.yaml\nupgrade: {rename: {text: body}}",
  },
  "upgrade-unknown-param": {
    severity: "error",
    fixable: true,
    message: (p: { name: string; tool: string; version: number }) =>
      `version ${p.version} of '${p.tool}' has no param '${p.name}'`,
    why: "`rename` and `drop` speak of params of the older version, whose file they stand in; what is renamed to, `set` and `defaults` are params of the current one.",
    bad: "params: {text: {type: string}}\nupgrade: {drop: [txt]}",
    good: "params: {text: {type: string}}\nupgrade: {drop: [text]}",
  },
  "upgrade-param-unmapped": {
    severity: "error",
    message: (p: { name: string; tool: string; current: number }) =>
      `the param '${p.name}' is not mapped to a param of version ${p.current} of '${p.tool}'`,
    why: "What an older version accepted must arrive, or be said to mean nothing any more; it is never dropped without a word.",
    bad: "params: {text: {type: string}}   # the current version calls it body\nupgrade: {}",
    good: "params: {text: {type: string}}\nupgrade: {rename: {text: body}}",
  },
  "upgrade-param-twice": {
    severity: "error",
    message: (p: { name: string; how: string }) => `the param '${p.name}' is mapped twice: ${p.how}`,
    why: "Each param of the older version becomes one param of the current one, or none, and each param of the current one has one source. With two, one of the values would be lost without a word.",
    bad: "upgrade: {rename: {text: body}, drop: [text]}",
    good: "upgrade: {rename: {text: body}}",
  },
  "upgrade-refuses-calls": {
    severity: "error",
    message: (p: { tool: string; version: number; current: number; witness: string }) =>
      `version ${p.version} of '${p.tool}' accepts ${p.witness}, but version ${p.current} rejects it after mapping`,
    why: "Every call that the older version allows must be accepted by the current one after mapping, or callers that ask for the older one break. What the map can't say is done by a handler that is kept for it.",
    bad: "# limit goes up to 100 here, and up to 50 in the current version\nupgrade: {}",
    good: "# no upgrade: src/handlers/note/note_list.v1.ts is kept",
  },
  "upgrade-undecided": {
    severity: "error",
    message: (p: { tool: string; version: number; current: number; reason: string }) =>
      `it can't be proved that version ${p.current} of '${p.tool}' can replace version ${p.version}: ${p.reason}`,
    why: "Nothing is called compatible that was not proved. A version with a handler of its own needs no proof.",
    bad: "# the current version needs a session, this one does not\nupgrade: {}",
    good: "# no upgrade: src/handlers/note/note_list.v1.ts is kept",
  },
  "upgrade-result-differs": {
    severity: "error",
    message: (p: { tool: string; version: number; current: number; witness: string }) =>
      `version ${p.current} of '${p.tool}' may answer with ${p.witness}, which the result of version ${p.version} does not allow`,
    why: "With `upgrade` the current handler answers calls of the older version, so what it returns must be a result of the older one too. Arguments are mapped, results are not.",
    bad: "result: {type: object, fields: {id: {type: string, required: true}}}   # the current one also has 'etag'\nupgrade: {}",
    good: "# no upgrade: src/handlers/note/note_create.v1.ts is kept",
  },
} as const satisfies CodeTable;
